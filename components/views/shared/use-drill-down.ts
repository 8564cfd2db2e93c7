"use client";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { drillDown } from "@/lib/chart-models/scope";
import type { CatalogRow } from "@/lib/metrics/catalog";
import type { Filters } from "@/lib/view-state/filters";

/** Opens the responses behind a point of a chart or a row of a table. */
export function useDrillDown(catalog: readonly CatalogRow[]): (point: Filters) => void {
  const router = useRouter();
  const { state, hrefOfView } = useViewState();
  const { filters } = state;
  return useCallback(
    (point: Filters) =>
      router.push(hrefOfView("responses", { filters: drillDown(filters, point, catalog) })),
    [router, hrefOfView, filters, catalog],
  );
}
