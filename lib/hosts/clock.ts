import { setTimeout as pass } from "node:timers/promises";

/** Time as hosts and jobs see it: tests give their own, and never wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves early, without an error, when aborted: who sleeps looks at the signal behind it. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await pass(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  },
};
