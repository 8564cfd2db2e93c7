/**
 * How many requests a host is asked at once, between 1 and the user's limit (`ceiling`). The rule:
 *
 * 1. It starts at 2. A *window* is max(6, 2 x limit) replies to requests that were sent under this
 *    limit, counted only while every slot was in use. Its throughput is limit / mean latency
 *    (Little's law).
 * 2. Of two limits the larger is kept when it brings at least 30% of the throughput that it would
 *    bring to a host with room: latency that grows with nothing gained says stop.
 * 3. At first every window doubles the limit, until a rise is not kept. From then on it holds for 10
 *    windows, then tries in turn a quarter more and a quarter less for one window, and so on.
 * 4. A 429, a 503 or an overload halves it, and it holds likewise. What was sent before the last
 *    change says nothing about the present limit: a burst of refusals halves once.
 */
export interface Concurrency {
  readonly ceiling: number;
  readonly limit: number;
  /** Counts changes of the limit; a request carries that of its start. */
  readonly epoch: number;
  readonly replies: number;
  readonly latencySum: number;
  /** The limit that the present one is tried against; null when nothing is tried. */
  readonly before: { readonly limit: number; readonly throughput: number } | null;
  /** Windows until the next trial. */
  readonly hold: number;
  readonly phase: "doubling" | "up" | "down";
}

const START = 2;
const LEAST_WINDOW = 6;
const KEPT_SHARE = 0.3;
const HOLD_WINDOWS = 10;
/** A trial changes the limit by one part of so many. */
const STEP_PARTS = 4;

export function startConcurrency(ceiling: number): Concurrency {
  return {
    ceiling,
    limit: Math.min(START, ceiling),
    epoch: 0,
    replies: 0,
    latencySum: 0,
    before: null,
    hold: 0,
    phase: "doubling",
  };
}

const emptyWindow = { replies: 0, latencySum: 0 } as const;

function moved(state: Concurrency, change: Partial<Concurrency>): Concurrency {
  const epoch = state.epoch + (change.limit === state.limit ? 0 : 1);
  return { ...state, ...emptyWindow, epoch, ...change };
}

function held(state: Concurrency, limit: number): Concurrency {
  const phase = state.phase === "up" ? "down" : "up";
  return moved(state, { limit, before: null, hold: HOLD_WINDOWS, phase });
}

function targetOf({ limit, ceiling, phase }: Concurrency): number {
  const step = Math.max(1, Math.floor(limit / STEP_PARTS));
  if (phase === "down") return Math.max(1, limit - step);
  return Math.min(ceiling, phase === "doubling" ? limit * 2 : limit + step);
}

function tried(state: Concurrency, throughput: number): Concurrency {
  const limit = targetOf(state);
  if (limit === state.limit) return held(state, limit);
  return moved(state, { limit, before: { limit: state.limit, throughput } });
}

/** Whether more requests at once bring enough: each side is a limit with its throughput. */
function keepsLarger(
  small: { readonly limit: number; readonly throughput: number },
  large: { readonly limit: number; readonly throughput: number },
): boolean {
  const hoped = large.limit / small.limit - 1;
  return large.throughput >= small.throughput * (1 + KEPT_SHARE * hoped);
}

function windowEnded(state: Concurrency): Concurrency {
  // Replies of no measurable time say that there is no queue.
  const throughput = (state.limit * state.replies) / Math.max(state.latencySum, 1e-9);
  const { before, phase, hold } = state;
  if (before === null)
    return hold > 0 ? { ...state, ...emptyWindow, hold: hold - 1 } : tried(state, throughput);
  const now = { limit: state.limit, throughput };
  const rose = now.limit > before.limit;
  const kept = rose ? keepsLarger(before, now) : keepsLarger(now, before);
  if (phase === "doubling" && kept) return tried(state, throughput);
  return held(state, kept === rose ? now.limit : before.limit);
}

/** A reply to a request that was sent in `epoch`, when every slot was in use (`full`). */
export function replied(
  state: Concurrency,
  reply: { readonly epoch: number; readonly latencyMs: number; readonly full: boolean },
): Concurrency {
  if (reply.epoch !== state.epoch || !reply.full) return state;
  const next = {
    ...state,
    replies: state.replies + 1,
    latencySum: state.latencySum + reply.latencyMs,
  };
  return next.replies < Math.max(LEAST_WINDOW, 2 * state.limit) ? next : windowEnded(next);
}

/** A sign of overload from a request that was sent in `epoch`. */
export function overloaded(state: Concurrency, epoch: number): Concurrency {
  if (epoch !== state.epoch) return state;
  return {
    ...state,
    ...emptyWindow,
    epoch: state.epoch + 1,
    limit: Math.max(1, Math.floor(state.limit / 2)),
    before: null,
    hold: HOLD_WINDOWS,
    phase: "up",
  };
}
