import { overloaded, replied, startConcurrency } from "./concurrency";

/** What became of a slot: a reply, a sign of overload, or nothing that tells of the host's load. */
export type SlotUse = { readonly latencyMs: number } | "overloaded" | "unused";

export interface Slot {
  /** Gives the slot back, once. */
  free(use: SlotUse): void;
}

/** Places for requests in flight at one host. */
export interface Slots {
  /**
   * Waits for a place, first come, first served.
   * @throws the signal's reason when aborted.
   */
  take(signal: AbortSignal): Promise<Slot>;
}

export interface AdaptiveSlots extends Slots {
  /** Requests that may be in flight now. */
  limit(): number;
  inFlight(): number;
}

/** Slots whose number follows the rule of ./concurrency, never beyond `ceiling`. */
export function adaptiveSlots(ceiling: number): AdaptiveSlots {
  let state = startConcurrency(ceiling);
  let inFlight = 0;
  const waiting: (() => void)[] = [];

  const admit = (): void => {
    while (inFlight < state.limit) {
      const next = waiting.shift();
      if (next === undefined) return;
      next();
    }
  };

  const occupy = (): Slot => {
    inFlight += 1;
    const { epoch } = state;
    // A host that is not fully used answers faster than it will when it is.
    const full = inFlight >= state.limit;
    let held = true;
    return {
      free(use) {
        if (!held) return;
        held = false;
        inFlight -= 1;
        if (use === "overloaded") state = overloaded(state, epoch);
        else if (use !== "unused")
          state = replied(state, {
            epoch,
            latencyMs: use.latencyMs,
            full: full || waiting.length > 0,
          });
        admit();
      },
    };
  };

  return {
    limit: () => state.limit,
    inFlight: () => inFlight,
    take(signal) {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const enter = (): void => {
          signal.removeEventListener("abort", leave);
          resolve(occupy());
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason as Error);
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.push(enter);
        admit();
      });
    },
  };
}
