import type { JobSpec } from "@/lib/protocol/job-spec";
import type { ChatMessage, Presented, RequestKey } from "@/lib/protocol/presented";
import type { ItemSet } from "@/lib/records/item-set";
import { scorerNamed } from "@/lib/scoring/registry";
import type { Scorer } from "@/lib/scoring/scorer";
import type { ItemSetReader, Plan, Protocol } from "./ports";

/** A run of a job: one model of its spec in one mode. */
export interface PlannedRun {
  readonly runId: string;
  readonly model: number;
  readonly mode: RequestKey["mode"];
  readonly planned: number;
}

/** A job spec with all that follows from it. */
export interface Evaluation {
  readonly spec: JobSpec;
  readonly specHash: string;
  readonly promptHash: string;
  readonly set: ItemSet;
  readonly plan: Plan;
  readonly scorer: Scorer;
  readonly present: (key: RequestKey) => Presented;
  readonly render: (presented: Presented) => readonly ChatMessage[];
  readonly runIdOf: (model: number, mode: RequestKey["mode"]) => string;
}

/**
 * Reads the item set of a spec and prepares all that asking needs.
 * @throws Error in one line where the set is another one or the scorer unknown; RangeError of the
 * plan where the set cannot give what the spec asks for
 */
export async function evaluate(
  ports: { readonly protocol: Protocol; readonly sets: ItemSetReader },
  spec: JobSpec,
): Promise<Evaluation> {
  const { protocol } = ports;
  const set = await ports.sets.read(spec.item_set);
  if (set.hash !== spec.item_set)
    throw new Error(`the item set is ${set.hash}, not ${spec.item_set} as the job asks for`);
  const ids = new Map<string, string>();
  return {
    spec,
    specHash: protocol.specHash(spec),
    promptHash: protocol.promptHash(spec),
    set,
    plan: protocol.planOf(spec, set),
    scorer: scorerNamed(spec.scorer),
    present: protocol.presenterOf(spec, set),
    render: protocol.renderPrompt(spec, set),
    runIdOf(model, mode) {
      // Hashing a spec for every request would be most of the work of a fast host.
      const name = `${model} ${mode ?? ""}`;
      const id = ids.get(name) ?? protocol.runIdOf(spec, set, model, mode);
      ids.set(name, id);
      return id;
    },
  };
}

/**
 * The runs of an evaluation with the requests of each.
 * @throws Error where two models of the spec would make one run
 */
export function plannedRuns(evaluation: Evaluation): PlannedRun[] {
  const { plan, runIdOf, spec } = evaluation;
  const runs = new Map<string, PlannedRun>();
  for (let index = 0; index < plan.chunks; index += 1) {
    const { model, cell, items } = plan.chunk(index);
    const runId = runIdOf(model, cell.mode);
    const run = runs.get(runId) ?? { runId, model, mode: cell.mode, planned: 0 };
    if (run.model !== model)
      throw new Error(
        `${spec.models[run.model]?.model ?? ""} on ${spec.models[run.model]?.host ?? ""} and on ${spec.models[model]?.host ?? ""} would be one run: leave one of them out`,
      );
    runs.set(runId, { ...run, planned: run.planned + items.length });
  }
  return [...runs.values()];
}
