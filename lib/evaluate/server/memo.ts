interface Known<T> {
  readonly version: number;
  readonly until: number;
  readonly value: Promise<T>;
}

/** A value is looked up again after so many times what it took to look it up. */
const REST = 20;
/** Milliseconds. */
const SHORTEST_REST = 500;

/**
 * Values that are dear to look up, by job. Each is known until its job has another event and, while
 * the job runs, for a while that follows what the last look took: watching a job never becomes most
 * of the work.
 */
export class Memo<T> {
  private readonly known = new Map<number, Known<T>>();

  constructor(private readonly now: () => number = () => Date.now()) {}

  /**
   * @param version of the job: the id of its last event
   * @param running whether a value of an earlier version may do for a moment
   */
  get(job: number, version: number, running: boolean, look: () => Promise<T>): Promise<T> {
    const before = this.known.get(job);
    if (before?.version === version) return before.value;
    if (before && running && this.now() < before.until) return before.value;
    const from = this.now();
    const value = look();
    // While it is being looked up, whoever else asks waits for the same.
    this.known.set(job, { version, until: Infinity, value });
    const settle = (then: () => void) => () => {
      if (this.known.get(job)?.value === value) then();
    };
    value.then(
      settle(() => this.known.set(job, { version, until: this.restUntil(from), value })),
      settle(() => this.known.delete(job)),
    );
    return value;
  }

  private restUntil(from: number): number {
    const now = this.now();
    return now + Math.max(SHORTEST_REST, REST * (now - from));
  }
}
