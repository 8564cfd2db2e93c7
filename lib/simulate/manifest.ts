import { runIdOf, shortHash } from "@/lib/records/hashes";
import { MANIFEST_VERSION, manifestSchema, type Manifest } from "@/lib/records/manifest";
import type { Outcome } from "@/lib/records/response";
import { responsesPerModel, type SimulatedModel, type SimulationSpec } from "./spec";

export const SIMULATED_BENCHMARK = "simulated-massive-option";
/** The positions are given, not read out of a text. */
const SCORER = "given";

/**
 * Identity of a simulated run: what determines its answers. Not the numbers of trials, nor which
 * environments, N and paddings were asked for: more of those extend the run.
 */
function simulatedRunId(spec: SimulationSpec, model: SimulatedModel): string {
  return runIdOf({
    benchmark: SIMULATED_BENCHMARK,
    items: spec.items,
    seed: spec.seed,
    scorer: SCORER,
    model,
  });
}

/** The manifest of one simulated model's run, before its outcomes are counted. */
export function manifestOf(
  spec: SimulationSpec,
  model: SimulatedModel,
  counts: Partial<Record<Outcome, number>> = {},
): Manifest {
  const { name, ...law } = model;
  return manifestSchema.parse({
    schema_version: MANIFEST_VERSION,
    run_id: simulatedRunId(spec, model),
    name,
    benchmark: SIMULATED_BENCHMARK,
    benchmark_hash: shortHash([SIMULATED_BENCHMARK, spec.items]),
    scorer: SCORER,
    protocol: {
      option_counts: spec.n_options,
      trials: spec.trials,
      seed: spec.seed,
      environments: spec.environments,
      paddings: ["none", ...spec.paddings.filter((padding) => padding !== "none")],
      // The policy stands where a real run keeps what decides its answers (lib/cubes/series.ts).
      sampling: law,
    },
    model: { requested: name },
    status: "complete",
    planned: responsesPerModel(spec),
    counts,
    provenance: { kind: "simulated", spec_hash: shortHash(spec) },
  });
}
