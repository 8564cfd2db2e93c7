import type { Steps } from "@/lib/protocol/steps";

/** Milliseconds of such work after which whoever else waits has a turn. */
const SLICE_MS = 10;

const aTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Long computations on a thread that answers requests: one at a time, in slices, each ended by its
 * signal between two of them. However many are asked for, a request waits for one slice.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws the signal's reason when aborted; one that waits for others, when its turn comes */
  run<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
    const next = this.last.then(() => this.inSlices(steps, signal));
    this.last = next.catch(() => undefined);
    return next;
  }

  private async inSlices<T>(steps: Steps<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      const until = this.now() + SLICE_MS;
      while (this.now() < until) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
      await aTurn();
    }
  }
}
