import { z } from "zod";
import { BatchKeeper } from "../batches/keeper";
import { BatchQueue } from "../batches/batch-queue";
import { endIfDone, isAllAsked, pauseJob } from "../actions";
import type { Database } from "../database/database";
import { ownerText, ownProcessId } from "../database/process-id";
import { evaluationOf, plannedRuns, type Evaluation } from "../evaluation";
import type { JobPorts } from "../ports";
import { beginRuns, unpublishedJobs } from "../queue/activity";
import { freeDeadOwners, retireOwner } from "../queue/owners";
import { runningJobs, type Job } from "../queue/rows";
import { ActionRefused } from "../state";
import { takeLastLooks } from "../stopping/decide";
import type { JobQueue } from "./job-queue";
import { logsDir, ReplyLog } from "./log";
import { Pools } from "./pools";
import { JobRefused, preflight, whyNotAsked } from "./preflight";
import { QueueRunner } from "./queue-runner";
import { forgetLogs, recoverLogs } from "./recover";
import { whatChanged } from "./same-model";
import { Storer } from "./storer";

export interface WorkerOptions {
  /** Where logs lie, beside the embedded database. */
  readonly dir: string;
  /** This job alone. */
  readonly only?: number;
  /** Writes the run directories of a job that has ended. */
  readonly publish: (job: number) => Promise<void>;
  readonly note: (line: string) => void;
  readonly ttlMs?: number;
  readonly beatMs?: number;
  readonly pollMs?: number;
  /** Milliseconds between two looks at a batch that is at its host. */
  readonly batchPollMs?: number;
  /** Of one batch. */
  readonly batchLimits?: { readonly requests: number; readonly bytes: number };
}

const stateRow = z.strictObject({ state: z.string() });

const TTL_MS = 8000;
const BEAT_MS = 2000;
const POLL_MS = 500;
const BATCH_POLL_MS = 30_000;

/** The queues of one running job, in the version of its spec that they were made for. */
interface RunningJob {
  readonly specHash: string;
  /** Empty until its hosts were looked at. */
  queues: readonly JobQueue[];
  readonly opening: Promise<void>;
}

/** Names a job in the version of its spec. */
const versionOf = (job: Pick<Job, "id" | "spec_hash">): string => `${job.id} ${job.spec_hash}`;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split("\n")[0] ?? error.name) : String(error);

/**
 * Works on running jobs until it is told to end: claims chunks, asks their hosts, writes replies
 * down and stores them. Any number of workers share one PostgreSQL; of the embedded database there
 * is one.
 */
export class Worker {
  private readonly id = ownProcessId();
  private readonly owner = ownerText(this.id);
  private readonly log: ReplyLog;
  private readonly storer: Storer;
  private readonly pools: Pools;
  private readonly keeper: BatchKeeper;
  private readonly jobs = new Map<number, RunningJob>();
  private readonly evaluations = new Map<string, Promise<Evaluation>>();
  private queues: JobQueue[] = [];
  private readonly unpublishable = new Set<number>();
  /** Jobs that are being published or wait for it. */
  private readonly publishing = new Set<number>();
  private publications: Promise<void> = Promise.resolve();
  private readonly ttlMs: number;
  private ending = false;
  private beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly ports: JobPorts,
    private readonly options: WorkerOptions,
  ) {
    const { clock } = ports;
    this.ttlMs = options.ttlMs ?? TTL_MS;
    this.log = new ReplyLog(logsDir(options.dir), this.id);
    this.pools = new Pools(database, clock, this.owner, this.ttlMs);
    this.storer = new Storer(database, clock, this.owner, this.log, {
      stored: () => this.pump(),
      note: options.note,
    });
    this.keeper = new BatchKeeper({
      database,
      ports,
      owner: this.owner,
      ttlMs: this.ttlMs,
      pollMs: options.batchPollMs ?? BATCH_POLL_MS,
      refuse: (job, reason) => this.refuse(job, reason),
      note: options.note,
    });
  }

  /**
   * Works until the signal, or where it is for one job until that one no longer runs. Requests in
   * flight are then let finish, and all is stored, given back and published.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.ports;
    await this.takeOver();
    const ended = new AbortController();
    const over = AbortSignal.any([signal, ended.signal]);
    const beats = this.repeat(over, this.options.beatMs ?? BEAT_MS, () => this.beat());
    while (!over.aborted) {
      const goesOn = await this.poll().catch((error: unknown) => {
        this.options.note(`the job database cannot be asked now (${reasonOf(error)})`);
        return true;
      });
      if (!goesOn) ended.abort();
      await clock.sleep(this.options.pollMs ?? POLL_MS, over);
    }
    await this.end(beats);
  }

  /** Closes requests in flight at their hosts while `run` ends: they will be asked again. */
  abandon(): void {
    for (const queue of this.queues) queue.abort();
  }

  private async end(beats: Promise<void>): Promise<void> {
    this.ending = true;
    // Beats go on until nothing is in flight: leases must not run out under it.
    const stopped = Promise.all(this.queues.map((queue) => queue.stop(false)));
    const over = new AbortController();
    const late = this.repeat(over.signal, this.options.beatMs ?? BEAT_MS, () => this.beat());
    await Promise.all([stopped, this.keeper.stop()]);
    over.abort();
    await Promise.all([beats, late]);
    const allStored = await this.storer.drained(true);
    try {
      for (const queue of this.queues) await queue.release();
      await forgetLogs(this.database, this.log.close(allStored));
      await retireOwner(this.database, this.owner);
    } catch (error) {
      this.options.note(`leases could not be given back (${reasonOf(error)}): they run out`);
    }
    await this.publications;
  }

  private async repeat(signal: AbortSignal, ms: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => this.options.note(reasonOf(error)));
      await this.ports.clock.sleep(ms, signal);
    }
  }

  /** What dead workers had written is stored before what they held is free for others. */
  private async takeOver(): Promise<void> {
    const { replies, rejected } = await recoverLogs(
      this.database,
      logsDir(this.options.dir),
      this.id,
    );
    if (replies > 0) this.options.note(`${replies} replies of an earlier worker were in its log`);
    for (const path of rejected)
      this.options.note(`${path} holds lines that are no replies: they were left out`);
    await freeDeadOwners(this.database);
  }

  /** Looks at the jobs. @returns false where the one job that it is for no longer runs */
  private async poll(): Promise<boolean> {
    const { only } = this.options;
    const running = (await runningJobs(this.database)).filter(
      (job) => only === undefined || job.id === only,
    );
    await this.dropStopped(running);
    for (const job of running) if (!this.jobs.has(job.id)) this.begin(job);
    for (const queue of this.queues) queue.exhausted = false;
    this.keeper.poll();
    this.pump();
    await this.endIdle();
    return only === undefined || running.length > 0 || this.jobs.size > 0;
  }

  /** Stops what was paused, cancelled or changed. */
  private async dropStopped(running: readonly Job[]): Promise<void> {
    const hashes = new Map(running.map((job) => [job.id, job.spec_hash]));
    for (const [id, job] of this.jobs) {
      if (hashes.get(id) === job.specHash) continue;
      this.jobs.delete(id);
      const cancelled = !hashes.has(id) && (await this.isCancelled(id));
      void job.opening.then(() => this.retire(job.queues, cancelled));
    }
  }

  /** Cancelled, or removed. */
  private async isCancelled(id: number): Promise<boolean> {
    const rows = await this.database.rows(
      stateRow,
      "SELECT state FROM foilscope.jobs WHERE id = $1::integer",
      [id],
    );
    return rows.every((row) => row.state === "cancelled");
  }

  /** Lets queues finish beside all others, then gives back what they hold. */
  private retire(queues: readonly JobQueue[], abort: boolean): void {
    const ends = queues.map(async (queue) => {
      await queue.stop(abort);
      await this.storer.drained();
      await queue.release();
      this.queues = this.queues.filter((other) => other !== queue);
    });
    void Promise.all(ends).catch((error: unknown) => this.options.note(reasonOf(error)));
  }

  private begin(job: Job): void {
    const opening = this.open(job)
      .then((queues) => {
        opened.queues = queues;
      })
      .catch(async (error: unknown) => {
        this.evaluations.delete(versionOf(job));
        await this.refuse(job.id, reasonOf(error));
      });
    const opened: RunningJob = { specHash: job.spec_hash, queues: [], opening };
    this.jobs.set(job.id, opened);
  }

  private async open(job: Job): Promise<readonly JobQueue[]> {
    const evaluation = await this.evaluationOf(job);
    const queues = await Promise.all(
      job.spec.models.map((_, model) => this.openQueue(job, evaluation, model)),
    );
    if (this.ending) return [];
    this.queues.push(...queues);
    await this.beat();
    return queues;
  }

  private evaluationOf(job: Job): Promise<Evaluation> {
    const known =
      this.evaluations.get(versionOf(job)) ?? evaluationOf(this.database, this.ports, job);
    this.evaluations.set(versionOf(job), known);
    return known;
  }

  private async openQueue(job: Job, evaluation: Evaluation, model: number): Promise<JobQueue> {
    const { database, ports, owner, ttlMs } = this;
    const { host: hostId, model: name } = evaluation.spec.models[model] ?? { host: "", model: "" };
    const host = await ports.hosts.open(hostId);
    const never = new AbortController().signal;
    const looked = await preflight(host, ports.protocol, evaluation, model, never).catch(
      (error: unknown) => {
        throw new JobRefused(whyNotAsked(error, hostId));
      },
    );
    const runs = plannedRuns(evaluation).filter((run) => run.model === model);
    const before = await beginRuns(
      database,
      runs.map((run) => run.runId),
      looked.facts,
    );
    for (const facts of before) {
      const changed = facts && whatChanged(facts, looked.facts);
      if (changed === null) continue;
      throw new JobRefused(
        `${name} on ${hostId} is another model than when this run began (${changed}): its answers would be mixed`,
      );
    }
    const common = { database, owner, ttlMs, job: job.id, model, evaluation, host };
    const { note, batchLimits: limits } = this.options;
    const { batch: batches } = host;
    if (batches) return new BatchQueue({ ...common, batches, limits, note, keeper: this.keeper });
    return new QueueRunner({
      ...common,
      clock: ports.clock,
      preflight: looked,
      store: (line, lease) => this.storer.add(line, lease),
      finish: (lease) => this.storer.finish(lease),
      refuse: (reason) => void this.refuse(job.id, reason),
      note,
    });
  }

  private async refuse(job: number, reason: string): Promise<void> {
    const queues = this.jobs.get(job)?.queues ?? [];
    for (const queue of queues) queue.halt();
    try {
      await pauseJob(this.database, job, reason);
    } catch (error) {
      // Another request of the job has said so already, or the user was faster.
      if (error instanceof ActionRefused) return;
      this.options.note(reasonOf(error));
      this.jobs.delete(job);
      this.retire(queues, false);
    }
  }

  /** Makes as many requests as slots allow. */
  private pump(): void {
    if (this.ending) return;
    for (const queue of this.queues) {
      while (!this.storer.congested && this.pools.free(queue.pools) > 0) {
        const task = queue.take();
        if (!task) break;
        this.pools.use(queue.pools);
        void queue.ask(task).finally(() => {
          this.pools.giveBack(queue.pools);
          this.pump();
        });
      }
      queue.refill(this.pools.held(queue.pools), () => this.pump());
    }
  }

  /** Ends jobs for which nothing is left, and has what has ended published. */
  private async endIdle(): Promise<void> {
    for (const [id, job] of this.jobs) {
      const { queues } = job;
      if (queues.length === 0 || !queues.every((queue) => queue.idle)) continue;
      await this.storer.drained();
      if (!(await this.endJob(id, job.specHash))) continue;
      this.jobs.delete(id);
      this.retire(queues, false);
    }
    for (const id of await unpublishedJobs(this.database))
      if (!this.unpublishable.has(id) && (this.options.only ?? id) === id) this.publish(id);
  }

  /** Publishes one job at a time, beside all else: a long one must not hold up other jobs. */
  private publish(id: number): void {
    if (this.publishing.has(id)) return;
    this.publishing.add(id);
    this.publications = this.publications
      .then(() => this.options.publish(id))
      .catch((error: unknown) => {
        // What a full disk prevents is tried again by the next worker, not twice a second.
        this.unpublishable.add(id);
        this.options.note(`job ${id} could not be published: ${reasonOf(error)}`);
      })
      .finally(() => this.publishing.delete(id));
  }

  /** Ends a job for which nothing is left, when its cells were looked at for the last time. */
  private async endJob(id: number, specHash: string): Promise<boolean> {
    const evaluation = await this.evaluations.get(versionOf({ id, spec_hash: specHash }));
    if (evaluation?.spec.adaptive && (await isAllAsked(this.database, id)))
      await takeLastLooks(this.database, evaluation, id);
    return endIfDone(this.database, id);
  }

  /** One beat at a time, for all that is leased. */
  private beat(): Promise<void> {
    const next = this.beating.then(async () => {
      const wanted = new Map(this.queues.flatMap((queue) => queue.limits));
      await this.pools.beat(wanted);
      const fruitful = this.storer.takeFruitful();
      for (const queue of this.queues) await queue.beat(fruitful);
      await this.keeper.beat();
      // Before its leases run out: what a worker had written is not asked again.
      if (this.database.kind === "postgres") await this.takeOver();
      this.pump();
    });
    this.beating = next.catch(() => undefined);
    return next;
  }
}
