import { inWords } from "@/lib/format/words";
import { publishedCells, PUBLISHED_MODELS, type PublishedCell } from "@/lib/reference/published";
import { publishedAt, publishedCurveCells, publishedRow, publishedValue } from "./published";
import { PUBLISHED_N } from "./published-positions";
import type { TableCell, TableRow } from "./table-model";

/** What P1 prints about padding for one model and environment, all at 100 options. */
export interface PublishedPadding {
  readonly model: string;
  readonly environment: string;
  /** Table 3. */
  readonly spread: PublishedCell | null;
  /** Table 10: the worse placement of each type. */
  readonly worstByType: ReadonlyMap<string, PublishedCell>;
  /** The type with the lowest change, ties by name. */
  readonly worstType: string | null;
  /** Table 12, by padding ("none", "english_text") and metric; empty but for one model. */
  readonly mechanism: ReadonlyMap<string, ReadonlyMap<string, PublishedCell>>;
}

/** Published padding values of the environments in view; cells are drawn by `publishedValue`. */
export function publishedPadding(environments: readonly string[]): PublishedPadding[] {
  return environments.flatMap((environment) =>
    PUBLISHED_MODELS.map((model) => {
      const place = { model, environment } as const;
      const types = publishedCells({ table: "p1_table10", ...place });
      const worst = [...types].sort(
        (a, b) => a.value - b.value || ((a.padding ?? "") < (b.padding ?? "") ? -1 : 1),
      )[0];
      const mechanism = Map.groupBy(
        publishedCells({ table: "p1_table12", ...place }),
        ({ padding }) => padding ?? "none",
      );
      return {
        ...place,
        spread: publishedCells({ table: "p1_table3", ...place })[0] ?? null,
        worstByType: new Map(types.map((cell) => [cell.padding ?? "none", cell])),
        worstType: worst?.padding ?? null,
        mechanism: new Map(
          [...mechanism].map(([padding, cells]) => [
            padding,
            new Map(cells.map((cell) => [cell.metric, cell])),
          ]),
        ),
      };
    }),
  );
}

const NOT_PRINTED: TableCell = { value: null, reason: "The paper does not print it." };

/** Published rows of the spread table, all at 100 options: Table 3's spread, Table 10's lowest change. */
export function publishedSpreadRows(environments: readonly string[]): TableRow[] {
  return publishedPadding(environments).map((one) => {
    const { model, environment, spread, worstType } = one;
    const accuracy = publishedAt("p1_table2", "accuracy", { model, environment, n: PUBLISHED_N });
    const worst = worstType === null ? null : (one.worstByType.get(worstType) ?? null);
    return publishedRow(`published|${environment}|${model}`, null, {
      ...publishedCurveCells(model, environment),
      n_options: { value: PUBLISHED_N },
      acc_none: publishedValue(accuracy),
      acc_min: NOT_PRINTED,
      acc_mean: NOT_PRINTED,
      acc_max: NOT_PRINTED,
      delta_mean: NOT_PRINTED,
      spread: publishedValue(spread),
      worst_type: worstType === null ? NOT_PRINTED : { value: worstType, text: inWords(worstType) },
      worst_placement: NOT_PRINTED,
      worst_delta: publishedValue(worst),
      worst_delta_ci: NOT_PRINTED,
      n_conditions: { value: 8 },
      n_items: { value: 30 },
      n_responses: NOT_PRINTED,
    });
  });
}
