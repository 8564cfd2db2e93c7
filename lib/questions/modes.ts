import { apartModes, conditionSides } from "@/lib/metrics/condition-sides";
import { METRICS } from "@/lib/metrics/registry";
import { together } from "@/lib/metrics/together";

/** Pairs of modes, and direct and thinking sides of one model that make none. */
export const MODES = together("modes view", {
  pairs: METRICS.modes,
  apart: {
    id: "modes apart",
    run: async (workspace, options) => apartModes(await conditionSides(workspace, options)),
  },
});
