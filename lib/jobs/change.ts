import { isDeepStrictEqual } from "node:util";
import { jobSpecSchema, type JobSpec } from "@/lib/protocol/job-spec";
import { putDown, specColumns } from "./actions";
import { keepBatches } from "./batches/extend";
import type { Database } from "./database/database";
import { evaluate, evaluateNew, plannedRuns, type Drive, type Evaluation } from "./evaluation";
import type { JobPorts } from "./ports";
import { tell } from "./queue/events";
import { listJobs, readIdentities, readJob } from "./queue/rows";
import { setState } from "./queue/set-state";
import { keepLooks } from "./stopping/extend";
import { ActionRefused, stateAfter } from "./state";

type Ports = Pick<JobPorts, "protocol" | "sets">;

/** What of a spec may change while its runs stay the same. Trials can only become more. */
export type JobChanges = Partial<Pick<JobSpec, "name" | "trials" | "padded_trials" | "limits">>;

const trialsOf = ({ trials, padded_trials }: JobSpec) => ({
  plain: trials,
  padded: padded_trials ?? trials,
});

function changed(id: number, spec: JobSpec, changes: JobChanges): JobSpec {
  const read = jobSpecSchema.safeParse({ ...spec, ...changes });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ActionRefused(`job ${id}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`);
  }
  const after = read.data;
  const [was, is] = [trialsOf(spec), trialsOf(after)];
  if (is.plain < was.plain || is.padded < was.padded)
    throw new ActionRefused(
      `job ${id} has ${was.plain} trials (${was.padded} of padded cells): it can be given more, not fewer`,
    );
  return after;
}

/**
 * Changes a job's name or limits, or raises K: then only the new trials are asked.
 * @throws ActionRefused where it would have fewer trials, or its state does not allow it
 */
export async function changeJob(
  database: Database,
  ports: Ports,
  id: number,
  changes: JobChanges,
): Promise<void> {
  const before = await readJob(database, id);
  const spec = changed(id, before.spec, changes);
  const identities = await readIdentities(database, id);
  const evaluation = await evaluate(ports, spec, identities);
  const runs = plannedRuns(evaluation);
  const planned = runs.reduce((sum, run) => sum + run.planned, 0);
  await database.transaction(async (tx) => {
    const job = await readJob(tx, id, true);
    // Somebody else has changed it to the same meanwhile.
    if (job.spec_hash === evaluation.specHash) return;
    // The first run of a job looks at its models, and so gives its runs their ids.
    const sameModels = isDeepStrictEqual(await readIdentities(tx, id), identities);
    if (job.spec_hash !== before.spec_hash || !sameModels)
      throw new ActionRefused(`job ${id} was changed meanwhile: try again`);
    await tx.run(
      `UPDATE foilscope.jobs SET name = $2, spec = $3, spec_hash = $4, item_set = $5,
          planned = $6::integer, chunks = $7::integer, published = false
        WHERE id = $1::integer`,
      [id, ...specColumns(evaluation), planned, evaluation.plan.chunks],
    );
    if (planned === job.planned) return;
    const state = stateAfter(job.state, "extend");
    // Chunks of the longer plan may have other numbers: leases on the old ones end.
    await tx.run("DELETE FROM foilscope.chunks WHERE job = $1::integer", [id]);
    await tx.run(
      "UPDATE foilscope.queues SET cursor = 0, check_below = $2::integer WHERE job = $1::integer",
      [id, evaluation.plan.chunks],
    );
    await tx.run(
      `UPDATE foilscope.runs r SET planned = n.planned, items = n.items, finished = NULL
        FROM unnest($2::text[], $3::integer[], $4::integer[]) AS n(run_id, planned, items)
        WHERE r.job = $1::integer AND r.run_id = n.run_id`,
      [
        id,
        runs.map((run) => run.runId),
        runs.map((run) => run.planned),
        runs.map((run) => run.items),
      ],
    );
    await keepBatches(tx, id, evaluation);
    await keepLooks(tx, id, evaluation);
    await tell(tx, id, { kind: "plan", planned });
    if (state !== job.state) await setState(tx, id, state);
  });
}

const CHANGEABLE: ReadonlySet<string> = new Set<keyof JobChanges>([
  "name",
  "trials",
  "padded_trials",
  "limits",
]);

/** The parts of a spec that cannot change within a job. */
function fixedParts(spec: JobSpec): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(spec).filter(([part]) => !CHANGEABLE.has(part)));
}

export interface JobForSpec {
  readonly id: number;
  /** `changed`: an earlier job asks the same of the same, and has this spec's trials and limits now. */
  readonly how: "created" | "found" | "changed";
}

/** Held while a job is looked for and put down, so that those who ask for the same make one job. */
const ADVISORY_KEY = 7_203_412;

/**
 * Finds the job that asks what a spec asks, or puts one down, in one step for all who share the
 * database.
 */
async function findOrMake(
  database: Database,
  evaluation: Evaluation,
  isSame: (earlier: JobSpec) => boolean,
): Promise<{ readonly id: number; readonly earlier: JobSpec | null }> {
  return database.transaction(async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(${ADVISORY_KEY})`);
    const earlier = (await listJobs(tx)).find((job) => isSame(job.spec));
    return earlier
      ? { id: earlier.id, earlier: earlier.spec }
      : { id: await putDown(tx, evaluation), earlier: null };
  });
}

/**
 * The job that a spec means: the same command again goes on with it, and a higher K extends it.
 * @throws ActionRefused where the spec has fewer trials than its job
 */
export async function jobForSpec(
  database: Database,
  ports: Ports,
  spec: JobSpec,
): Promise<JobForSpec> {
  const fixed = fixedParts(spec);
  const { id, earlier } = await findOrMake(database, await evaluateNew(ports, spec), (other) =>
    isDeepStrictEqual(fixedParts(other), fixed),
  );
  if (!earlier) return { id, how: "created" };
  if (isDeepStrictEqual(earlier, spec)) return { id, how: "found" };
  const { name, trials, padded_trials, limits } = spec;
  await changeJob(database, ports, id, { name, trials, padded_trials, limits });
  return { id, how: "changed" };
}

/**
 * The job of exactly this spec, its name included: put down where there is none, so that what is sent
 * twice makes one job.
 */
export async function jobOfSpec(
  database: Database,
  ports: Ports,
  spec: JobSpec,
  drive?: Drive,
): Promise<number> {
  const evaluation = await evaluateNew(ports, spec, drive);
  const same = (other: JobSpec) => isDeepStrictEqual(other, spec);
  return (await findOrMake(database, evaluation, same)).id;
}
