import type { CatalogRow } from "@/lib/metrics/catalog";
import { PAIRED_RUNS } from "@/lib/metrics/paired";
import { RUN_PRESENTATIONS } from "@/lib/metrics/pooled";
import { METRICS } from "@/lib/metrics/registry";
import { narrowed, together } from "@/lib/metrics/together";
import { fixedRuns } from "./overview";

/** What the table of fixed runs stands on: the runs, and what tells near-ties. */
export function modelsSource(catalog: readonly CatalogRow[]) {
  return together("models", {
    accuracy: METRICS.accuracy,
    paired: narrowed(PAIRED_RUNS, (filters) => (fixedRuns(catalog, filters) > 1 ? filters : null)),
    presented: narrowed(RUN_PRESENTATIONS, (filters) =>
      fixedRuns(catalog, filters) > 0 ? filters : null,
    ),
  });
}
