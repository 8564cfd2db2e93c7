import { formatFixed } from "@/lib/format/number";
import { publishedCells, PUBLISHED_MODELS } from "@/lib/reference/published";
import type { Board } from "./overview";
import {
  publishedAt,
  publishedEnvironments,
  publishedInterval,
  publishedLabel,
  publishedRow,
  publishedValue,
  publishedWithInterval,
  withPublishedRows,
} from "./published";
import type { Spark, TableCell, TableColumn, TableModel, TableRow } from "./table-model";

const LOW: TableColumn = {
  id: "na_low",
  label: "NA low",
  kind: "rate",
  hint: "NA at the N that the bubble index starts at: 4, else the smallest",
};

/** The model of a published row by the row's id; empty for any other row. */
export function publishedModel(rowId: string): string {
  return rowId.startsWith("published|") ? rowId.slice(rowId.lastIndexOf("|") + 1) : "";
}

/** NA at each N as Table 13 prints it. */
function sparkOf(model: string, environment: string): Spark {
  return publishedCells({ table: "p1_table13", metric: "na", model, environment }).flatMap(
    ({ n, value }) => (n === null ? [] : [{ x: n, y: value }]),
  );
}

function rowOf(model: string, environment: string, board: Board): TableRow {
  const at = (metric: string, n?: number) =>
    publishedAt("p1_table2", metric, { model, environment, ...(n !== undefined && { n }) });
  const [low, high, bi] = [at("na", 4), at("na", 100), at("bi")];
  return publishedRow(`published|${board.id}|${model}`, board.id, {
    model: { value: publishedLabel(model) },
    benchmark: { value: "P1 Table 2" },
    n: { value: 100 },
    spark: { value: sparkOf(model, environment) },
    na_low: publishedValue(low, { aside: "N=4" }),
    na: publishedWithInterval(high, "trials"),
    na_ci: { value: null, reason: "Table 2 prints an interval over trials: see Scaling." },
    accuracy: publishedValue(at("accuracy", 100)),
    accuracy_ci: { value: null, reason: "The paper does not print it." },
    bi: publishedWithInterval(bi, "trials"),
    bi_ci: publishedInterval(bi),
    bi_n_low: { value: 4 },
    pooled: { value: null, reason: "Published values are of one presentation." },
    n_responses: { value: 150_000 },
    n_items: { value: 30 },
    standing: { value: "as published, not ranked" },
  });
}

/** NA of a recomputed row at the N that its bubble index starts at. */
function lowCell(row: TableRow): TableCell {
  const spark = (row.cells.spark?.value ?? []) as Spark;
  const first = spark.find(({ x }) => x === row.cells.bi_n_low?.value);
  return first === undefined
    ? { value: null, reason: "No item is seen at two N." }
    : { value: first.y, reason: "No scored response.", aside: `N=${formatFixed(first.x, 0)}` };
}

/** The leader table with P1's rows under each board of one of its environments. */
export function withPublishedOverview(table: TableModel, boards: readonly Board[]): TableModel {
  const at = table.columns.findIndex((column) => column.id === "na");
  const rows = boards.flatMap((board) =>
    board.kind === "fixed"
      ? []
      : publishedEnvironments([board.environment]).flatMap((environment) =>
          PUBLISHED_MODELS.map((model) => rowOf(model, environment, board)),
        ),
  );
  return withPublishedRows(
    {
      ...table,
      columns: [...table.columns.slice(0, at), LOW, ...table.columns.slice(at)],
      rows: table.rows.map((row) => ({ ...row, cells: { ...row.cells, na_low: lowCell(row) } })),
    },
    rows,
  );
}
