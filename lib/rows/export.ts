import { exportColumns } from "@/lib/export/rows/columns";
import { csvHeader, csvRows } from "@/lib/export/rows/csv";
import type { ExportOptions } from "@/lib/export/rows/export";
import type { Workspace } from "@/lib/metrics/workspace";
import { openRows } from "./list";
import type { RowFilters } from "./predicate";
import { openRuns } from "./runs";

const PAGE_ROWS = 16_384;

/**
 * All responses under some filters as the pieces of a CSV file, a page at a time and in the order of
 * the record: memory holds one page, whatever their number. The file imports to the same rows.
 */
export async function* exportResponses(
  workspace: Workspace,
  filters: RowFilters,
  { signal, onProgress }: ExportOptions = {},
): AsyncGenerator<string> {
  const runs = await openRuns(workspace.engine, { signal });
  const numbered = new Set(runs.filter((r) => r.trials_numbered).map((r) => r.run_id));
  const list = await openRows(workspace, { ...filters, sort: null }, { signal });
  const total = await list.total(signal);
  const columns = exportColumns(numbered.size > 0);
  yield csvHeader(columns);
  for (let written = 0; written < total; written += PAGE_ROWS) {
    const rows = await list.window(written, PAGE_ROWS, signal);
    yield csvRows(
      rows.map((row) => ({ ...row, trials_numbered: numbered.has(row.run_id) })),
      columns,
    );
    onProgress?.(Math.min(written + PAGE_ROWS, total));
  }
}
