import { expect, it } from "vitest";
import type { JobProgress } from "@/lib/jobs/progress";
import { progressLine, runAgainLine } from "./job-line";

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
