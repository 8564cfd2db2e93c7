import { expect, it } from "vitest";
import type { Steps } from "@/lib/protocol/steps";
import { Turns } from "./turns";

const never = new AbortController().signal;

/** Steps of a millisecond each by a clock of their own. */
function counting() {
  let now = 0;
  const done: string[] = [];
  function* steps(name: string, count: number): Steps<string> {
    for (let step = 1; step <= count; step += 1) {
      now += 1;
      done.push(name);
      yield;
    }
    return name;
  }
  return { turns: new Turns(() => now), steps, done };
}

it("lets others have a turn after every ten milliseconds", async () => {
  const { turns, steps, done } = counting();
  const turnsOfOthers: number[] = [];
  let running = true;
  const other = () => {
    turnsOfOthers.push(done.length);
    if (running) setImmediate(other);
  };
  setImmediate(other);
  expect(await turns.run(steps("a", 45), never)).toBe("a");
  running = false;
  for (const mark of [10, 20, 30, 40]) expect(turnsOfOthers).toContain(mark);
});

it("does one after the other, and none that nobody wants any more", async () => {
  const { turns, steps, done } = counting();
  const gone = new AbortController();
  const first = turns.run(steps("a", 25), gone.signal);
  const second = turns.run(steps("b", 25), gone.signal);
  const third = turns.run(steps("c", 3), never);
  setImmediate(() => gone.abort(new Error("gone")));
  await expect(first).rejects.toThrow("gone");
  await expect(second).rejects.toThrow("gone");
  expect(await third).toBe("c");
  expect(done.filter((name) => name === "a").length).toBeLessThan(25);
  expect(done.filter((name) => name === "b")).toEqual([]);
  expect(done.slice(-3)).toEqual(["c", "c", "c"]);
});

it("goes on after one that fails", async () => {
  const turns = new Turns();
  const failing = (function* (): Steps<never> {
    yield;
    throw new RangeError("No environment");
  })();
  await expect(turns.run(failing, never)).rejects.toThrow("No environment");
  expect(await turns.run(counting().steps("b", 2), never)).toBe("b");
});
