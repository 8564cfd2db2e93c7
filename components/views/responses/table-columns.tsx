import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import { rowColumn, type RowColumn } from "@/lib/rows/columns";
import type { ViewRow } from "@/lib/rows/row";
import { ResponseCell } from "./response-cell";

/** Sorting, filtering and paging are the database's: the table only lays out columns and cells. */
export const FEATURES = tableFeatures({});
const helper = createColumnHelper<typeof FEATURES, ViewRow>();

const DEFAULT_COLUMNS = [
  "model",
  "benchmark",
  "environment",
  "n_options",
  "item_id",
  "section",
  "padding",
  "trial",
  "gold_pos",
  "resp_pos",
  "outcome",
  "correct",
  "scorer",
];

/** The chosen columns, in their order; those of a link that do not exist are left out. */
export function chosenColumns(ids: readonly string[] | null): readonly RowColumn[] {
  const known = (ids ?? DEFAULT_COLUMNS).map(rowColumn).filter((column) => column !== null);
  return known.length > 0 ? known : DEFAULT_COLUMNS.flatMap((id) => rowColumn(id) ?? []);
}

/** Column names of a link that mean nothing here. */
export function unknownColumns(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !rowColumn(id));
}

export function isDefaultChoice(ids: readonly string[]): boolean {
  return ids.join() === DEFAULT_COLUMNS.join();
}

/** Columns of the table for columns of a response. */
export function tableColumns(columns: readonly RowColumn[]) {
  return helper.columns(
    columns.map((column) =>
      helper.display({
        id: column.id,
        header: column.label,
        cell: ({ row }) => <ResponseCell row={row.original} column={column} />,
      }),
    ),
  );
}

const WIDTHS: Record<string, string> = {
  model: "minmax(170px, 1.4fr)",
  benchmark: "minmax(140px, 1fr)",
  item_id: "minmax(110px, 1fr)",
  section: "minmax(130px, 1fr)",
  outcome: "130px",
  scorer: "130px",
  n_options: "84px",
};
const KIND_WIDTHS = { text: "minmax(150px, 1fr)", enum: "130px", number: "104px" } as const;

/** The grid template that header, filters and rows share. */
export function gridTemplate(columns: readonly RowColumn[]): string {
  return columns.map((column) => WIDTHS[column.id] ?? KIND_WIDTHS[column.kind]).join(" ");
}
