import { describe, expect, it } from "vitest";
import { HostError, type HostErrorDetails } from "./host";
import { hostPause } from "./pause";
import { askPatiently, MAX_RETRY_AFTER_MS, waitAfter, type Tries } from "./retry";
import { retryAfterMs } from "./retry-after";
import { adaptiveSlots } from "./slots";
import { manualClock, settled } from "./testing/manual-clock";
import { NEVER } from "./testing/opened";

function hostError(details: Partial<HostErrorDetails> = {}): HostError {
  return new HostError("no", {
    status: 500,
    again: true,
    retryAfterMs: null,
    request: null,
    responseBody: null,
    latencyMs: null,
    ...details,
  });
}

function setting(change: Partial<Tries<string>> = {}) {
  const clock = manualClock();
  const pause = hostPause(clock);
  const tries: Tries<string> = {
    ask: () => Promise.resolve("yes"),
    attempts: 5,
    timeoutMs: 1_800_000,
    pause,
    slots: adaptiveSlots(4),
    clock,
    // The longest of each backoff: 1, 2, 4, ... s.
    random: () => 1,
    signal: NEVER,
    ...change,
  };
  return { clock, pause, tries };
}

/** Answers with these in order, and keeps the times at which it was asked. */
function inTurn(clock: { now(): number }, ...answers: readonly (string | HostError)[]) {
  const start = clock.now();
  const at: number[] = [];
  return {
    at,
    ask: () => {
      const answer = answers[at.length];
      at.push(clock.now() - start);
      return typeof answer === "string" ? Promise.resolve(answer) : Promise.reject(answer!);
    },
  };
}

describe("tries of one request", () => {
  it("wait at least what a 429 says", async () => {
    const { clock, tries } = setting();
    const turn = inTurn(clock, hostError({ status: 429, retryAfterMs: 2000 }), "53");
    const asked = askPatiently({ ...tries, ask: turn.ask });
    await clock.advance(1999);
    expect(turn.at).toEqual([0]);
    await clock.advance(1);
    expect(await asked).toEqual({ kind: "reply", reply: "53", attempts: 2, waitedMs: 2000 });
    expect(turn.at).toEqual([0, 2000]);
  });

  it("back off by powers of two, and count attempts and waiting apart", async () => {
    const { clock, tries } = setting();
    const turn = inTurn(clock, hostError(), hostError(), hostError(), "53");
    const asked = askPatiently({ ...tries, ask: turn.ask });
    await clock.advance(60_000);
    expect(await asked).toMatchObject({ attempts: 4, waitedMs: 1000 + 2000 + 4000 });
    expect(turn.at).toEqual([0, 1000, 3000, 7000]);
  });

  it("end at the last attempt, without another wait", async () => {
    const { clock, tries } = setting();
    const turn = inTurn(clock, hostError(), hostError({ status: 502 }));
    const asked = askPatiently({ ...tries, ask: turn.ask, attempts: 2 });
    await clock.advance(1000);
    expect(await asked).toMatchObject({
      kind: "failed",
      error: { details: { status: 502 } },
      attempts: 2,
      waitedMs: 1000,
    });
    expect(clock.sleeping()).toEqual([]);
  });

  it("are one where another cannot help", async () => {
    for (const status of [400, 401, 403, 404]) {
      const { clock, tries } = setting();
      const turn = inTurn(clock, hostError({ status, again: false }));
      expect(await askPatiently({ ...tries, ask: turn.ask })).toMatchObject({
        kind: "failed",
        attempts: 1,
        waitedMs: 0,
      });
    }
  });

  it("end when a host asks for more patience than there is", async () => {
    const { clock, tries, pause } = setting();
    const tomorrow = hostError({ status: 429, retryAfterMs: MAX_RETRY_AFTER_MS + 1 });
    const turn = inTurn(clock, tomorrow);
    expect(await askPatiently({ ...tries, ask: turn.ask })).toMatchObject({ attempts: 1 });
    expect(pause.left()).toBe(0);
  });

  it("are one where the time limit ran out, and the connection is closed by then", async () => {
    let given: AbortSignal | undefined;
    const { clock, tries } = setting({
      timeoutMs: 600_000,
      ask: (signal) =>
        new Promise((_, reject) => {
          given = signal;
          signal.addEventListener("abort", () => reject(signal.reason as Error));
        }),
    });
    const asked = askPatiently(tries);
    await clock.advance(599_999);
    expect(given?.aborted).toBe(false);
    await clock.advance(1);
    expect(given?.aborted).toBe(true);
    const result = await asked;
    expect(result).toMatchObject({ kind: "failed", attempts: 1 });
    expect(result).toHaveProperty(
      "error.message",
      "no reply within 600 s, the time limit of a request",
    );
  });

  it("stop with the user's reason, also in the middle of a wait", async () => {
    const stop = new AbortController();
    const { clock, tries } = setting({ signal: stop.signal });
    const turn = inTurn(clock, hostError({ status: 503, retryAfterMs: 5000 }));
    const asked = askPatiently({ ...tries, ask: turn.ask });
    await clock.advance(100);
    stop.abort(new Error("cancelled"));
    await expect(asked).rejects.toThrow("cancelled");
    expect(clock.sleeping()).toEqual([]);
  });

  it("pass on what is no error of the host", async () => {
    const { tries } = setting({ ask: () => Promise.reject(new TypeError("a bug")) });
    await expect(askPatiently(tries)).rejects.toThrow(TypeError);
  });
});

describe("one pause a host", () => {
  it("holds every worker, and each is asked again only after it", async () => {
    const { clock, tries, pause } = setting({ slots: adaptiveSlots(4) });
    const first = inTurn(clock, hostError({ status: 429, retryAfterMs: 3000 }), "first");
    const second = inTurn(clock, "second");
    const askedFirst = askPatiently({ ...tries, ask: first.ask });
    await settled();
    expect(pause.left()).toBe(3000);
    const askedSecond = askPatiently({ ...tries, ask: second.ask });
    await clock.advance(2999);
    expect([first.at.length, second.at.length]).toEqual([1, 0]);
    await clock.advance(1);
    expect(await askedFirst).toMatchObject({ reply: "first", waitedMs: 3000 });
    expect(await askedSecond).toMatchObject({ reply: "second", attempts: 1, waitedMs: 3000 });
  });

  it("is as long as the longest that was asked for, not their sum", async () => {
    const { clock, tries, pause } = setting();
    const turns = [1000, 4000, 2000].map((retryAfterMs) =>
      inTurn(clock, hostError({ status: 429, retryAfterMs }), "ok"),
    );
    const asked = turns.map((turn) =>
      askPatiently({ ...tries, slots: adaptiveSlots(8), ask: turn.ask }),
    );
    await settled();
    expect(pause.left()).toBe(4000);
    await clock.advance(4000);
    expect((await Promise.all(asked)).map(({ waitedMs }) => waitedMs)).toEqual([4000, 4000, 4000]);
  });

  it("also holds who was waiting for a slot when it began, and counts as waiting", async () => {
    const { clock, tries } = setting({ slots: adaptiveSlots(1) });
    const first = inTurn(clock, hostError({ status: 503, retryAfterMs: 3000 }), "first");
    const second = inTurn(clock, "second");
    const asked = [first, second].map(({ ask }) => askPatiently({ ...tries, ask }));
    await clock.advance(2999);
    expect(second.at).toEqual([]);
    await clock.advance(1);
    expect((await Promise.all(asked)).map(({ waitedMs }) => waitedMs)).toEqual([3000, 3000]);
  });

  it("is not made by an error of one request", async () => {
    const { clock, tries, pause } = setting();
    const asked = askPatiently({ ...tries, ask: inTurn(clock, hostError(), "ok").ask });
    await settled();
    expect(pause.left()).toBe(0);
    await clock.advance(1000);
    await asked;
  });
});

describe("waits", () => {
  it("lie between half and the whole of the backoff, at most a minute", () => {
    expect(waitAfter(hostError(), 1, () => 0)).toBe(500);
    expect(waitAfter(hostError(), 1, () => 1)).toBe(1000);
    expect(waitAfter(hostError(), 3, () => 0.5)).toBe(3000);
    expect(waitAfter(hostError(), 20, () => 1)).toBe(60_000);
    expect(waitAfter(hostError({ retryAfterMs: 90_000 }), 1, () => 1)).toBe(90_000);
  });

  it("are read from either form of Retry-After", () => {
    const now = Date.UTC(2026, 5, 1, 12, 0, 0);
    const said = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);
    expect(said({})).toBeNull();
    expect(said({ "retry-after": "2" })).toBe(2000);
    expect(said({ "retry-after": "1.5" })).toBe(1500);
    expect(said({ "retry-after": "Mon, 01 Jun 2026 12:00:30 GMT" })).toBe(30_000);
    expect(said({ "retry-after": "Mon, 01 Jun 2026 11:00:00 GMT" })).toBe(0);
    expect(said({ "retry-after": "-3" })).toBeNull();
    expect(said({ "retry-after": "1", "retry-after-ms": "1250" })).toBe(1250);
  });
});
