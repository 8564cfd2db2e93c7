import { expect, it } from "vitest";
import { stoppedCellName, stoppedCellText, stoppedEarly } from "./stopping";

const cell = {
  environment: "easy",
  n_options: 10,
  padding: "symbol:front",
  mode: "direct",
  condition: null,
  permutation: 2,
  trials: 100,
  planned_trials: 1000,
  reason: "the target is reached" as const,
  accuracy: 0.5,
  trial_interval: [0.48, 0.52] as [number, number],
  item_interval: [0.25, 0.75] as [number, number],
};
const rule = { looks: [50, 100], trial_target: null, item_target: null };

it("says where cells were stopped, and of a run that went on to the end nothing", () => {
  const whole = { ...cell, trials: 1000 };
  expect(stoppedEarly({ stopping: null })).toBeNull();
  expect(stoppedEarly({ stopping: { ...rule, cells: [whole] } })).toBeNull();
  expect(stoppedEarly({ stopping: { ...rule, cells: [cell, whole] } })).toBe(
    "1 cell stopped early, K=100",
  );
  expect(stoppedEarly({ stopping: { ...rule, cells: [cell, { ...cell, trials: 50 }] } })).toBe(
    "2 cells stopped early, K=50 to 100",
  );
});

it("names a cell and what ended it", () => {
  expect(stoppedCellName(cell)).toBe("easy, N=10, symbol front, direct, permutation 2");
  expect(stoppedCellText(cell)).toBe(
    "K=100 of 1,000: the target is reached; accuracy 0.500, crossed [0.250, 0.750], over trials [0.480, 0.520]",
  );
  const unread = { ...cell, accuracy: null, trial_interval: null, item_interval: null };
  expect(stoppedCellText(unread)).toBe("K=100 of 1,000: the target is reached; read again since");
});
