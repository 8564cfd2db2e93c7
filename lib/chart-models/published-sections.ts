import { formatFixed } from "@/lib/format/number";
import { columnOf } from "@/lib/reference/p2-tables";
import { P2_MODELS } from "@/lib/reference/p2-data";
import { SECTION_GLOSSES, MACRO_ROW } from "@/lib/reference/glosses";
import { P2_SOURCE } from "@/lib/reference/papers";
import {
  cellId,
  publishedCell,
  publishedCells,
  type PublishedCell,
} from "@/lib/reference/published";
import { NOT_PUBLISHED, publishedLabel, rateOfPercent } from "./published";
import { signed } from "./published-table";
import type { SectionBoard } from "./sections";
import { heatCell, MEANS } from "./sections-table";
import type { TableCell, TableModel, TableRow } from "./table-model";

/** Whether some section of a board has a name of the paper's table. */
export function hasPublishedSections({ sections }: SectionBoard): boolean {
  return sections.some((section) => section !== null && SECTION_GLOSSES.has(section));
}

const columnId = (model: string): string => `published.${columnOf(model)}`;

function publishedRate(name: string, model: string, cell: PublishedCell | null): TableCell {
  if (cell === null) return { value: null, reason: NOT_PUBLISHED };
  const { value, digits } = rateOfPercent(cell);
  const printed = `${formatFixed(cell.value, cell.digits)}%`;
  return {
    ...heatCell(
      value,
      `${name}, ${publishedLabel(model, "P2")}: printed as ${printed}`,
      NOT_PUBLISHED,
    ),
    digits,
    ...signed([cell, ["value"]]),
  };
}

function cellsOf(
  { id, cells: { section } }: TableRow,
  table11: ReadonlyMap<string, PublishedCell>,
) {
  const name = typeof section?.value === "string" ? section.value : id;
  const row = id === MEANS.macro ? MACRO_ROW : name;
  return Object.fromEntries(
    P2_MODELS.map((model) => {
      const cell =
        id === MEANS.micro
          ? publishedCell({ table: "p2_table2", metric: "accuracy", model })
          : (table11.get(cellId("p2_table11", row, columnOf(model))) ?? null);
      return [columnId(model), publishedRate(name, model, cell)];
    }),
  );
}

/** A section table with P2's five models behind the runs, where the section has the paper's name. */
export function withPublishedSections(table: TableModel): TableModel {
  const table11 = new Map(publishedCells({ table: "p2_table11" }).map((cell) => [cell.id, cell]));
  return {
    ...table,
    columns: [
      ...table.columns,
      ...P2_MODELS.map((model) => ({
        id: columnId(model),
        label: publishedLabel(model, "P2"),
        kind: "rate" as const,
      })),
    ],
    rows: table.rows.map((row) => ({ ...row, cells: { ...row.cells, ...cellsOf(row, table11) } })),
    notes: [
      ...(table.notes ?? []),
      {
        sign: "P2",
        text:
          `As published (${P2_SOURCE}, Table 11; item-micro from Table 2), printed in percent. They ` +
          "stand beside sections of the same name, whatever the benchmark and its items.",
      },
    ],
  };
}
