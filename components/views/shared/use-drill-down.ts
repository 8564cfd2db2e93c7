"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { viewStateNow } from "@/components/hooks/use-view-state";
import { drillDown, underPaddings } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import type { Filters } from "@/lib/view-state/filters";
import { hrefOf } from "@/lib/view-state/codec";
import type { Select } from "@/lib/chart-models/series";
import { switchView } from "@/lib/view-state/state";

/** Opens the responses behind a point of a chart or a row of a table. */
export function useDrillDown(catalog: readonly CatalogRow[]): (point: Select) => void {
  const router = useRouter();
  return useCallback(
    (point: Select) => {
      const now = viewStateNow();
      const filters = drillDown(now.filters, point, catalog);
      router.push(hrefOf({ ...switchView(now, "responses"), filters }));
    },
    [router, catalog],
  );
}

/** The same of a run, under the paddings that the view counts. */
export function useRunDrill(
  catalog: readonly CatalogRow[],
  filters: Filters,
): (run: Select) => void {
  const drill = useDrillDown(catalog);
  return useCallback((run: Select) => drill(underPaddings(run, filters)), [drill, filters]);
}
