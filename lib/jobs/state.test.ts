import { expect, it } from "vitest";
import { ActionRefused, allows, JOB_ACTIONS, stateAfter } from "./state";

it("leads from state to state as the table in docs/jobs.md says", () => {
  expect(stateAfter("planned", "run")).toBe("running");
  expect(stateAfter("paused", "run")).toBe("running");
  expect(stateAfter("cancelled", "run")).toBe("running");
  expect(stateAfter("incomplete", "run")).toBe("running");
  expect(stateAfter("running", "pause")).toBe("paused");
  expect(stateAfter("running", "cancel")).toBe("cancelled");
  expect(stateAfter("complete", "extend")).toBe("running");
  expect(stateAfter("paused", "extend")).toBe("paused");
  expect(stateAfter("planned", "extend")).toBe("planned");
  expect(stateAfter("complete", "retry")).toBe("running");
});

it("refuses what a state does not allow, naming the states that do", () => {
  expect(() => stateAfter("complete", "run")).toThrow(ActionRefused);
  expect(() => stateAfter("paused", "pause")).toThrow(
    "a job that is paused cannot be asked to pause: only one that is running",
  );
});

it("removes only what nobody works on", () => {
  expect(allows("running", "remove")).toBe(false);
  expect(JOB_ACTIONS.filter((action) => allows("running", action))).toEqual([
    "pause",
    "cancel",
    "extend",
    "retry",
  ]);
});
