import { expect, it } from "vitest";
import { foreignText } from "./words";

it("says which runs of a job are not written, why, and what to do", () => {
  expect(foreignText({ foreign_runs: [] })).toBeNull();
  expect(foreignText({ foreign_runs: ["r1", "r2"] })).toBe(
    "Answers of this job stay in the job database: the runs folder holds r1, r2 already, which this job did not write and does not replace. Move that out of the runs folder, then open the job in the explorer.",
  );
});
