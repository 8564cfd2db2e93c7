import type { Clock } from "./clock";
import type { Slots, SlotUse } from "./slots";
import { HostError, isHostWide, TimeLimit } from "./host";
import type { HostPause } from "./pause";

/**
 * The longest that a host is waited for when it says how long (milliseconds). A host that asks for
 * more (a daily quota) is not asked again: the request fails with that sentence.
 */
export const MAX_RETRY_AFTER_MS = 15 * 60_000;
/** Of the waits that nobody asked for: 1, 2, 4, ... seconds, at most this (milliseconds). */
const MAX_BACKOFF_MS = 60_000;
const FIRST_BACKOFF_MS = 1000;

/**
 * Milliseconds to wait before the next try: at least what the host says; else, and on top of
 * nothing, an exponential backoff of which a random half is left out, so that workers that failed
 * together do not come back together.
 * @param attempt the try that failed, from 1
 * @param random 0 to 1
 */
export function waitAfter(error: HostError, attempt: number, random: () => number): number {
  const full = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.max(error.details.retryAfterMs ?? 0, (full * (1 + random())) / 2);
}

export interface Tries<T> {
  /** Asks once. It gets a signal that ends with the attempt's time or with `signal`. */
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** At most so many tries, the first included. */
  readonly attempts: number;
  /** The only time limit, of each try by itself: waiting for a pause or a slot does not count. */
  readonly timeoutMs: number;
  readonly pause: HostPause;
  readonly slots: Slots;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
}

/** What became of a request: attempts and waiting are apart from the latency of the last try. */
export type Asked<T> = {
  readonly attempts: number;
  /** Milliseconds spent in pauses and backoff. */
  readonly waitedMs: number;
} & (
  | { readonly kind: "reply"; readonly reply: T }
  | { readonly kind: "failed"; readonly error: HostError }
);

/** One try under its time limit. Running out of time is a HostError that is not tried again. */
async function askOnce<T>({ ask, timeoutMs, clock, signal }: Tries<T>): Promise<T> {
  const late = new AbortController();
  const reason = new TimeLimit("time limit");
  const answered = new AbortController();
  const started = clock.now();
  const over = AbortSignal.any([signal, answered.signal]);
  const timer = clock.sleep(timeoutMs, over).then(() => {
    if (!over.aborted) late.abort(reason);
  });
  try {
    return await ask(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (!late.signal.aborted) throw error;
    throw new HostError(`no reply within ${timeoutMs / 1000} s, the time limit of a request`, {
      status: null,
      again: false,
      retryAfterMs: null,
      request: reason.request,
      responseBody: null,
      latencyMs: clock.now() - started,
    });
  } finally {
    answered.abort();
    await timer;
  }
}

/** Runs a wait for the host and counts its time. */
type Waiting = (wait: () => Promise<void>) => Promise<void>;

/** A slot, taken when the host is not in a pause: one may begin while others are waited for. */
async function slotOutsidePause<T>({ pause, slots, signal }: Tries<T>, waiting: Waiting) {
  for (;;) {
    await waiting(() => pause.over(signal));
    const slot = await slots.take(signal);
    if (pause.left() === 0) return slot;
    slot.free("unused");
  }
}

type Once<T> = { readonly reply: T } | { readonly error: HostError; readonly wait: number };

/**
 * One try in a slot of its own. A pause begins before the slot is given back: else the next in line
 * would ask in between.
 */
async function tryInSlot<T>(tries: Tries<T>, attempt: number, waiting: Waiting): Promise<Once<T>> {
  const { pause, clock, random } = tries;
  const slot = await slotOutsidePause(tries, waiting);
  const started = clock.now();
  let use: SlotUse = "unused";
  try {
    const reply = await askOnce(tries);
    use = { latencyMs: clock.now() - started };
    return { reply };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const wait = waitAfter(error, attempt, random);
    if (isHostWide(error)) {
      use = "overloaded";
      if (wait <= MAX_RETRY_AFTER_MS) pause.hold(clock.now() + wait);
    }
    return { error, wait };
  } finally {
    slot.free(use);
  }
}

/**
 * Asks until there is a reply, an error that another try cannot help, or no try left. A 429 or a
 * 503 pauses the host for all; another failure delays this request alone.
 * @throws the signal's reason when aborted; what `ask` throws where it is no HostError.
 */
export async function askPatiently<T>(tries: Tries<T>): Promise<Asked<T>> {
  const { attempts, clock, signal } = tries;
  let waitedMs = 0;
  const waiting: Waiting = async (wait) => {
    const from = clock.now();
    await wait();
    waitedMs += clock.now() - from;
  };
  for (let attempt = 1; ; attempt += 1) {
    const once = await tryInSlot(tries, attempt, waiting);
    if ("reply" in once) return { kind: "reply", reply: once.reply, attempts: attempt, waitedMs };
    const { error, wait } = once;
    if (!error.details.again || wait > MAX_RETRY_AFTER_MS || attempt >= attempts)
      return { kind: "failed", error, attempts: attempt, waitedMs };
    if (!isHostWide(error)) await waiting(() => clock.sleep(wait, signal));
  }
}
