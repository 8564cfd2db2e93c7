"use client";
import { useWorkspace, useWorkspaceActions } from "@/components/workspace/use-workspace";
import { LAYOUTS, type LayoutName } from "@/lib/export/papers/layouts";
import type { PaperInput } from "@/lib/export/papers/rows";
import { report } from "@/lib/metrics/report";
import type { Filters } from "@/lib/view-state/filters";
import { PaperMenu } from "./paper-menu";

interface PaperTablesProps {
  readonly layouts: readonly LayoutName[];
  /**
   * The filters in use: those of the view, without its own choice of one N. Tables about padding
   * need the padded cells, so without the default of no padding.
   */
  readonly filters: Filters;
  /** The two paddings that the link asks for, and the one N of tables about padding. */
  readonly paddings?: PaperInput["paddings"];
  readonly n?: PaperInput["n"];
}

/**
 * The records under the view's filters in the paper's own layouts, copied or saved. The rows are
 * asked for when a table is: a layout stands on more than its view shows.
 */
export function PaperTables({ layouts, filters, paddings = null, n = null }: PaperTablesProps) {
  const { workspace, version } = useWorkspace();
  const { askOnce } = useWorkspaceActions();
  if (!workspace) return null;
  const choices = layouts.map((name) => {
    const { label, sections, build } = LAYOUTS[name];
    return {
      id: name,
      label,
      make: async () => {
        const rows = await askOnce((open, signal) => report(open, { filters, signal }, sections));
        return build({ report: rows, paddings, n });
      },
    };
  });
  // What was said of a table holds for what was copied: under other filters it is gone.
  return <PaperMenu key={JSON.stringify([version, filters, paddings, n])} choices={choices} />;
}
