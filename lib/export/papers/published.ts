import { cellText } from "@/lib/chart-models/table-text";
import { publishedTable } from "@/lib/chart-models/published-table";
import { tableSource } from "@/lib/reference/papers";
import type { PublishedTable } from "@/lib/reference/table";
import type { PaperTable } from "./paper-table";

/** A published table in its own layout: values and marks as the Reference view shows them. */
export function publishedPaper(table: PublishedTable): PaperTable {
  const model = publishedTable(table);
  const drawn = model.columns.filter((column) => column.exportOnly !== true);
  return {
    id: `${table.id.replace("_", "-")}-published`,
    caption: `${table.caption} As published: ${tableSource(table)}.`,
    columns: table.columns.map(({ label, sub, kind }) => ({
      label,
      align: kind === "text" ? "l" : "r",
      ...(sub !== undefined && { sub }),
    })),
    rows: model.rows.map((row) =>
      drawn.map((column) => {
        const cell = row.cells[column.id];
        const value = cell?.value ?? null;
        const aside = cell?.aside === undefined ? "" : ` ${cell.aside}`;
        return {
          text: value === null ? null : cellText(column, cell) + aside,
          ...(cell?.signs !== undefined && { signs: cell.signs }),
        };
      }),
    ),
    grouped: table.columns[0]?.id === "environment",
    notes: (model.notes ?? []).map(({ sign, text }) => ({ sign, text })),
  };
}
