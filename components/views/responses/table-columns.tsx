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

/** Least width in pixels, and the share of what is left over. */
type Width = readonly [least: number, share: number];
const WIDTHS: Readonly<Record<string, Width>> = {
  model: [170, 2],
  item_id: [84, 1],
  correct: [92, 0],
  outcome: [112, 0],
  benchmark: [130, 1],
  environment: [104, 0],
  // "english_text:front" whole: what is cut off is what tells two of them apart.
  padding: [152, 0],
  section: [120, 1],
  scorer: [116, 0],
  n_options: [72, 0],
  trial: [72, 0],
  gold_pos: [72, 0],
  resp_pos: [96, 0],
};
const KIND_WIDTHS: Readonly<Record<RowColumn["kind"], Width>> = {
  text: [150, 1],
  enum: [124, 0],
  number: [132, 0],
};
const widthOf = (column: RowColumn): Width => WIDTHS[column.id] ?? KIND_WIDTHS[column.kind];

/** The grid template that header, filters and rows share, and the width it needs at least. */
export function gridLayout(columns: readonly RowColumn[]): {
  readonly template: string;
  readonly minWidth: number;
} {
  const widths = columns.map(widthOf);
  return {
    template: widths
      .map(([least, share]) => (share > 0 ? `minmax(${least}px, ${share}fr)` : `${least}px`))
      .join(" "),
    minWidth: widths.reduce((sum, [least]) => sum + least, 0),
  };
}
