import type { Clock } from "./clock";

/** One pause of a host, shared by all who ask it. */
export interface HostPause {
  /** Nobody asks before this moment (milliseconds since the epoch). A pause never gets shorter. */
  hold(until: number): void;
  /** Milliseconds that are left; 0 outside a pause. */
  left(): number;
  /**
   * Waits until the pause is over, also where it grows meanwhile.
   * @throws the signal's reason when aborted.
   */
  over(signal: AbortSignal): Promise<void>;
}

export function hostPause(clock: Clock): HostPause {
  let end = 0;
  const left = (): number => Math.max(0, end - clock.now());
  return {
    hold(until) {
      end = Math.max(end, until);
    },
    left,
    async over(signal) {
      signal.throwIfAborted();
      while (left() > 0) {
        await clock.sleep(left(), signal);
        signal.throwIfAborted();
      }
    },
  };
}
