import { describe, expect, it } from "vitest";
import type { HardSplitRow } from "@/lib/metrics/rows";
import { prepareSplit, splitRule, splitSentence, splitTable } from "./hard-split";
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
  run_ids: [`run of ${model}`],
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

it("says how trials were scored, and whose front moves most", () => {
  expect(splitRule([split])).toBe(
    "A trial is hard where its score is below the median of its set of trials. A score is the mean " +
      "of item means over those in view that share the trial (2 models).",
  );
  expect(splitSentence([split], 1)).toBe(
    "alpha · full moves most: PFI 1 is +0.250 in hard trials against less hard ones.",
  );
  expect(splitSentence([], 1)).toBeNull();
});

/** The sides of one model alone. */
const only = (model: string) => split.models.filter((one) => one.model === model);

describe("several splits", () => {
  it("count the models of each: two files with trials of their own share none", () => {
    const own: HardSplitRow[] = [
      { ...split, sync_id: "file a", models: only("alpha") },
      { ...split, sync_id: "file b", models: only("beta") },
    ];
    expect(splitRule(own)).toContain("(1 model). 2 sets of trials are in view");
    const table = splitTable(own, 1);
    expect(table.rows.map(({ cells }) => [cells.trial_set?.value, cells.scored?.value])).toEqual([
      [1, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(table.columns.find(({ id }) => id === "trial_set")?.exportOnly).toBe(false);
    // An environment that fewer models were asked in is scored over fewer.
    const fewer: HardSplitRow[] = [split, { ...split, environment: "easy", models: only("alpha") }];
    expect(splitRule(fewer)).toContain("(1 to 2 models).");
    const scored = splitTable(fewer, 1).rows.map(({ cells }) => cells.scored?.value);
    expect(scored).toEqual([2, 2, 2, 1, 1]);
  });

  it("of two modes are told apart, and each leads to its own responses", () => {
    const modes = ["direct", "thinking"].map((mode): HardSplitRow => ({
      ...split,
      mode,
      models: only("alpha"),
    }));
    const { panels } = prepareSplit(modes, 4, 1, styles);
    expect(panels.map(({ title }) => title)).toEqual([
      "alpha · direct · full",
      "alpha · thinking · full",
    ]);
    const table = splitTable(modes, 1);
    expect(table.columns.find(({ id }) => id === "mode")?.exportOnly).toBeUndefined();
    for (const [i, mode] of ["direct", "thinking"].entries()) {
      const kept = { field: "mode", values: [mode] };
      expect(table.rows[2 * i]?.select).toContainEqual(kept);
      expect(panels[i]?.series[1]?.points[1]?.select).toContainEqual(kept);
      expect(table.rows[2 * i]?.select).toContainEqual({ field: "condition", values: [null] });
    }
  });

  it("of one series under two seeds have names, ids and runs of their own", () => {
    const seeded = (sync_id: string): HardSplitRow => ({
      ...split,
      sync_id,
      models: only("alpha").map((one) => ({ ...one, run_ids: [`run ${sync_id}`] })),
    });
    const seeds = [seeded("q"), seeded("p")];
    const { panels } = prepareSplit(seeds, 4, 1, styles);
    expect(panels.map(({ title }) => title)).toEqual([
      "alpha · full · trial set 2",
      "alpha · full · trial set 1",
    ]);
    const { rows } = splitTable(seeds, 1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
    expect(rows[0]?.select).toContainEqual({ field: "run", values: ["run q"] });
    // A single set needs no filter of runs.
    expect(splitTable([split], 1).rows[0]?.select?.map(({ field }) => field)).not.toContain("run");
  });
});
