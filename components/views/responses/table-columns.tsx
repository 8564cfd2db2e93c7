import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import { ROW_COLUMNS, rowColumn, type RowColumn } from "@/lib/rows/columns";
import type { ViewRow } from "@/lib/rows/row";
import { ResponseCell } from "./response-cell";

/** Sorting, filtering and paging are the database's: the table only lays out columns and cells. */
export const FEATURES = tableFeatures({});
const helper = createColumnHelper<typeof FEATURES, ViewRow>();

/** Columns shown unless the link chooses: the first of all, up to the scorer. */
const DEFAULT_COLUMNS = ROW_COLUMNS.slice(
  0,
  ROW_COLUMNS.findIndex((column) => column.id === "scorer") + 1,
).map((column) => column.id);

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
  model: "minmax(150px, 1.6fr)",
  item_id: "minmax(84px, 1fr)",
  correct: "96px",
  outcome: "112px",
  benchmark: "minmax(120px, 1fr)",
  environment: "104px",
  section: "minmax(110px, 1fr)",
  scorer: "116px",
  n_options: "72px",
  trial: "76px",
  gold_pos: "76px",
  resp_pos: "84px",
};
const KIND_WIDTHS = { text: "minmax(150px, 1fr)", enum: "124px", number: "132px" } as const;

/** The grid template that header, filters and rows share. */
export function gridTemplate(columns: readonly RowColumn[]): string {
  return columns.map((column) => WIDTHS[column.id] ?? KIND_WIDTHS[column.kind]).join(" ");
}
