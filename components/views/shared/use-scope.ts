"use client";
import { useMemo } from "react";
import { useFilters } from "@/components/workspace/use-metric";
import { assignStyles } from "@/lib/chart-models/palette";
import { fixedSeries } from "@/lib/chart-models/scope";
import { catalog } from "@/lib/metrics/catalog";
import { viewScope, type PaddingChoice } from "@/lib/questions/scope";
import { useRows } from "@/components/workspace/use-metric";

/**
 * What every chart view stands on: the cells of the open data with the styles of all models, and the
 * filters in use, with the paddings that the view shows.
 */
export function useScope(paddings: PaddingChoice = "unpadded") {
  const inUse = useFilters();
  const cells = useRows(["catalog"], catalog);
  const { rows } = cells;
  const known = useMemo(() => ({ styles: assignStyles(rows), fixed: fixedSeries(rows) }), [rows]);
  const scope = useMemo(
    () => viewScope(paddings, inUse.filters, rows),
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
