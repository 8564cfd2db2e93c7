import { expect, it } from "vitest";
import type { JobProgress, RunningAccuracy } from "@/lib/jobs/progress";
import { accuracyLine, progressLine, runAgainLine } from "./job-line";

it("names the files of a run in the command that goes on with it", () => {
  expect(runAgainLine("a/spec.json", {})).toBe("npx foilscope run a/spec.json");
  expect(runAgainLine("my spec.json", { hosts: "h.json", into: "it's/runs" })).toBe(
    "npx foilscope run 'my spec.json' --hosts h.json --into 'it'\\''s/runs'",
  );
});

it("says the time that is left as all else does", () => {
  const progress = {
    done: 10,
    planned: 1000,
    stopped: 0,
    rate: 2,
    outcomes: { error: 0 },
    tokens: { cachedShare: null },
    batches: [],
  } as unknown as JobProgress;
  // 7,200 s are two hours, without "0 min"; 93,600 s are a day and two hours.
  expect(progressLine({ ...progress, secondsLeft: 7200 })).toBe("10 of 1,000, 2.0/s, 2 h left");
  expect(progressLine({ ...progress, secondsLeft: 93_600 })).toContain(", 1 d 2 h left");
});

it("says how many of the scored responses are correct, as the browser does", () => {
  const run = {
    runId: "r",
    model: 0,
    accuracy: 82 / 120,
    interval: [0.6, 0.75],
    kind: "item",
    correct: 82,
    scored: 120,
    items: 30,
  } as const satisfies RunningAccuracy;
  expect(accuracyLine("m", run)).toBe(
    "m: accuracy 68.3% [60.0%, 75.0%] (95%, over 30 items), 82 correct of 120 scored responses",
  );
});
