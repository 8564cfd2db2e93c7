"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ViewExports } from "@/components/ui/export-actions";
import { useUnmet } from "@/components/filters/use-unmet";
import { joined } from "@/lib/chart-models/sentences";
import type { TableCell, TableColumn, TableModel } from "@/lib/chart-models/table-model";
import { plural } from "@/lib/format/number";
import type { RowColumn } from "@/lib/rows/columns";
import { keyOf, writeKey } from "@/lib/rows/key";
import type { ViewRow } from "@/lib/rows/row";
import { figureFiles, useSourceLine } from "../shared/use-figure-exports";
import { columnWords } from "./response-cell";
import { subtitleOf, titleOf } from "./sentences";
import type { ResponseList } from "./use-response-list";
import { pageQuery } from "./use-response-pages";

/** Rows of a figure: what fits on a page. */
const FIGURE_ROWS = 25;

const columnOf = (column: RowColumn): TableColumn => ({
  id: column.id,
  label: column.unit === "ms" ? `${column.label} (ms)` : column.label,
  kind: column.kind === "number" ? "count" : "text",
});

function cellOf(row: ViewRow, column: RowColumn): TableCell {
  const value = row[column.id as keyof ViewRow];
  if (typeof value === "boolean") return { value: value ? "yes" : "no" };
  return { value: typeof value === "string" ? columnWords(column, value) : value };
}

function tableOf(rows: readonly ViewRow[], columns: readonly RowColumn[]): TableModel {
  return {
    caption: plural(rows.length, "response"),
    columns: columns.map(columnOf),
    groups: [],
    rows: rows.map((row) => ({
      id: writeKey(keyOf(row)),
      group: null,
      cells: Object.fromEntries(columns.map((column) => [column.id, cellOf(row, column)])),
      select: null,
      simulated: row.provenance === "simulated",
    })),
  };
}

/** SVG and PNG of the first rows of the list, which the subtitle says. They are read when asked for. */
export function useResponsesFigure(
  responses: ResponseList | null,
  columns: readonly RowColumn[],
): Pick<ViewExports, "svg" | "png"> {
  const client = useQueryClient();
  const source = useSourceLine();
  const unmet = useUnmet();
  return useMemo(() => {
    if (responses === null) return {};
    return figureFiles(async () => {
      const first = await client.query(pageQuery(responses, 0));
      const table = tableOf(first.slice(0, FIGURE_ROWS), columns);
      const rest = responses.total > table.rows.length;
      return {
        title: titleOf(responses),
        subtitle: joined([
          subtitleOf(responses),
          rest ? `the first ${plural(table.rows.length, "row")}` : null,
          unmet,
        ]),
        simulated: responses.list.plan.scope.simulated,
        source,
        parts: [{ kind: "table", table, sort: null, note: null }],
      };
    });
  }, [client, source, unmet, responses, columns]);
}
