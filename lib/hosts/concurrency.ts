/**
 * How many requests a host is asked at once, between 1 and the user's limit (`ceiling`). The rule:
 *
 * 1. It starts at 2. A *window* is max(6, 2 x limit) replies to requests that were sent under this
 *    limit, counted only while every slot was in use. Its throughput is limit / mean latency
 *    (Little's law).
 * 2. After a window the limit doubles, as long as each rise brought at least 5% more throughput.
 * 3. A rise that brought less is taken back: latency grew, and nothing was gained. The limit then
 *    holds for 10 windows and tries one more.
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
  /** What a rise is measured against; null when the next window only measures. */
  readonly before: { readonly limit: number; readonly throughput: number } | null;
  /** Windows until the next rise. */
  readonly hold: number;
  /** Whether no rise has failed yet. */
  readonly doubling: boolean;
}

const START = 2;
const LEAST_WINDOW = 6;
const GAIN = 1.05;
const HOLD_WINDOWS = 10;

export function startConcurrency(ceiling: number): Concurrency {
  return {
    ceiling,
    limit: Math.min(START, ceiling),
    epoch: 0,
    replies: 0,
    latencySum: 0,
    before: null,
    hold: 0,
    doubling: true,
  };
}

function changed(state: Concurrency, change: Partial<Concurrency>): Concurrency {
  return { ...state, replies: 0, latencySum: 0, epoch: state.epoch + 1, ...change };
}

function rise(state: Concurrency, throughput: number): Concurrency {
  const limit = Math.min(state.ceiling, state.doubling ? state.limit * 2 : state.limit + 1);
  return changed(state, { limit, before: { limit: state.limit, throughput } });
}

function windowEnded(state: Concurrency): Concurrency {
  const throughput = (state.limit * state.replies) / Math.max(state.latencySum, Number.MIN_VALUE);
  const { before } = state;
  if (before !== null && throughput < before.throughput * GAIN)
    return changed(state, {
      limit: before.limit,
      before: null,
      hold: HOLD_WINDOWS,
      doubling: false,
    });
  if (state.hold > 0 || state.limit === state.ceiling)
    return {
      ...state,
      replies: 0,
      latencySum: 0,
      before: null,
      hold: Math.max(0, state.hold - 1),
    };
  return rise(state, throughput);
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
  return changed(state, {
    limit: Math.max(1, Math.floor(state.limit / 2)),
    before: null,
    hold: HOLD_WINDOWS,
    doubling: false,
  });
}
