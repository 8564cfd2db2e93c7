import type { Cell } from "@/lib/protocol/cells";
import type { JobSpec } from "@/lib/protocol/job-spec";
import type { ChatMessage, Presented, RequestKey } from "@/lib/protocol/presented";
import type { ItemSet } from "@/lib/records/item-set";
import { scorerNamed } from "@/lib/scoring/registry";
import type { Scorer } from "@/lib/scoring/scorer";
import { cellText } from "./cell";
import type { Queries } from "./database/database";
import type { ItemSetReader, ModelIdentity, Plan, Protocol } from "./ports";
import { readIdentities, type Job } from "./queue/rows";
import { modeOf, type Mode } from "./mode";

/** A run of a job: one model of its spec in one mode. */
export interface PlannedRun {
  readonly runId: string;
  readonly model: number;
  readonly mode: Mode;
  readonly planned: number;
  /** Distinct items among the planned requests. */
  readonly items: number;
}

/** A job spec with all that follows from it. */
export interface Evaluation {
  readonly spec: JobSpec;
  readonly specHash: string;
  readonly promptHash: string;
  readonly set: ItemSet;
  readonly plan: Plan;
  /** The plan's cells by {@link cellText}. */
  readonly cells: ReadonlyMap<string, Cell>;
  readonly scorer: Scorer;
  readonly present: (key: RequestKey) => Presented;
  readonly render: (presented: Presented) => readonly ChatMessage[];
  readonly runIdOf: (model: number, mode: RequestKey["mode"]) => string;
  readonly protocolHash: (mode: Mode) => string;
}

interface EvaluationPorts {
  readonly protocol: Protocol;
  readonly sets: ItemSetReader;
}

/**
 * Reads the item set of a spec and prepares all that asking needs.
 * @param identities of the spec's models; where a host was not looked at yet, its run ids are not
 * the final ones
 * @throws Error in one line where the set is another one or the scorer unknown; RangeError of the
 * plan where the set cannot give what the spec asks for
 */
export async function evaluate(
  ports: EvaluationPorts,
  spec: JobSpec,
  identities: readonly (ModelIdentity | null)[] = [],
): Promise<Evaluation> {
  const { protocol } = ports;
  const set = await ports.sets.read(spec.item_set);
  if (set.hash !== spec.item_set)
    throw new Error(`the item set is ${set.hash}, not ${spec.item_set} as the job asks for`);
  const ids = new Map<string, string>();
  const plan = protocol.planOf(spec, set);
  return {
    spec,
    specHash: protocol.specHash(spec),
    promptHash: protocol.promptHash(spec),
    set,
    plan,
    cells: new Map(plan.cells.map((cell) => [cellText(cell), cell])),
    scorer: scorerNamed(spec.scorer),
    present: protocol.presenterOf(spec, set),
    render: protocol.renderPrompt(spec, set),
    runIdOf(model, mode) {
      // Hashing a spec for every request would be most of the work of a fast host.
      const name = `${model} ${mode ?? ""}`;
      const requested = spec.models[model]?.model ?? "";
      const identity = identities[model] ?? { requested, digest: null, quantisation: null };
      const id = ids.get(name) ?? protocol.runIdOf(spec, set, identity, modeOf(mode));
      ids.set(name, id);
      return id;
    },
    protocolHash: (mode) => protocol.protocolHash(spec, mode),
  };
}

/** The evaluation of a job, with its models as they were when it was first run. */
export async function evaluationOf(
  queries: Queries,
  ports: EvaluationPorts,
  job: Pick<Job, "id" | "spec">,
): Promise<Evaluation> {
  return evaluate(ports, job.spec, await readIdentities(queries, job.id));
}

interface Counted {
  readonly model: number;
  readonly mode: Mode;
  planned: number;
  readonly items: Set<number>;
}

/**
 * The runs of an evaluation with the requests of each.
 * @throws Error where two models of the spec would make one run
 */
export function plannedRuns(evaluation: Evaluation): PlannedRun[] {
  const { plan, runIdOf, spec } = evaluation;
  const runs = new Map<string, Counted>();
  const named = (model: number) => spec.models[model]?.host ?? "";
  for (let index = 0; index < plan.chunks; index += 1) {
    const { model, cell, items } = plan.chunk(index);
    const runId = runIdOf(model, cell.mode);
    const run = runs.get(runId) ?? { model, mode: modeOf(cell.mode), planned: 0, items: new Set() };
    if (run.model !== model)
      throw new Error(
        `${spec.models[model]?.model ?? ""} on ${named(run.model)} and on ${named(model)} would be one run: leave one of them out`,
      );
    run.planned += items.length;
    for (const item of items) run.items.add(item);
    runs.set(runId, run);
  }
  return [...runs].map(([runId, run]) => ({ runId, ...run, items: run.items.size }));
}
