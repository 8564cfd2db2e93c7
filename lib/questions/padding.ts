import { METRICS } from "@/lib/metrics/registry";
import { together } from "@/lib/metrics/together";

export const PADDING = together("padding view", {
  envelope: METRICS.padding_envelope,
  padding: METRICS.padding,
});
