"use client";
import { useMemo } from "react";
import { assignStyles } from "@/lib/chart-models/palette";
import { fixedSeries } from "@/lib/chart-models/scope";
import { catalog } from "@/lib/metrics/catalog";
import { useRows } from "@/components/workspace/use-metric";

/** All cells of the open data, with what follows from them for every view. */
export function useCatalog() {
  const result = useRows(["catalog"], catalog);
  const { rows } = result;
  const derived = useMemo(
    () => ({ styles: assignStyles(rows.map((row) => row.model)), fixed: fixedSeries(rows) }),
    [rows],
  );
  return { ...result, ...derived };
}
export type Catalog = ReturnType<typeof useCatalog>;
