import { describe, expect, it } from "vitest";
import { manifest } from "@/tests/helpers/stage";
import { times, trials, useSections } from "@/tests/helpers/sections";
import type { Filters } from "@/lib/view-state/filters";

const { open, run } = useSections();

describe("scaling and bubble", () => {
  it("flags an item that has no trials at one N", async () => {
    await open([
      ...trials(2, 2, { item_id: "i1", n_options: 4 }),
      ...trials(2, 1, { item_id: "i2", n_options: 4 }),
      ...trials(2, 1, { item_id: "i1", n_options: 10 }),
    ]);
    const [low, high] = await run("scaling");
    expect([low?.n_items, low?.accuracy, high?.n_items, high?.accuracy]).toEqual([2, 0.75, 1, 0.5]);
    expect((await run("bubble"))[0]?.item_sets_differ).toBe(true);
  });

  it("leaves everything about responses undefined where none is valid", async () => {
    await open(trials(3, 0, { resp_pos: null }));
    const [row] = await run("scaling");
    expect(row).toMatchObject({ accuracy: 0, null_share: 1, n_responses: 3 });
    expect(row?.na).toBeCloseTo(-1 / 3, 12);
    const [positions] = await run("positions");
    expect(positions).toMatchObject({
      n_valid: 0,
      pfi: { 1: null, 2: null },
      delta_pfi: { 1: null, 2: null },
      entropy: null,
      front_20: null,
      mean_pos: null,
      ks: null,
      ks_at: null,
      front_20_gold: 1,
      mean_pos_gold: 1,
    });
    const distribution = await run("position_distribution");
    expect(distribution.map((r) => r.p_response)).toEqual([null, null, null, null]);
    expect(distribution.map((r) => r.cdf_gold)).toEqual([1, 1, 1, 1]);
  });

  it("has no interval over one item, and none over one trial", async () => {
    await open([{ item_id: "i1", resp_pos: 1 }]);
    expect((await run("scaling"))[0]).toMatchObject({
      n_items: 1,
      n_trials: 1,
      na: 1,
      na_item_ci: null,
      na_trial_ci: null,
      na_q25: 1,
    });
    expect((await run("items"))[0]?.acc_trial_ci).toBeNull();
    expect((await run("positions"))[0]?.slope).toBeNull();
  });

  it("has a crossed interval only where every item has every trial once", async () => {
    const i2 = trials(2, 1, { item_id: "i2" });
    await open([...trials(2, 2, { item_id: "i1" }), ...i2]);
    expect((await run("scaling"))[0]?.na_crossed_ci).not.toBeNull();
    // Two permutations in trial 1 and none in trial 2: four rows of two items and two trials.
    const twice = [1, 2].map((permutation) => ({ item_id: "i1", permutation, resp_pos: 1 }));
    await open([...twice, ...i2.map((row) => ({ ...row, permutation: 1 }))]);
    expect((await run("scaling"))[0]).toMatchObject({
      n_responses: 4,
      n_trials: 2,
      na_crossed_ci: null,
    });
  });

  it("has a width of zero where accuracy is constant", async () => {
    await open([...trials(3, 3, { item_id: "i1" }), ...trials(3, 3, { item_id: "i2" })]);
    expect((await run("scaling"))[0]).toMatchObject({
      na: 1,
      na_item_ci: [1, 1],
      na_trial_ci: [1, 1],
    });
  });

  it("calls BI undefined where NA at the low N is 0 or below, and keeps the raw number", async () => {
    await open([...trials(4, 1, { n_options: 4 }), ...trials(4, 1, { n_options: 10 })]);
    const [row] = await run("bubble");
    expect(row).toMatchObject({ bi: null, bi_ci: null, item_sets_differ: false });
    // NA is 0 at N = 4 and 1/6 at N = 10
    expect(row?.bi_raw).toBeCloseTo(1 - 1 / 6 / 1e-6, 3);
  });

  it("pairs trials in the interval of BI", async () => {
    // Trial series of accuracy: 1, 1, 0, 1 at N = 2 and 1, 0, 0, 1 at N = 4.
    const at = (n_options: number, right: number[]) =>
      right.map((r, i) => ({ n_options, trial: i + 1, gold_pos: 1, resp_pos: r ? 1 : 2 }));
    await open([...at(2, [1, 1, 0, 1]), ...at(4, [1, 0, 0, 1])]);
    const [row] = await run("bubble");
    // NA: D = 0.5, H = 1/3; variances 1 and 16/27; covariance (1/6) x 2 x (4/3) = 4/9
    const variance = 16 / 27 / (4 * 0.25) + 1 / 9 / (4 / 16) - (2 / 3) * (4 / 9) * (4 / 16) * 8;
    const half = 1.959963984540054 * Math.sqrt(variance);
    expect(row?.bi).toBeCloseTo(1 / 3, 5);
    expect(row?.bi_ci?.[0]).toBeCloseTo(1 / 3 - half, 4);
    expect(row?.bi_ci?.[1]).toBeCloseTo(1 / 3 + half, 4);
  });

  it("leaves trial statistics undefined where trials were numbered by us", async () => {
    const rows = [
      ...trials(3, 2, { item_id: "i1", n_options: 4 }),
      ...trials(3, 1, { item_id: "i2", n_options: 4 }),
      ...trials(3, 1, { item_id: "i1", n_options: 10 }),
      ...trials(3, 1, { item_id: "i2", n_options: 10 }),
    ];
    await open(rows, [manifest("r1", "m1", { protocol: { trials_numbered: true } })]);
    const [row] = await run("scaling");
    expect(row?.na_trial_ci).toBeNull();
    expect(row?.na_item_ci).not.toBeNull();
    const [bubble] = await run("bubble");
    expect(bubble?.bi).not.toBeNull();
    expect(bubble?.bi_ci).toBeNull();
    expect(await run("hard_split")).toEqual([]);
    expect((await run("warnings")).map((w) => w.code)).toContain("trials_numbered");
  });

  it("keeps a cell whose rows are all errors, without a number", async () => {
    await open(times(3, (i) => ({ trial: i + 1, outcome: "error" as const })));
    expect((await run("scaling"))[0]).toMatchObject({
      n_items: 0,
      n_trials: 0,
      n_responses: 0,
      accuracy: null,
      na: null,
      null_share: null,
    });
    expect((await run("positions"))[0]).toMatchObject({ n_valid: 0, entropy_gold: null });
    expect((await run("accuracy"))[0]).toMatchObject({
      n: 0,
      accuracy: null,
      wilson: null,
      valid_rate: null,
      accuracy_planned: 0,
      ranked: false,
    });
    expect((await run("outcomes"))[0]).toMatchObject({ planned: 3, error: 3, missing: 0 });
  });
});

describe("positions", () => {
  it("bins an N below ten and one that ten does not divide", async () => {
    await open([
      ...times(4, (i) => ({ n_options: 4, trial: i + 1, gold_pos: i + 1, resp_pos: 1 })),
      ...times(13, (i) => ({ n_options: 13, trial: i + 1, gold_pos: i + 1, resp_pos: 1 })),
    ]);
    const bins = await run("gold_bins");
    const counts = (n: number) => bins.filter((b) => b.n_options === n).map((b) => b.n);
    expect(counts(4)).toEqual([1, 0, 1, 0, 0, 1, 0, 1, 0, 0]);
    expect(counts(13)).toEqual([2, 1, 1, 2, 1, 1, 2, 1, 1, 1]);
    expect(bins.filter((b) => b.n_options === 4).map((b) => b.accuracy)).toEqual([
      1,
      null,
      0,
      null,
      null,
      0,
      null,
      0,
      null,
      null,
    ]);
    const [four] = await run("positions");
    expect(Object.keys(four?.pfi ?? {})).toEqual(["1", "2"]);
    expect(four).toMatchObject({ front_20: 1, tail_20: 1, ks: 0.75, ks_at: 1 });
    // Bins 0, 2, 5, 7 with accuracy 1, 0, 0, 0: Sxy = -3.5, Sxx = 29
    expect(four?.slope).toBeCloseTo(-3.5 / 29, 12);
    expect(four?.slope_unit_range).toBeCloseTo((-9 * 3.5) / 29, 12);
  });
});

describe("hard split", () => {
  it("sends ties to the less hard side, within a tolerance", async () => {
    // Scores 0.1 + 0.2 and 0.3 differ in floats alone; ten items make them.
    const trial = (k: number, right: number) =>
      times(10, (i) => ({ trial: k, item_id: `i${i}`, gold_pos: 1, resp_pos: i < right ? 1 : 2 }));
    await open([...trial(1, 3), ...trial(2, 3), ...trial(3, 3), ...trial(4, 1)]);
    const [row] = await run("hard_split");
    expect(row).toMatchObject({ median_score: 0.3, hard_trials: [4], less_hard_trials: [1, 2, 3] });
  });

  it("leaves a group without trials out", async () => {
    await open(trials(3, 3));
    const [row] = await run("hard_split");
    expect(row?.hard_trials).toEqual([]);
    expect(row?.models.map((m) => m.group)).toEqual(["less_hard"]);
  });

  it("needs trials that the models share", async () => {
    const model = (run_id: string, name: string) =>
      manifest(run_id, name, { provenance: { kind: "measured" } });
    await open(
      [
        ...trials(2, 1, { run_id: "a", model: "m1" }),
        ...trials(2, 1, { run_id: "b", model: "m2" }),
      ],
      [model("a", "m1"), model("b", "m2")],
    );
    expect(await run("hard_split")).toEqual([]);
  });

  it("splits the seeds of one series apart, each with its own runs", async () => {
    const seeded = (run_id: string, seed: string) => manifest(run_id, "m1", { protocol: { seed } });
    await open(
      [
        ...[1, 2].map((trial) => ({ run_id: "a", trial, gold_pos: 1, resp_pos: trial })),
        ...[3, 4].map((trial) => ({ run_id: "b", trial, gold_pos: 1, resp_pos: 2 })),
      ],
      [seeded("a", "1"), seeded("b", "2")],
    );
    const rows = await run("hard_split");
    expect(new Set(rows.map((row) => row.models[0]?.series_id)).size).toBe(1);
    const found = rows.map((row) => [row.models.map((m) => m.run_ids), row.hard_trials]);
    expect(found).toHaveLength(2);
    // Trial 1 is right and trial 2 wrong; trials 3 and 4 tie.
    expect(found).toContainEqual([[["a"], ["a"]], [2]]);
    expect(found).toContainEqual([[["b"]], []]);
  });
});

describe("padding", () => {
  it("has no delta without an unpadded side", async () => {
    await open(trials(2, 1, { padding: "symbol:front" }));
    expect((await run("padding"))[0]).toMatchObject({
      accuracy: 0.5,
      delta: null,
      delta_item_ci: null,
      item_sets_differ: null,
    });
    expect((await run("padding_envelope"))[0]).toMatchObject({
      acc_none: null,
      acc_mean: 0.5,
      delta_mean: null,
      spread: null,
      worst_type: null,
      worst_by_type: { symbol: null },
    });
  });

  it("keeps the unpadded side when a filter chooses a padding, and names ties by name", async () => {
    await open([
      ...trials(4, 4),
      ...trials(4, 2, { padding: "symbol:front" }),
      ...trials(4, 2, { padding: "korean_text:back" }),
      ...trials(4, 1, { padding: "english_text:front" }),
    ]);
    const filters: Filters = [{ field: "padding", values: ["symbol:front", "korean_text:back"] }];
    expect((await run("padding", filters)).map((r) => [r.padding, r.delta])).toEqual([
      ["korean_text:back", -0.5],
      ["symbol:front", -0.5],
    ]);
    expect((await run("padding_envelope", filters))[0]?.worst_type).toBe("korean_text");
    expect((await run("padding_envelope"))[0]).toMatchObject({
      worst_type: "english_text",
      spread: 0.25,
      n_conditions: 3,
    });
  });

  it("has an interval over items paired with themselves", async () => {
    const padding = "symbol:front";
    await open([
      ...trials(4, 4, { item_id: "i1" }),
      ...trials(4, 2, { item_id: "i2" }),
      ...trials(4, 2, { item_id: "i1", padding }),
      ...trials(4, 2, { item_id: "i2", padding }),
    ]);
    const [row] = await run("padding");
    expect(row).toMatchObject({
      delta: -0.25,
      n_items: 2,
      n_responses: 8,
      item_sets_differ: false,
    });
    // d = (-0.5, 0): sd 0.353553, t(1) 12.706205, half 12.706205 * 0.353553 / 1.414214.
    expect(row?.delta_item_ci?.[0]).toBeCloseTo(-3.4265512, 6);
    expect(row?.delta_item_ci?.[1]).toBeCloseTo(2.9265512, 6);
    expect((await run("padding_envelope"))[0]).toMatchObject({
      n_items_none: 2,
      n_responses_none: 8,
      n_responses: 8,
    });
  });

  it("says where the two sides have other items, and gives no interval of their change", async () => {
    const padding = "symbol:front";
    await open([
      ...trials(4, 4, { item_id: "i1" }),
      ...trials(4, 2, { item_id: "i2" }),
      ...trials(4, 2, { item_id: "i1", padding }),
      ...trials(4, 2, { item_id: "i3", padding }),
    ]);
    expect((await run("padding"))[0]).toMatchObject({
      delta: -0.25,
      delta_item_ci: null,
      item_sets_differ: true,
    });
  });

  it("warns where the two sides were asked in other trials", async () => {
    await open([...trials(4, 4), ...trials(2, 2, { padding: "symbol:front" })]);
    expect((await run("warnings")).map((w) => w.code)).toEqual(["padding_trials_differ"]);
    expect(await run("warnings", [{ field: "padding", values: ["none"] }])).toEqual([]);
  });
});
