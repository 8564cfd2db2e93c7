import { METRICS } from "@/lib/metrics/registry";
import { together } from "@/lib/metrics/together";

/** Accuracy by section, and the runs behind it with their two means. */
export const SECTIONS = together("sections view", {
  sections: METRICS.sections,
  runs: METRICS.accuracy,
});
