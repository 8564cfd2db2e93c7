import { listOf } from "@/lib/format/number";
import type { CatalogRow } from "@/lib/metrics/catalog";
import type { ComparedRow } from "@/lib/metrics/compared";
import type { CompareSide } from "./compare-sides";
import { fieldText } from "./series";

/** In what the cells of two sides must agree before they are compared there. */
const FIELDS = ["environment", "padding", "mode", "condition", "n_options"] as const;
type Field = (typeof FIELDS)[number];
type Cell = Pick<CatalogRow, Field | "series_kind">;

const valuesOf = (cells: readonly Cell[], field: Field) => [
  ...new Set(cells.map((cell) => cell[field])),
];

/**
 * The fields in which cells must agree, as `pairsSql` has it: mode and condition unless each side
 * has but one, N unless a side is fixed and brings the N of each item along.
 */
function required(a: readonly Cell[], b: readonly Cell[]): Field[] {
  const fixed = [a, b].some((side) => side.every((cell) => cell.series_kind === "fixed"));
  return FIELDS.filter((field) => {
    if (field === "n_options") return !fixed;
    if (field === "mode" || field === "condition")
      return [a, b].some((side) => valuesOf(side, field).length > 1);
    return true;
  });
}

function meet(a: readonly Cell[], b: readonly Cell[], fields: readonly Field[]): boolean {
  const keyOf = (cell: Cell) => JSON.stringify(fields.map((field) => cell[field]));
  const known = new Set(a.map(keyOf));
  return b.some((cell) => known.has(keyOf(cell)));
}

/** Every choice of so many of the fields. */
function choices(fields: readonly Field[], size: number): Field[][] {
  if (size === 0) return [[]];
  return fields.flatMap((field, i) =>
    choices(fields.slice(i + 1), size - 1).map((rest) => [field, ...rest]),
  );
}

/** The fewest fields in which no two cells agree, all such choices; none where cells agree in all. */
function apartIn(a: readonly Cell[], b: readonly Cell[]): Field[][] {
  const fields = required(a, b);
  for (let size = 1; size <= fields.length; size += 1) {
    const found = choices(fields, size).filter((some) => !meet(a, b, some));
    if (found.length > 0) return found;
  }
  return [];
}

const NAMES: Record<Field, string> = {
  environment: "environment",
  padding: "padding",
  mode: "mode",
  condition: "condition",
  n_options: "N",
};

const textOf = (cells: readonly Cell[], field: Field): string =>
  listOf(
    field === "n_options"
      ? cells
          .map((cell) => cell.n_options)
          .sort((x, y) => x - y)
          .filter((n, i, all) => n !== all[i - 1])
          .map(String)
      : valuesOf(cells, field)
          .map((value) => fieldText(field, value === null ? null : String(value)))
          .sort(),
  );

function sentence(
  [a, b]: readonly [CompareSide, CompareSide],
  [own, other]: readonly [readonly Cell[], readonly Cell[]],
): string {
  const apart = apartIn(own, other);
  const [first] = apart;
  const both = `${a.label} and ${b.label}`;
  if (!first)
    return `${both} were asked under the same conditions, but nowhere have both a scored response.`;
  if (first.length > 1)
    return `${both} have no combination of ${listOf(
      first.map((field) => NAMES[field]),
      FIELDS.length,
    )} in common.`;
  const fields = apart.flat();
  const values = fields
    .map((field) => `${textOf(own, field)} against ${textOf(other, field)}`)
    .join("; ");
  const names = fields.map((field) => `no ${NAMES[field]}`);
  return `${both} have ${listOf(names, FIELDS.length)} in common: ${values}.`;
}

/**
 * What pairs that no cell brings together have not in common, a sentence a pair.
 * @param cells all cells under the filters that the comparison was asked with
 */
export function unmetSentences(
  sides: readonly CompareSide[],
  rows: readonly Pick<ComparedRow, "side_a" | "side_b">[],
  cells: readonly CatalogRow[],
): string[] {
  const met = new Set(rows.map((row) => `${row.side_a}\n${row.side_b}`));
  const cellsOf = ({ runs }: CompareSide) => cells.filter((cell) => runs.includes(cell.run_id));
  return sides.flatMap((a, i) =>
    sides
      .slice(i + 1)
      .filter((b) => !met.has(`${a.id}\n${b.id}`))
      .map((b) => sentence([a, b], [cellsOf(a), cellsOf(b)])),
  );
}
