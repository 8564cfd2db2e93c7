import { expect, it } from "vitest";
import { systemClock } from "./clock";
import { manualClock } from "./testing/manual-clock";

it.each([
  ["the system's", systemClock],
  ["a test's", manualClock()],
])("a sleep on %s clock ends early, without an error, when it is not wanted", async (_, clock) => {
  const ending = new AbortController();
  const asleep = clock.sleep(600_000, ending.signal);
  ending.abort(new Error("not wanted"));
  await expect(asleep).resolves.toBeUndefined();
  await expect(clock.sleep(600_000, ending.signal)).resolves.toBeUndefined();
});
