"use client";
import { useViewState } from "@/components/hooks/use-view-state";
import { useWorkspace, useWorkspaceActions } from "@/components/workspace/use-workspace";
import {
  LAYOUTS,
  LAYOUTS_OF_VIEW,
  type LayoutName,
  type PaperLayout,
} from "@/lib/export/papers/layouts";
import type { PaperInput } from "@/lib/export/papers/rows";
import { catalog } from "@/lib/metrics/catalog";
import { report } from "@/lib/metrics/report";
import type { Filters } from "@/lib/view-state/filters";
import { PaperMenu } from "./paper-menu";
import { useScope } from "./use-scope";

export interface PaperChoices extends Pick<PaperInput, "paddings" | "n"> {
  /**
   * The filters in use, without the view's own choice of one N, where they are not those of the
   * unpadded scope: tables about padding need the padded cells.
   */
  readonly filters?: Filters;
}

/**
 * The records under the view's filters in the layouts of the papers' tables that belong to the view
 * (`LAYOUTS_OF_VIEW`), copied or saved; nothing where none does.
 */
export function PaperTables(choices: PaperChoices) {
  const { view } = useViewState().state;
  const layouts = LAYOUTS_OF_VIEW[view];
  return layouts === undefined ? null : <ViewTables layouts={layouts} {...choices} />;
}

interface ViewTablesProps extends PaperChoices {
  readonly layouts: readonly LayoutName[];
}

/** The rows are asked for when a table is: a layout stands on more than its view shows. */
function ViewTables({ layouts, filters: own, paddings = null, n = null }: ViewTablesProps) {
  const { workspace, version } = useWorkspace();
  const { askOnce } = useWorkspaceActions();
  const scope = useScope();
  if (!workspace) return null;
  const filters = own ?? scope.filters;
  const choices = layouts.map((name) => {
    const { label, sections, build, under }: PaperLayout = LAYOUTS[name];
    return {
      id: name,
      label,
      make: async () => {
        const rows = await askOnce(async (open, signal) => {
          const asked = under
            ? under(filters, [...new Set((await catalog(open, signal)).map((c) => c.scorer))])
            : filters;
          return report(open, { filters: asked, signal }, sections);
        });
        return build({ report: rows, paddings, n });
      },
    };
  });
  // What was said of a table holds for what was copied: under other filters it is gone.
  return <PaperMenu key={JSON.stringify([version, filters, paddings, n])} choices={choices} />;
}
