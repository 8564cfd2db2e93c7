import type { Cell } from "@/lib/protocol/cells";
import { identityOf } from "@/lib/protocol/identity";
import type { JobSpec } from "@/lib/protocol/job-spec";
import type { ChatMessage, Presented, RequestKey } from "@/lib/protocol/presented";
import { finished, type Steps } from "@/lib/protocol/steps";
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

/** Counts of the database are 32-bit integers; so many requests would take years. */
const MOST_REQUESTS = 1_000_000_000;
const formatted = (count: number) => count.toLocaleString("en-US");

async function setOf({ sets }: EvaluationPorts, spec: JobSpec): Promise<ItemSet> {
  const set = await sets.read(spec.item_set);
  if (set.hash !== spec.item_set)
    throw new Error(`the item set is ${set.hash}, not ${spec.item_set} as the job asks for`);
  return set;
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
  const set = await setOf(ports, spec);
  const plan = protocol.planOf(spec, set);
  if (plan.requests > MOST_REQUESTS)
    throw new RangeError(
      `the job would ask ${formatted(plan.requests)} requests, and a job has at most ${formatted(MOST_REQUESTS)}: ask fewer trials, items or cells`,
    );
  const ids = new Map<string, string>();
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
      const asked = spec.models[model];
      if (!asked) throw new RangeError(`No model ${model} of ${spec.models.length}`);
      const identity = identities[model] ?? identityOf(asked);
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

/** Carries steps out, at once or between other things. */
export type Drive = <T>(steps: Steps<T>) => T | Promise<T>;

/**
 * The evaluation of a spec that no job has yet.
 * @throws RangeError saying what of the spec its item set cannot give, beside what `evaluate` throws
 */
export async function evaluateNew(
  ports: EvaluationPorts,
  spec: JobSpec,
  drive: Drive = finished,
): Promise<Evaluation> {
  // Looked at before anything is planned: what is planned may be much.
  const problems = await drive(ports.protocol.specProblems(spec, await setOf(ports, spec)));
  if (problems.length > 0) throw new RangeError(problems.join("; "));
  return evaluate(ports, spec);
}

/**
 * The runs of an evaluation with the requests of each.
 * @throws Error where two models of the spec would make one run
 */
export function plannedRuns({ plan, runIdOf, spec }: Evaluation): PlannedRun[] {
  const runs = new Map<string, PlannedRun>();
  const named = (model: number) => spec.models[model]?.host ?? "";
  const byMode = Map.groupBy(plan.cells, (cell) => modeOf(cell.mode));
  for (const [model, { model: name }] of spec.models.entries())
    for (const [mode, cells] of byMode) {
      const runId = runIdOf(model, mode);
      const other = runs.get(runId);
      if (other)
        throw new Error(
          `${name} on ${named(other.model)} and on ${named(model)} is one model by its digest, and would be one run: leave one of them out`,
        );
      const planned = cells.reduce((sum, cell) => sum + cell.trials * cell.items.length, 0);
      // Most cells show the same items: a list that was seen adds none.
      const items = new Set([...new Set(cells.map((cell) => cell.items))].flat());
      runs.set(runId, { runId, model, mode, planned, items: items.size });
    }
  return [...runs.values()];
}
