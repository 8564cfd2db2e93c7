import { randomUUID } from "node:crypto";
import type { BatchHost } from "@/lib/hosts/host";
import { MAX_CHUNK } from "@/lib/protocol/presented";
import type { Task } from "../runner/active-chunk";
import type { JobQueue } from "../runner/job-queue";
import {
  claimChunks,
  releaseLeases,
  renewLeases,
  type ClaimedChunk,
  type Lease,
} from "../queue/leases";
import { groupOf, requestsOfGroup, shownOf, type BatchGroup } from "./content";
import type { BatchKeeper, BatchWork } from "./keeper";
import { unsubmitted, writeBatch, type NewBatch } from "./rows";
import type { Database } from "../database/database";

/**
 * Limits of one batch. Hosts take more (OpenAI 50,000 requests and 200 MB); what is lost where one
 * expires, and the memory that collecting takes, grow with it.
 */
export const BATCH_LIMITS = { requests: 10_000, bytes: 50_000_000 } as const;

export interface BatchQueueContext extends BatchWork {
  readonly database: Database;
  readonly owner: string;
  readonly ttlMs: number;
  readonly note: (line: string) => void;
  readonly keeper: BatchKeeper;
  readonly limits?: { readonly requests: number; readonly bytes: number } | undefined;
}

interface Packed {
  readonly leases: Lease[];
  readonly content: BatchGroup[];
  requests: number;
  bytes: number;
}

/** Bytes of the lines of a chunk in an input file. */
function bytesOf(batches: BatchHost, context: BatchWork, group: BatchGroup): number {
  const requests = requestsOfGroup(group, 0).map(
    (request) =>
      [request.customId, shownOf(context.evaluation, context.model, request).request] as const,
  );
  let bytes = 0;
  for (const file of batches.files(requests)) bytes += Buffer.byteLength(file.text);
  return bytes;
}

/**
 * One model of a running job whose host takes batches: claims its chunks and writes down, as batches,
 * what is to be handed in. A {@link BatchKeeper} does the rest.
 */
export class BatchQueue implements JobQueue {
  readonly pools = [];
  readonly limits = [];
  exhausted = false;
  private forming: Promise<void> | null = null;
  private held: Lease[] = [];
  private stopped = false;

  constructor(private readonly context: BatchQueueContext) {
    context.keeper.add(context);
  }

  get idle(): boolean {
    // What it claims meanwhile is open in the database, and what it has written down too.
    return this.held.length === 0;
  }

  take(): Task | null {
    return null;
  }

  ask(): Promise<void> {
    return Promise.resolve();
  }

  refill(_: number, onClaimed: () => void): void {
    if (this.stopped || this.exhausted || this.forming) return;
    this.exhausted = true;
    const forming = this.form().catch((error: unknown) => {
      const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "unknown";
      this.context.note(`batches cannot be made now (${why})`);
    });
    this.forming = forming.finally(() => {
      this.forming = null;
      onClaimed();
    });
  }

  /** Makes batches of what can be claimed, unless earlier ones still wait to be handed in. */
  private async form(): Promise<void> {
    const { database, evaluation, job, model, owner, ttlMs } = this.context;
    const limits = this.context.limits ?? BATCH_LIMITS;
    if ((await unsubmitted(database, job, model)) > 0) return;
    // The last chunk may bring up to a whole one more than is wanted: all of it fits one batch.
    const want = Math.max(1, limits.requests - MAX_CHUNK + 1);
    const claim = { job, model, owner, ttlMs, want };
    const claimed = await claimChunks(database, evaluation, claim);
    this.held = claimed.map(({ chunk, epoch }) => ({ job, chunk, epoch }));
    try {
      for (const packed of await this.pack(claimed, limits)) {
        if (this.stopped) return;
        await this.write(packed);
      }
    } finally {
      await this.release();
    }
  }

  private async pack(
    claimed: readonly ClaimedChunk[],
    limits: typeof BATCH_LIMITS | NonNullable<BatchQueueContext["limits"]>,
  ): Promise<Packed[]> {
    const { job, batches } = this.context;
    const all: Packed[] = [];
    for (const chunk of claimed) {
      const group = groupOf(chunk);
      const requests = group.items.length;
      const bytes = bytesOf(batches, this.context, group);
      const last = all.at(-1);
      const fits =
        last && last.requests + requests <= limits.requests && last.bytes + bytes <= limits.bytes;
      const packed = fits ? last : { leases: [], content: [], requests: 0, bytes: 0 };
      packed.leases.push({ job, chunk: chunk.chunk, epoch: chunk.epoch });
      packed.content.push(group);
      packed.requests += requests;
      packed.bytes += bytes;
      if (packed !== last) all.push(packed);
      // Leases are renewed between chunks.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.stopped) return [];
    }
    return all;
  }

  private async write({ leases, content, bytes }: Packed): Promise<void> {
    const { database, evaluation, job, model, host, owner } = this.context;
    const batch: NewBatch = {
      job,
      model,
      host: host.config.id,
      name: `foilscope-${randomUUID()}`,
      bytes,
      content,
      specHash: evaluation.specHash,
    };
    await writeBatch(database, owner, batch, leases);
  }

  async beat(): Promise<void> {
    const { database, owner, ttlMs } = this.context;
    await renewLeases(database, owner, this.held, [], ttlMs);
  }

  halt(): void {
    this.stopped = true;
    this.context.keeper.remove(this.context);
  }

  async stop(): Promise<void> {
    this.halt();
    await this.forming;
  }

  abort(): void {
    this.halt();
  }

  /** Gives back what is in no batch. */
  async release(): Promise<void> {
    const { database, owner } = this.context;
    const given = this.held;
    this.held = [];
    await releaseLeases(database, owner, given);
  }
}
