import type { Clock } from "@/lib/hosts/clock";

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that moves only when a test says so. */
export interface ManualClock extends Clock {
  /** Moves time on, waking in order who sleeps until then; others run in between. */
  advance(ms: number): Promise<void>;
  /** When each sleeper wakes, in milliseconds from now, soonest first. */
  sleeping(): readonly number[];
}

/** Lets every promise that can settle do so. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  const sleepers = new Set<Sleeper>();
  const next = (): Sleeper | undefined => [...sleepers].sort((a, b) => a.until - b.until)[0];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) {
          resolve();
          return;
        }
        const sleeper: Sleeper = {
          until: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal.removeEventListener("abort", leave);
            resolve();
          },
        };
        const leave = (): void => {
          sleepers.delete(sleeper);
          resolve();
        };
        signal.addEventListener("abort", leave, { once: true });
        sleepers.add(sleeper);
      }),
    sleeping: () => [...sleepers].map(({ until }) => until - now).sort((a, b) => a - b),
    async advance(ms) {
      const end = now + ms;
      await settled();
      for (let one = next(); one !== undefined && one.until <= end; one = next()) {
        now = Math.max(now, one.until);
        one.wake();
        await settled();
      }
      now = end;
      await settled();
    },
  };
}
