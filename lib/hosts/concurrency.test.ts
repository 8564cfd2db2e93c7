import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { overloaded, replied, startConcurrency, type Concurrency } from "./concurrency";
import { adaptiveSlots } from "./slots";
import { settled } from "./testing/manual-clock";
import { NEVER } from "./testing/opened";

/** Feeds replies of a host that works on `capacity` at once, a second each, and queues the rest. */
function served(state: Concurrency, capacity: number, replies: number): Concurrency {
  let now = state;
  for (let i = 0; i < replies; i += 1) now = servedOne(now, capacity);
  return now;
}

function servedOne(state: Concurrency, capacity: number): Concurrency {
  const latencyMs = 1000 * Math.max(1, state.limit / capacity);
  return replied(state, { epoch: state.epoch, latencyMs, full: true });
}

/** The limit after each reply. */
function limitsOver(state: Concurrency, capacity: number, replies: number): number[] {
  let now = state;
  return Array.from({ length: replies }, () => (now = servedOne(now, capacity)).limit);
}

describe("the limit", () => {
  it("rises to the user's limit where the host keeps up, and comes back after each trial", () => {
    const limits = limitsOver(startConcurrency(64), 1000, 20_000);
    expect(Math.max(...limits)).toBe(64);
    expect(limits.slice(2000).filter((limit) => limit === 64).length).toBeGreaterThan(0.8 * 18_000);
    expect(Math.min(...limits.slice(2000))).toBe(48);
  });

  it("settles near what the host can do at once", () => {
    for (const capacity of [1, 4, 6, 10, 20]) {
      const limits = limitsOver(startConcurrency(256), capacity, 20_000).slice(10_000);
      const mean = limits.reduce((a, b) => a + b, 0) / limits.length;
      expect(mean, String(capacity)).toBeGreaterThan(capacity * 0.9);
      expect(mean, String(capacity)).toBeLessThan(capacity * 1.35);
    }
  });

  it("follows a host that gets more room, and one that loses it", () => {
    const small = served(startConcurrency(64), 8, 5000);
    const large = served(small, 32, 20_000);
    expect(large.limit).toBeGreaterThanOrEqual(24);
    expect(served(large, 8, 30_000).limit).toBeLessThanOrEqual(12);
  });

  it("halves once for a burst of refusals", () => {
    let state = startConcurrency(64);
    while (state.limit < 64) state = servedOne(state, 1000);
    const { epoch } = state;
    for (let i = 0; i < 64; i += 1) state = overloaded(state, epoch);
    expect(state.limit).toBe(32);
    expect(overloaded(state, state.epoch).limit).toBe(16);
  });

  it("does not rise on replies of a host that was not fully used", () => {
    let state = startConcurrency(16);
    for (let i = 0; i < 100; i += 1)
      state = replied(state, { epoch: state.epoch, latencyMs: 10, full: false });
    expect(state.limit).toBe(2);
  });

  it("stays between 1 and the user's limit, and rises on a reply alone, whatever happens", () => {
    const event = fc.oneof(
      fc.record({
        latencyMs: fc.double({ min: 0, max: 1e7, noNaN: true }),
        full: fc.boolean(),
        old: fc.boolean(),
      }),
      fc.record({ overload: fc.constant(true), old: fc.boolean() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1024 }),
        fc.array(event, { maxLength: 400 }),
        (ceiling, events) => {
          let state = startConcurrency(ceiling);
          for (const one of events) {
            const epoch = state.epoch - (one.old ? 1 : 0);
            const next =
              "overload" in one ? overloaded(state, epoch) : replied(state, { ...one, epoch });
            if ("overload" in one) expect(next.limit).toBeLessThanOrEqual(state.limit);
            if (one.old) expect(next).toEqual(state);
            expect(next.limit).toBeGreaterThanOrEqual(1);
            expect(next.limit).toBeLessThanOrEqual(ceiling);
            expect(Number.isInteger(next.limit)).toBe(true);
            state = next;
          }
        },
      ),
    );
  });
});

describe("slots", () => {
  it("are given first come, first served, never beyond the limit", async () => {
    const slots = adaptiveSlots(2);
    const order: number[] = [];
    const held = await Promise.all([slots.take(NEVER), slots.take(NEVER)]);
    const later = [1, 2].map(async (n) => {
      const slot = await slots.take(NEVER);
      order.push(n);
      return slot;
    });
    await settled();
    expect([slots.inFlight(), order.length]).toEqual([2, 0]);
    held[0].free({ latencyMs: 5 });
    held[0].free({ latencyMs: 5 });
    await settled();
    expect([slots.inFlight(), order]).toEqual([2, [1]]);
    held[1].free("unused");
    await Promise.all(later);
    expect(order).toEqual([1, 2]);
  });

  it("are given up by who no longer waits", async () => {
    const slots = adaptiveSlots(1);
    const held = await slots.take(NEVER);
    const stop = new AbortController();
    const gone = slots.take(stop.signal);
    const next = slots.take(NEVER);
    stop.abort(new Error("gone"));
    await expect(gone).rejects.toThrow("gone");
    held.free("unused");
    (await next).free("unused");
    expect(slots.inFlight()).toBe(0);
  });

  it("become fewer under overload", async () => {
    const slots = adaptiveSlots(2);
    const [first, second] = await Promise.all([slots.take(NEVER), slots.take(NEVER)]);
    first.free("overloaded");
    second.free("overloaded");
    expect(slots.limit()).toBe(1);
  });
});
