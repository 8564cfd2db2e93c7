import type { Lease } from "../queue/leases";
import type { Task } from "./active-chunk";

/** One model of a running job, as a worker drives it. */
export interface JobQueue {
  /** Pools of slots that its requests count against; none where it makes none one by one. */
  readonly pools: readonly string[];
  /** By pool, its limit. */
  readonly limits: readonly (readonly [string, number])[];
  /** Nothing was left to claim when it was last tried. */
  exhausted: boolean;
  /** Nothing of it is in flight in this process. */
  readonly idle: boolean;
  /** The next request; null where there is none. */
  take(): Task | null;
  /** Makes a request. Never rejects. */
  ask(task: Task): Promise<void>;
  /** Claims more where that is wanted. @param slots that this worker holds */
  refill(slots: number, onClaimed: () => void): void;
  beat(fruitful: readonly Lease[]): Promise<void>;
  /** Makes no more requests. */
  halt(): void;
  /** Makes no more requests and waits for those in flight. @param abort closes them instead */
  stop(abort: boolean): Promise<void>;
  /** Closes requests in flight while `stop` waits for them. */
  abort(): void;
  /** Gives back what is not finished. */
  release(): Promise<void>;
}
