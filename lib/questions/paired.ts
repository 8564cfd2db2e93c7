import { conditionSides } from "@/lib/metrics/condition-sides";
import { METRICS } from "@/lib/metrics/registry";
import { together } from "@/lib/metrics/together";

/** Pairs of conditions, and the sides that they are made of: also those that make none. */
export const PAIRED = together("paired view", {
  pairs: METRICS.paired,
  sides: { id: "sides of conditions", run: conditionSides },
});
