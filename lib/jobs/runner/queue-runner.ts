import { cellText } from "../cell";
import type { Database } from "../database/database";
import type { Evaluation } from "../evaluation";
import type { Asked, Clock, JobHost } from "../ports";
import { countActive } from "../queue/activity";
import { claimChunks, releaseLeases, renewLeases, type Lease } from "../queue/leases";
import { hostPool, jobPool } from "../queue/slots";
import { ActiveChunk, type Task } from "./active-chunk";
import type { Preflight } from "./preflight";
import { lineFor, requestOf } from "./asking";
import type { JobQueue } from "./job-queue";
import type { RecordLine } from "./record";

/** Failures in a row after which a host is left alone, and the job paused. */
export const FAILURES_IN_A_ROW = 20;
/** Requests that are held ready, as a multiple of those in flight. */
const AHEAD = 4;

export interface QueueContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly owner: string;
  readonly ttlMs: number;
  readonly job: number;
  /** Index into the spec's models. */
  readonly model: number;
  readonly evaluation: Evaluation;
  readonly host: JobHost;
  readonly preflight: Preflight;
  /** Takes a record in the tick in which its reply came. */
  readonly store: (line: RecordLine, lease: Lease) => void;
  readonly finish: (lease: Lease) => void;
  /** The job cannot go on, and why. */
  readonly refuse: (reason: string) => void;
  readonly note: (line: string) => void;
}

/** One model of a running job: claims its chunks and makes their requests. */
export class QueueRunner implements JobQueue {
  readonly pools: readonly string[];
  /** Nothing was left to claim when it was last tried. */
  exhausted = false;
  private chunks: ActiveChunk[] = [];
  private claiming: Promise<void> | null = null;
  private readonly inFlight = new Set<Promise<void>>();
  /** One a request: what listens to a signal that lives as long as the job would pile up. */
  private readonly controllers = new Set<AbortController>();
  /** Runs that were asked since their time was counted last. */
  private readonly active = new Set<string>();
  private failures = 0;
  private stopped = false;

  constructor(private readonly context: QueueContext) {
    const { job, host } = context;
    this.pools = [hostPool(host.config.id), jobPool(job, host.config.id)];
  }

  /** By pool, its limit. */
  get limits(): readonly (readonly [string, number])[] {
    const { host, evaluation } = this.context;
    const limits = [host.config.concurrency, evaluation.spec.limits.concurrency];
    return this.pools.map((pool, i) => [pool, limits[i] ?? 1]);
  }

  get idle(): boolean {
    // Whether something is left to claim is for the database to say.
    return this.inFlight.size === 0 && this.left === 0;
  }

  private get left(): number {
    return this.chunks.reduce((sum, chunk) => sum + chunk.left, 0);
  }

  /** Claims more where what is held does not last. @param slots that this worker holds */
  refill(slots: number, onClaimed: () => void): void {
    if (this.stopped || this.exhausted || this.claiming || slots === 0) return;
    const want = AHEAD * slots - this.left;
    if (want <= (AHEAD * slots) / 2) return;
    const claim = this.claim(want).catch((error: unknown) => {
      this.exhausted = true;
      const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown";
      this.context.note(`chunks cannot be claimed now (${why})`);
    });
    this.claiming = claim.finally(() => {
      this.claiming = null;
      onClaimed();
    });
  }

  private async claim(want: number): Promise<void> {
    const { database, clock, evaluation, job, model, owner, ttlMs } = this.context;
    const asked = clock.now();
    const claim = { job, model, owner, ttlMs, want };
    const claimed = await claimChunks(database, evaluation, claim);
    const chunks = claimed.map((chunk) => new ActiveChunk(chunk, asked + ttlMs));
    if (this.stopped) for (const chunk of chunks) chunk.stop();
    this.exhausted = chunks.length === 0;
    this.chunks.push(...chunks);
  }

  /** The next request, of the chunk that was claimed first. */
  take(): Task | null {
    if (this.stopped) return null;
    const now = this.context.clock.now();
    for (const chunk of this.chunks) {
      const task = chunk.take(now);
      if (task) return task;
    }
    return null;
  }

  /** Makes a request. Never rejects: what goes wrong is a record, or the job's reason to pause. */
  ask(task: Task): Promise<void> {
    const asked = this.askOne(task).finally(() => this.inFlight.delete(asked));
    this.inFlight.add(asked);
    this.active.add(task.chunk.claimed.runId);
    return asked;
  }

  private async askOne({ chunk, key }: Task): Promise<void> {
    const { context } = this;
    const { evaluation, preflight } = context;
    const { spec } = evaluation;
    const controller = new AbortController();
    this.controllers.add(controller);
    try {
      const presented = evaluation.present(key);
      const messages = evaluation.render(presented);
      const asked = await context.host.ask(
        requestOf(evaluation, context.model, presented, messages, preflight.contextTokens),
        { attempts: spec.limits.attempts, timeoutMs: spec.limits.timeout_seconds * 1000 },
        controller.signal,
      );
      const line = lineFor(
        evaluation,
        {
          job: context.job,
          epoch: chunk.claimed.epoch,
          runId: chunk.claimed.runId,
          model: context.model,
          presented,
          promptFloor: preflight.promptFloor(cellText(key), messages),
        },
        asked,
      );
      context.store(line, chunk.lease);
      chunk.settle();
      this.noteFailures(asked);
    } catch (error) {
      chunk.drop();
      if (!controller.signal.aborted)
        context.refuse(error instanceof Error ? error.message : String(error));
    } finally {
      this.controllers.delete(controller);
    }
    if (chunk.finished) {
      this.chunks = this.chunks.filter((other) => other !== chunk);
      context.finish(chunk.lease);
    }
  }

  private noteFailures(asked: Asked): void {
    this.failures = "failure" in asked ? this.failures + 1 : 0;
    if (!("failure" in asked) || this.failures < FAILURES_IN_A_ROW) return;
    this.failures = 0;
    const { id } = this.context.host.config;
    this.context.refuse(
      `host ${id} failed ${FAILURES_IN_A_ROW} requests in a row, the last with: ${asked.failure.message}`,
    );
  }

  /** Prolongs the leases and counts the time. A chunk that went to another worker is left alone. */
  async beat(fruitful: readonly Lease[]): Promise<void> {
    const { database, clock, owner, ttlMs } = this.context;
    const asked = clock.now();
    // Chunks that are claimed meanwhile are no part of what is asked here.
    const held = [...this.chunks];
    await this.countTime();
    if (held.length === 0) return;
    const leases = held.map((chunk) => chunk.lease);
    const epochs = await renewLeases(database, owner, leases, fruitful, ttlMs);
    for (const chunk of held)
      if (epochs.has(chunk.claimed.epoch)) chunk.until = asked + ttlMs;
      else chunk.stop();
    this.chunks = this.chunks.filter(
      (chunk) => chunk.busy || chunk.left > 0 || epochs.has(chunk.claimed.epoch),
    );
  }

  private async countTime(): Promise<void> {
    const runs = [...this.active].sort();
    this.active.clear();
    for (const chunk of this.chunks) if (chunk.busy) this.active.add(chunk.claimed.runId);
    await countActive(this.context.database, runs, this.context.ttlMs);
  }

  /** Makes no more requests. */
  halt(): void {
    this.stopped = true;
    for (const chunk of this.chunks) chunk.stop();
  }

  /**
   * Makes no more requests and waits for those in flight.
   * @param abort closes them at the host instead
   */
  async stop(abort: boolean): Promise<void> {
    this.halt();
    if (abort) this.abort();
    await this.claiming;
    await Promise.all(this.inFlight);
  }

  /** Closes requests in flight while `stop` waits for them. */
  abort(): void {
    for (const controller of this.controllers)
      controller.abort(new Error("the request is not wanted any more"));
  }

  /** Gives back what is not finished, once its replies are stored. */
  async release(): Promise<void> {
    const { database, owner } = this.context;
    await this.countTime();
    await releaseLeases(
      database,
      owner,
      this.chunks.map((chunk) => chunk.lease),
    );
    this.chunks = [];
  }
}
