import { HostError, type BatchHost } from "@/lib/hosts/host";
import { JobRefused } from "../runner/preflight";
import type { Database } from "../database/database";
import { evaluationOf, type Evaluation } from "../evaluation";
import type { JobHost, JobPorts } from "../ports";
import { readJob } from "../queue/rows";
import { giveBack, leaseDue, renewBatches, type DueBatch } from "./due";
import { endBatch, noteFailure } from "./rows";
import { tend } from "./tend";

/** Failures in a row after which the host is left alone. */
const MOST_FAILURES = 20;
const LONGEST_WAIT = 10;
const GONE = 404;
const FORBIDDEN: readonly (number | null)[] = [401, 403];

/** One model of a running job on a host that takes batches. */
export interface BatchWork {
  readonly job: number;
  readonly model: number;
  readonly evaluation: Evaluation;
  readonly host: JobHost;
  readonly batches: BatchHost;
}

export interface KeeperOptions {
  readonly database: Database;
  readonly ports: JobPorts;
  readonly owner: string;
  readonly ttlMs: number;
  /** Milliseconds between two looks at a batch. */
  readonly pollMs: number;
  /** The job cannot go on, and why. */
  readonly refuse: (job: number, reason: string) => Promise<void>;
  readonly note: (line: string) => void;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);

interface InHand {
  readonly controller: AbortController;
  /** When the lease ends by this machine's clock. */
  until: number;
  readonly done: Promise<void>;
}

/**
 * Looks after batches that are at hosts, or are to go there: those of the running jobs that this
 * worker works on, and of all cancelled ones.
 */
export class BatchKeeper {
  private readonly works = new Set<BatchWork>();
  private readonly inHand = new Map<number, InHand>();
  private leasing: Promise<void> | null = null;
  private stopped = false;

  constructor(private readonly options: KeeperOptions) {}

  add(work: BatchWork): void {
    this.works.add(work);
  }

  remove(work: BatchWork): void {
    this.works.delete(work);
  }

  private workOf({ job, model }: Pick<DueBatch, "job" | "model">): BatchWork | null {
    return [...this.works].find((work) => work.job === job && work.model === model) ?? null;
  }

  /** Takes on what is due. */
  poll(): void {
    if (this.stopped || this.leasing) return;
    this.leasing = this.lease()
      .catch((error: unknown) => {
        const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown";
        this.options.note(`batches cannot be looked at now (${why})`);
      })
      .finally(() => {
        this.leasing = null;
      });
  }

  private async lease(): Promise<void> {
    const { database, owner, ttlMs, ports } = this.options;
    const asked = ports.clock.now();
    const works = [...this.works].map(({ job, model, host, evaluation }) => ({
      job,
      model,
      mostOfHost: host.config.concurrency,
      mostOfJob: evaluation.spec.limits.concurrency,
    }));
    const due = await leaseDue(database, owner, ttlMs, this.inHand.keys(), works);
    for (const batch of due) {
      const controller = new AbortController();
      const held = { controller, until: asked + ttlMs };
      const done = this.work(batch, held).finally(() => this.inHand.delete(batch.id));
      this.inHand.set(batch.id, Object.assign(held, { done }));
      if (this.stopped) controller.abort(new Error("the worker ends"));
    }
  }

  /** The work of a cancelled job's batch, or of one whose queue has ended meanwhile. */
  private async opened(batch: DueBatch): Promise<BatchWork> {
    const known = this.workOf(batch);
    if (known) return known;
    const { database, ports } = this.options;
    const host = await ports.hosts.open(batch.host);
    if (!host.batch) throw new Error(`host ${batch.host} takes no batches`);
    const evaluation = await evaluationOf(database, ports, await readJob(database, batch.job));
    const { job, model } = batch;
    return { job, model, evaluation, host, batches: host.batch };
  }

  private async work(due: DueBatch, held: { until: number; controller: AbortController }) {
    const { database, owner, ports, pollMs, refuse, note } = this.options;
    const { signal } = held.controller;
    let work: BatchWork | null = null;
    try {
      work = await this.opened(due);
      const { evaluation, host, batches } = work;
      const assertHeld = () => {
        signal.throwIfAborted();
        if (ports.clock.now() >= held.until) throw new Error("the lease of the batch has run out");
      };
      const tended = await tend({
        database,
        owner,
        due,
        evaluation,
        host,
        batches,
        signal,
        assertHeld,
      });
      if (tended.state === "waiting") await giveBack(database, owner, due.id, pollMs);
      if (tended.state === "refused" && due.job_state === "running")
        await refuse(due.job, tended.reason);
    } catch (error) {
      if (signal.aborted || ports.clock.now() >= held.until) {
        await giveBack(database, owner, due.id, 0).catch(() => undefined);
        return;
      }
      const dealt = work === null ? this.unopened(due, error) : this.failed(due, error);
      await dealt.catch((fault: unknown) => note(String(fault)));
    }
  }

  /** This worker cannot ask the host at all: that says nothing of the batch, and another one may. */
  private async unopened(due: DueBatch, error: unknown): Promise<void> {
    const { database, owner, pollMs } = this.options;
    await noteFailure(database, due, messageOf(error), due.failures);
    await giveBack(database, owner, due.id, LONGEST_WAIT * pollMs);
  }

  private async failed(due: DueBatch, error: unknown): Promise<void> {
    const { database, owner, pollMs, refuse } = this.options;
    const message = messageOf(error);
    const details = error instanceof HostError ? error.details : null;
    const failures = due.failures + 1;
    const hopeless = !details?.again || failures >= MOST_FAILURES;
    const running = due.job_state === "running";
    // Without a right to ask nothing is known of the batch; else the host refuses it, or lost it.
    const refused =
      details !== null &&
      !details.again &&
      !FORBIDDEN.includes(details.status) &&
      (due.state === "submitting" || details.status === GONE);
    if (hopeless && refused) {
      const missing = due.content.reduce((sum, group) => sum + group.items.length, 0);
      const nothing = { done: 0, failed: 0, missing, finished: [], untried: true };
      const state = running ? "refused" : "given up";
      await endBatch(database, owner, due, { ...nothing, state, problem: message });
    } else {
      // Of a cancelled job it is asked for until its host says what became of it: it may be billed.
      await noteFailure(database, due, message, hopeless && running ? 0 : failures);
      const wait = Math.min(LONGEST_WAIT, 2 ** (failures - 1)) * pollMs;
      await giveBack(database, owner, due.id, Math.max(wait, details?.retryAfterMs ?? 0));
    }
    if (!hopeless || !running) return;
    const what = due.state === "submitting" ? "took no batch" : "cannot be asked for a batch";
    const reason = details === null ? message : `host ${due.host} ${what}: ${message}`;
    await refuse(due.job, error instanceof JobRefused ? error.message : reason);
  }

  /** Prolongs the leases of what is in hand. */
  async beat(): Promise<void> {
    const { database, owner, ttlMs, ports } = this.options;
    const asked = ports.clock.now();
    const ids = [...this.inHand.keys()];
    const still = await renewBatches(database, owner, ids, ttlMs);
    for (const id of ids) {
      const held = this.inHand.get(id);
      if (!held) continue;
      if (still.has(id)) held.until = asked + ttlMs;
      else held.controller.abort(new Error("another worker has the batch"));
    }
  }

  /** Ends what is in hand: each step is found again. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.leasing;
    for (const { controller } of this.inHand.values())
      controller.abort(new Error("the worker ends"));
    await Promise.all([...this.inHand.values()].map(({ done }) => done));
  }
}
