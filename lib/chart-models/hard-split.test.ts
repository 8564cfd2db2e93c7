import { describe, expect, it } from "vitest";
import type { HardSplitRow } from "@/lib/metrics/rows";
import { modelsBehind, prepareSplit, splitSentence, splitTable } from "./hard-split";
import { assignStyles } from "./palette";

const side = (
  model: string,
  group: "hard" | "less_hard",
  response: number[] | null,
  gold: number[],
) => ({
  model,
  group,
  n_responses: 12,
  accuracy: group === "hard" ? 0.25 : 0.75,
  cdf_response: response,
  cdf_gold: gold,
  series_id: `s-${model}`,
  simulated: false,
});

const split: HardSplitRow = {
  benchmark: "b",
  environment: "full",
  mode: null,
  condition: null,
  scorer: "given",
  n_options: 4,
  median_score: 0.5,
  hard_trials: [1, 4],
  less_hard_trials: [2, 3, 5],
  models: [
    side("alpha", "hard", [0.5, 0.75, 1, 1], [0.25, 0.5, 0.75, 1]),
    side("alpha", "less_hard", [0.25, 0.5, 0.75, 1], [0.25, 0.5, 0.75, 1]),
    side("beta", "hard", null, [0.25, 0.5, 0.75, 1]),
  ],
  sync_id: "p",
};
const styles = assignStyles([
  { model: "alpha", benchmark: "b" },
  { model: "beta", benchmark: "b" },
]);

describe("prepareSplit", () => {
  it("draws one panel a model, each side with the gold of its own trials", () => {
    const figure = prepareSplit([split], 4, 1, styles);
    expect(figure.panels.map((panel) => panel.title)).toEqual(["alpha · full", "beta · full"]);
    const [alpha, beta] = figure.panels;
    expect(alpha?.series.map((one) => [one.id, one.style.dash])).toEqual([
      ["gold hard", "solid"],
      ["hard", "solid"],
      ["gold less_hard", "dashed"],
      ["less_hard", "dashed"],
    ]);
    expect(alpha?.series[1]?.points.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [1, 0.5],
      [2, 0.75],
      [3, 1],
      [4, 1],
    ]);
    // Nothing valid: no curve, and no zero in its place.
    expect(beta?.series.map((one) => one.id)).toEqual(["gold hard"]);
    expect(beta?.readouts[0]?.text).toBe("PFI –, accuracy 0.250");
  });
});

describe("splitTable", () => {
  it("leads to the responses of one series under one presentation", () => {
    const direct: HardSplitRow = { ...split, mode: "direct", condition: "ten-permuted" };
    expect(splitTable([direct], 1).rows[0]?.select).toEqual(
      expect.arrayContaining([
        { field: "series", values: ["s-alpha"] },
        { field: "mode", values: ["direct"] },
        { field: "condition", values: ["ten-permuted"] },
      ]),
    );
  });
  it("counts trials a side and sets response against gold", () => {
    const [hard, less, beta] = splitTable([split], 1).rows;
    expect(hard?.cells).toMatchObject({
      trials: { value: 2 },
      pfi: { value: 0.5 },
      delta: { value: 0.25 },
    });
    expect(less?.cells).toMatchObject({ trials: { value: 3 }, delta: { value: 0 } });
    expect(beta?.cells.delta).toEqual({ value: null, reason: "No valid response." });
  });
});

it("names the models that were scored, and the one whose front moves most", () => {
  expect(modelsBehind([split])).toBe(2);
  expect(splitSentence([split], 1)).toBe(
    "alpha (full) moves most: PFI 1 is +0.250 in hard trials against less hard ones.",
  );
  expect(splitSentence([], 1)).toBeNull();
});
