"use client";
import { useMemo } from "react";
import { useFilters } from "@/components/workspace/use-metric";
import { assignStyles } from "@/lib/chart-models/palette";
import { fixedSeries, unpaddedByDefault } from "@/lib/chart-models/scope";
import { catalog } from "@/lib/metrics/catalog";
import { withUnpadded } from "@/lib/metrics/scope";
import { useRows } from "@/components/workspace/use-metric";

/**
 * What every chart view stands on: the cells of the open data with the styles of all models, and the
 * filters in use: unpadded unless a padding is asked for, or with the unpadded side whatever paddings
 * are asked for.
 */
export function useScope(paddings: "unpadded" | "compared" = "unpadded") {
  const inUse = useFilters();
  const cells = useRows(["catalog"], catalog);
  const { rows } = cells;
  const known = useMemo(() => ({ styles: assignStyles(rows), fixed: fixedSeries(rows) }), [rows]);
  const scope = useMemo(
    () =>
      paddings === "compared"
        ? { filters: withUnpadded(inUse.filters), leftOut: [] }
        : unpaddedByDefault(inUse.filters, rows),
    [inUse.filters, rows, paddings],
  );
  return {
    ...known,
    ...scope,
    cells,
    /** False while filters or cells are not known yet: nothing should be asked. */
    ready: inUse.ready && cells.status !== "loading",
  };
}
