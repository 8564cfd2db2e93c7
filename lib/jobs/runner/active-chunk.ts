import type { RequestKey } from "@/lib/protocol/presented";
import type { ClaimedChunk, Lease } from "../queue/leases";

/** One request that is to be made. */
export interface Task {
  readonly chunk: ActiveChunk;
  readonly key: RequestKey;
}

/** A chunk that this worker holds, and how far it is. */
export class ActiveChunk {
  private next = 0;
  private inFlight = 0;
  private stopped = false;
  private dropped = false;

  /** @param until when the lease ends by this machine's clock, counted from before it was taken */
  constructor(
    readonly claimed: ClaimedChunk,
    public until: number,
  ) {}

  get lease(): Lease {
    const { job, chunk, epoch } = this.claimed;
    return { job, chunk, epoch };
  }

  /** Requests that were not made yet. */
  get left(): number {
    return this.stopped ? 0 : this.claimed.todo.length - this.next;
  }

  get busy(): boolean {
    return this.inFlight > 0;
  }

  /** All of it was asked, and answered or failed. */
  get finished(): boolean {
    return this.next >= this.claimed.todo.length && this.inFlight === 0 && !this.dropped;
  }

  /**
   * The next request; null where there is none, or the lease has run out: a process that was frozen
   * must not ask on waking what another worker asks by then.
   */
  take(now: number): Task | null {
    const key = this.claimed.todo[this.next];
    if (this.stopped || key === undefined || now >= this.until) return null;
    this.next += 1;
    this.inFlight += 1;
    return { chunk: this, key };
  }

  /** A request has its record. */
  settle(): void {
    this.inFlight -= 1;
  }

  /** A request was given up without a record: the chunk is not finished by this worker. */
  drop(): void {
    this.inFlight -= 1;
    this.dropped = true;
    this.stopped = true;
  }

  /** Makes no more requests of it. */
  stop(): void {
    this.stopped = true;
  }
}
