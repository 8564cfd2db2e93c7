import { setTimeout as pass } from "node:timers/promises";

/** Time as retries and limits see it: tests give their own, and never wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** @throws the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await pass(ms, undefined, { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
  },
};
