import { cancelJob, cloneJob, pauseJob, removeJob, retryErrors, runJob } from "@/lib/jobs/actions";
import { changeJob, jobOfSpec } from "@/lib/jobs/change";
import type { Database } from "@/lib/jobs/database/database";
import type { Drive } from "@/lib/jobs/evaluation";
import type { JobPorts } from "@/lib/jobs/ports";
import { accuracyOf, progressOf, type RunningAccuracy } from "@/lib/jobs/progress";
import { standingOf } from "@/lib/jobs/publish/own";
import { listJobs, readJob, readRuns, type Job } from "@/lib/jobs/queue/rows";
import { allows } from "@/lib/jobs/state";
import type { JobSpec } from "@/lib/protocol/job-spec";
import { EvaluateError } from "../refused";
import type { JobActionBody, JobReply, JobSummary, ResultsReply } from "../contract/jobs";
import { itemTallies, type ItemTally } from "./cells";
import { Memo } from "./memo";
import { resultsOf } from "./results";
import { summaryOf } from "./summary";

export interface JobsOptions {
  readonly database: Database;
  readonly ports: JobPorts;
  readonly publish: (job: number) => Promise<void>;
}

/** What an error of lib/jobs is for whoever asked. */
function told(error: unknown, where: string): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === "NoSuchJob")
    return new EvaluateError(404, "the job is not there", where, error.message);
  if (error.name === "ActionRefused")
    return new EvaluateError(409, "the job cannot do that now", where, error.message);
  return error;
}

/** Errors of lib/jobs about a job, for whoever asked. */
export async function telling<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw told(error, where);
  }
}

/** Whether an error is a sentence for the user: those of the system and of databases have a code. */
export const isSentence = (error: Error): boolean =>
  error.name === "Error" && !("code" in error) && !error.message.includes("\n");

/** Errors of a job that is opened or planned anew, which asks its hosts and its item set. */
async function tellingOfOpening<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await telling(where, work);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === "HostError")
      throw new EvaluateError(502, "the host gave no usable answer", where, error.message);
    if (error.name === "RangeError")
      throw new EvaluateError(422, "the job cannot be carried out", where, error.message);
    if (isSentence(error))
      throw new EvaluateError(409, "the job cannot do that now", where, error.message);
    throw error;
  }
}

/** Errors of a spec that cannot be carried out, for whoever wrote it. */
export async function tellingOfSpec<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await telling("spec", work);
  } catch (error) {
    if (!(error instanceof Error) || ["EvaluateError", "JobDatabaseError"].includes(error.name))
      throw error;
    throw new EvaluateError(422, "the spec cannot be carried out", "spec", error.message);
  }
}

/** Jobs as the HTTP interface has them. */
export class Jobs {
  private readonly accuracies = new Memo<RunningAccuracy[]>();
  private readonly tallies = new Memo<ItemTally[]>();

  constructor(private readonly options: JobsOptions) {}

  async list(): Promise<JobSummary[]> {
    const jobs = await listJobs(this.options.database);
    return Promise.all(jobs.map((job) => this.summary(job)));
  }

  read(id: number): Promise<JobReply> {
    return telling(`job ${id}`, async () => {
      const job = await readJob(this.options.database, id);
      return { job: await this.summary(job), spec: job.spec };
    });
  }

  results(id: number): Promise<ResultsReply> {
    return telling(`job ${id}`, async () => {
      const { database, ports } = this.options;
      const job = await readJob(database, id);
      const runs = await readRuns(database, id);
      const ids = runs.map((run) => run.run_id);
      const tallies = await this.tallies.get(id, job.last_event, job.state === "running", () =>
        itemTallies(database, ids),
      );
      const { manifest } = await ports.sets.read(job.item_set);
      return resultsOf(database, job, runs, tallies, manifest.benchmark);
    });
  }

  /** @param drive carries out the check of the spec */
  make(spec: JobSpec, run: boolean, signal: AbortSignal, drive: Drive): Promise<number> {
    const { database, ports } = this.options;
    return tellingOfSpec(async () => {
      const id = await jobOfSpec(database, ports, spec, drive);
      if (run) await this.goOn(id, signal);
      return id;
    });
  }

  act(
    id: number,
    body: JobActionBody,
    signal: AbortSignal,
    drive: Drive,
  ): Promise<{ id: number; offered: number | null }> {
    const where = `job ${id}`;
    return telling(where, async () => {
      const { database, ports } = this.options;
      switch (body.action) {
        case "run":
          await tellingOfOpening(where, () => runJob(database, ports, id, signal));
          break;
        case "pause":
          await pauseJob(database, id);
          break;
        case "cancel":
          await cancelJob(database, id);
          break;
        case "retry":
          return { id, offered: await retryErrors(database, id) };
        case "extend":
          await tellingOfOpening(where, () => this.extend(id, body.trials, body.padded_trials));
          break;
        case "clone":
          return {
            id: await tellingOfOpening(where, () =>
              cloneJob(database, ports, id, { name: body.name }, drive),
            ),
            offered: null,
          };
        case "remove":
          await removeJob(database, id, body.leave_batches);
          break;
        case "publish":
          await readJob(database, id);
          await this.options.publish(id);
          break;
      }
      return { id, offered: null };
    });
  }

  /** Padded cells keep their number of trials where they have one of their own. */
  private extend(id: number, trials: number, padded: number | undefined): Promise<void> {
    const { database, ports } = this.options;
    const changes = padded === undefined ? { trials } : { trials, padded_trials: padded };
    return changeJob(database, ports, id, changes);
  }

  /** Starts a job that was found or made; one that runs, or has all its answers, is left as it is. */
  private async goOn(id: number, signal: AbortSignal): Promise<void> {
    const { database, ports } = this.options;
    const startable = async () => allows((await readJob(database, id)).state, "run");
    if (!(await startable())) return;
    await runJob(database, ports, id, signal).catch(async (error: unknown) => {
      // Whoever sent the same was faster.
      if (await startable()) throw error;
    });
  }

  private async summary(job: Job): Promise<JobSummary> {
    const { database, ports } = this.options;
    const [runs, progress, accuracy] = await Promise.all([
      readRuns(database, job.id),
      progressOf(database, job.id),
      this.accuracies.get(job.id, job.last_event, job.state === "running", () =>
        accuracyOf(database, job.id),
      ),
    ]);
    const standings = await Promise.all(
      runs.map((run) => standingOf(job, run.run_id, ports.runsDir)),
    );
    return summaryOf({ job, runs, standings, progress, accuracy });
  }
}
