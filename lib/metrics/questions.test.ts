import { describe, expect, it } from "vitest";
import { manifest } from "@/tests/helpers/stage";
import { times, useSections, type Given } from "@/tests/helpers/sections";

const { open, run } = useSections();

const FIVE: Given = { run_id: "five", condition: "five-original", n_options: 5 };
const TEN: Given = { run_id: "ten", condition: "ten-permuted", n_options: 10 };

/** Items q1, q2, …: 1 right, 0 wrong, null unreadable; the key is the first option. */
const answers = (given: Given, right: readonly (0 | 1 | null)[], more: Given = {}): Given[] =>
  right.map((r, i) => ({
    item_id: `q${i + 1}`,
    gold_pos: 1,
    resp_pos: r === null ? null : r === 1 ? 1 : 2,
    ...given,
    ...more,
  }));

describe("two conditions", () => {
  it("are compared from fewer options to more, whichever run came first", async () => {
    await open([...answers(TEN, [1, 0, 0, 1]), ...answers(FIVE, [1, 1, 0, 0])]);
    const [row, ...more] = await run("paired");
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      run_a: "five",
      run_b: "ten",
      n_options_a: 5,
      n_options_b: 10,
      n_shared: 4,
      both: 1,
      lost: 1,
      gained: 1,
      neither: 1,
      change_pp: 0,
      mcnemar_p: 1,
      // Without a word on where options come from nobody knows what was lost to.
      lost_to: null,
      by_stem: null,
      length_matched: null,
      cluster_bootstrap_ci_pp: null,
    });
    // f = (0.5 − 0.2)/0.8 = 0.375; 0.375 + 0.625/10
    expect(row?.known_fraction).toBeCloseTo(0.4375, 12);
  });

  it("of equal N are compared from the earlier run", async () => {
    const [a, b] = [
      { ...TEN, run_id: "a", condition: "ten-appended" },
      { ...TEN, run_id: "b" },
    ];
    const started = (id: string, hour: string) =>
      manifest(id, "m1", { started: `2026-09-11T${hour}:00:00Z` });
    const rows = [...answers(a, [1, 1]), ...answers(b, [1, 0])];
    await open(rows, [started("a", "12"), started("b", "09")]);
    expect((await run("paired"))[0]).toMatchObject({
      run_a: "b",
      run_b: "a",
      gained: 1,
      known_fraction: null,
    });
    await open(rows);
    expect((await run("paired"))[0]).toMatchObject({ run_a: "a", run_b: "b", lost: 1 });
  });

  it("of one run are compared too", async () => {
    const both = { run_id: "r" };
    await open([...answers(FIVE, [1, 1], both), ...answers(TEN, [1, 0], both)]);
    expect((await run("paired"))[0]).toMatchObject({
      run_a: "r",
      run_b: "r",
      condition_a: "five-original",
      condition_b: "ten-permuted",
      lost: 1,
    });
  });

  it("say nothing where no item is shared", async () => {
    await open([...answers(FIVE, [1]), ...answers(TEN, [1], { item_id: "other" })]);
    expect((await run("paired"))[0]).toMatchObject({
      n_shared: 0,
      only_a: 1,
      only_b: 1,
      change_pp: null,
      wald_ci_pp: null,
      mcnemar_p: null,
      lost_to: null,
      known_fraction: null,
    });
  });

  it("have p = 1 and no width without a discordant pair, be it one item", async () => {
    await open([...answers(FIVE, [1]), ...answers(TEN, [1])]);
    expect((await run("paired"))[0]).toMatchObject({
      n_shared: 1,
      change_pp: 0,
      wald_ci_pp: [0, 0],
      mcnemar_p: 1,
      lost_to: { borrowed: 0, original: 0, invalid: 0 },
    });
  });

  it("tell what was lost to what, where each choice's origin is known", async () => {
    const chosen = (item: number, given: Given): Given => ({
      ...TEN,
      item_id: `q${item}`,
      gold_pos: 1,
      ...given,
    });
    const borrowed = { resp_pos: 2, selected_origin: "borrowed" } as const;
    const original = { resp_pos: 3, selected_origin: "original" } as const;
    const ten = [
      chosen(1, borrowed),
      chosen(2, borrowed),
      chosen(3, original),
      chosen(4, { resp_pos: null }),
      // Wrong in both: no loss.
      chosen(5, borrowed),
    ];
    const five = answers(FIVE, [1, 1, 1, 1, 0]);
    await open([...five, ...ten]);
    expect((await run("paired"))[0]?.lost_to).toEqual({ borrowed: 2, original: 1, invalid: 1 });
    const [row] = (await run("presentation")).filter((r) => r.n_options === 10);
    expect(row).toMatchObject({ borrowed_share: 0.75, n_valid_errors: 4, length_midrank: null });
    await open([...five, chosen(1, { resp_pos: 2 }), ...ten.slice(1)]);
    expect((await run("paired"))[0]?.lost_to).toBeNull();
    expect((await run("presentation")).at(-1)?.borrowed_share).toBeNull();
  });

  it("lose everything to what cannot be read where nothing can", async () => {
    await open([...answers(FIVE, [1, 1]), ...answers(TEN, [null, null])]);
    expect((await run("paired"))[0]).toMatchObject({
      change_pp: -100,
      lost_to: { borrowed: 0, original: 0, invalid: 2 },
    });
    const row = (await run("presentation")).find((r) => r.n_options === 10);
    expect(row).toMatchObject({
      acc_by_gold_min: 0,
      acc_by_gold_max: 0,
      entropy: null,
      error_primacy_pp: null,
      borrowed_share: null,
      slope_pp_per_position: null,
    });
  });

  it("count changed labels of the items at a row's own N", async () => {
    const ten = (item: number, n_options: number, gold_pos: number): Given => ({
      ...TEN,
      ...{ item_id: `q${item}`, n_options, gold_pos, resp_pos: gold_pos },
    });
    // Of q1 and q2, shown with nine options, q1 has another label; of q3 and q4 with ten both.
    await open([
      ...answers(FIVE, [1, 1, 1, 1]),
      ten(1, 9, 2),
      ten(2, 9, 1),
      ten(3, 10, 2),
      ten(4, 10, 3),
    ]);
    const rows = (await run("presentation")).map((row) => [
      ...[row.n_options, row.against, row.gold_label_changed, row.n_against],
    ]);
    expect(rows).toEqual([
      [5, null, null, null],
      [9, "five-original", 1, 2],
      [10, "five-original", 2, 2],
    ]);
  });

  it("are split by stem, items without a flag in neither part", async () => {
    const flags = [true, true, false, null];
    const flagged = (rows: Given[]) =>
      rows.map((row, i) => ({ ...row, stem_negative: flags[i] ?? null }));
    await open([...flagged(answers(FIVE, [1, 1, 1, 1])), ...flagged(answers(TEN, [0, 1, 1, 0]))]);
    const [row] = await run("paired");
    expect(row).toMatchObject({ n_shared: 4, lost: 2 });
    expect(row?.by_stem?.flagged).toMatchObject({ n_shared: 2, lost: 1, change_pp: -50 });
    expect(row?.by_stem?.unflagged).toMatchObject({ n_shared: 1, lost: 0, change_pp: 0 });
    const unflagged = await run("paired", [{ field: "stem", values: [false] }]);
    expect(unflagged[0]?.by_stem?.flagged).toMatchObject({ n_shared: 0, change_pp: null });
  });

  it("pair by id with a warning, by hash without, and leave changed items out", async () => {
    const hashed = (given: Given, hashes: readonly string[]) =>
      answers(
        given,
        hashes.map(() => 1),
      ).map((row, i) => ({ ...row, item_hash: hashes[i] ?? null }));
    await open([...hashed(FIVE, ["x", "y"]), ...hashed(TEN, ["x", "other"])]);
    expect((await run("paired"))[0]).toMatchObject({ n_shared: 1, changed: 1, by_id: 0 });
    expect((await run("warnings")).map((w) => w.code)).not.toContain("paired_by_id");
    await open([...answers(FIVE, [1, 1]), ...answers(TEN, [1, 1])]);
    expect((await run("paired"))[0]).toMatchObject({ n_shared: 2, by_id: 2 });
    expect((await run("warnings")).find((w) => w.code === "paired_by_id")).toMatchObject({
      runs: ["five", "ten"],
    });
  });

  it("of two scorers, two models or unnamed conditions make no pair", async () => {
    const five = answers(FIVE, [1]);
    await open([...five, ...answers(TEN, [1], { scorer: "strict-2" })]);
    expect(await run("paired")).toEqual([]);
    await open([...five, ...answers(TEN, [1], { model: "m2" })]);
    expect(await run("paired")).toEqual([]);
    await open([...five, ...answers(TEN, [1], { condition: null })]);
    expect(await run("paired")).toEqual([]);
  });

  it("take t over items where one of them was shown in several permutations", async () => {
    const permuted = (permutation: number, right: readonly (0 | 1)[]) =>
      answers(TEN, right, { permutation });
    await open([...answers(FIVE, [1, 1, 1]), ...permuted(1, [1, 0, 0]), ...permuted(2, [1, 1, 0])]);
    const [row] = await run("paired");
    // Differences 0, −½, −1: mean −½, sd ½; t(2) at 97.5% is 0.95 √(2 / (1 − 0.95²)).
    const t = 0.95 * Math.sqrt(2 / (1 - 0.95 ** 2));
    expect(row).toMatchObject({ n_shared: 3, wald_ci_pp: null, mcnemar_p: null, change_pp: -50 });
    expect(row?.t_ci_pp?.[0]).toBeCloseTo(-50 - (t * 50) / Math.sqrt(3), 6);
    expect(row?.t_p).toBeGreaterThan(0.2);
  });

  it("are drawn by whole sections, of which there must be two", async () => {
    const inSections = (given: Given, right: readonly (0 | 1)[], sections: readonly string[]) =>
      answers(given, right).map((row, i) => ({ ...row, section: sections[i] ?? null }));
    const sections = ["s1", "s2"];
    await open([...inSections(FIVE, [1, 1], sections), ...inSections(TEN, [0, 1], sections)]);
    // One item a section: the means of the draws are −1, −½ and 0.
    expect((await run("paired"))[0]?.cluster_bootstrap_ci_pp).toEqual([-100, 0]);
    await open([...inSections(FIVE, [1, 1], ["s1"]), ...inSections(TEN, [0, 1], ["s1"])]);
    expect((await run("paired"))[0]?.cluster_bootstrap_ci_pp).toBeNull();
  });
});

describe("direct and thinking", () => {
  it("have the values of the paper's table 10", async () => {
    // gemma4:e4b: 42 and 53 of 100, 6 right directly alone, 17 with thinking alone; p 0.035.
    const sides = (model: string, both: number, lost: number, gained: number) => {
      const rights = (own: number, other: number): (0 | 1)[] => [
        ...times(both + own, () => 1 as const),
        ...times(other, () => 0 as const),
        ...times(100 - both - own - other, () => 0 as const),
      ];
      const direct = answers(
        { run_id: `${model} d`, model, mode: "direct" },
        rights(lost, gained),
        { latency_ms: 100, completion_tokens: 2 },
      );
      const thinking = [
        ...times(both, () => 1 as const),
        ...times(lost, () => 0 as const),
        ...times(gained, () => 1 as const),
        ...times(100 - both - lost - gained, () => null),
      ];
      const thought = answers({ run_id: `${model} t`, model, mode: "thinking" }, thinking, {
        latency_ms: 4200,
        completion_tokens: 900,
      });
      return [...direct, ...thought];
    };
    await open([...sides("e4b", 36, 6, 17), ...sides("e2b", 23, 7, 6)]);
    const rows = await run("modes");
    expect(
      rows.map((r) => [r.model, r.direct, r.thinking, r.direct_only, r.thinking_only]),
    ).toEqual([
      ["e4b", 0.42, 0.53, 6, 17],
      ["e2b", 0.3, 0.29, 7, 6],
    ]);
    const [e4b, e2b] = rows;
    expect(e4b?.change_pp).toBeCloseTo(11, 12);
    expect(e4b?.wald_ci_pp?.map((v) => Math.round(10 * v) / 10)).toEqual([1.9, 20.1]);
    expect(e4b?.mcnemar_p).toBeCloseTo(0.0347, 4);
    expect(e4b?.p_bonferroni).toBeCloseTo(2 * (e4b?.mcnemar_p ?? 0), 12);
    expect(e4b?.p_holm).toBeCloseTo(e4b?.p_bonferroni ?? 0, 12);
    for (const name of ["mcnemar_p", "p_bonferroni", "p_holm"] as const)
      expect(e2b?.[name]).toBeCloseTo(1, 12);
    expect(e4b).toMatchObject({
      time_ratio: 42,
      tokens_ratio: 450,
      thinking_valid_rate: 0.59,
      thinking_truncated: 0,
      only_direct: 0,
      only_thinking: 0,
      changed: 0,
      by_id: 100,
    });
    // Wilson of 42 and of 53 of 100, by the formula of the paper's table 9.
    expect(e4b?.direct_ci?.map((v) => Math.round(1000 * v))).toEqual([328, 518]);
    expect(e4b?.thinking_ci?.map((v) => Math.round(1000 * v))).toEqual([433, 625]);
  });

  it("count what only one of the runs has, and know no ratio of what one does not report", async () => {
    const direct = answers({ run_id: "d", mode: "direct" }, [1, 1, 0], { latency_ms: 5 });
    const thinking = answers({ run_id: "t", mode: "thinking" }, [1, 0]);
    await open([...direct, ...thinking]);
    expect(await run("modes")).toEqual([
      expect.objectContaining({
        n_shared: 2,
        only_direct: 1,
        only_thinking: 0,
        direct: 1,
        thinking: 0.5,
        time_ratio: null,
        tokens_ratio: null,
      }),
    ]);
  });

  it("may differ in what the mode brings along, and in nothing else", async () => {
    const rows = [
      ...answers({ run_id: "d", mode: "direct" }, [1]),
      ...answers({ run_id: "t", mode: "thinking" }, [1]),
    ];
    const limited = (id: string, max_tokens: number, prompt_hash: string) =>
      manifest(id, "m1", { protocol: { max_tokens }, prompt_hash });
    await open(rows, [limited("d", 2048, "p"), limited("t", 4096, "p")]);
    expect((await run("modes")).map((r) => r.differ_in)).toEqual([["token limit"]]);
    await open(rows, [limited("d", 2048, "p"), limited("t", 4096, "q")]);
    expect(await run("modes")).toEqual([]);
  });
});

describe("two readings", () => {
  const readings = (rows: readonly Given[], other: readonly Given[]) =>
    open(
      [
        ...rows.map((row) => ({ ...row, run_id: "a", scorer: "strict-2" })),
        ...other.map((row) => ({ ...row, run_id: "b", scorer: "declaration-1" })),
      ],
      [
        manifest("a", "m1", { scorer: "strict-2" }),
        manifest("b", "m1", { scorer: "declaration-1", source_run: "a" }),
      ],
    );

  it("are compared row by row, also over trials", async () => {
    await readings(answers({}, [1, 1, 0, null, 0]), answers({}, [1, 0, 1, 1, 0]));
    const right = {
      run_id: "a",
      run_b: "b",
      scorer_a: "strict-2",
      scorer_b: "declaration-1",
      n: 5,
      both: 1,
      only_a: 1,
      only_b: 2,
      neither: 1,
      only_b_from_invalid: 1,
      only_b_from_wrong: 1,
      accuracy_a: 0.4,
      accuracy_b: 0.6,
    };
    const [once] = await run("scorers");
    expect(once).toMatchObject(right);
    // (2 − 1)/5 ± 1.96 √(3 − 1/5)/5
    expect(once?.excess_pp).toBeCloseTo(20, 12);
    expect(once?.excess_ci_pp?.map((v) => Math.round(10 * v) / 10)).toEqual([-45.6, 85.6]);
    // The same as five trials of one item, which only rows can tell apart.
    const asTrials = (rows: Given[]) =>
      rows.map((row, i) => ({ ...row, item_id: "q", trial: i + 1 }));
    await readings(
      asTrials(answers({}, [1, 1, 0, null, 0])),
      asTrials(answers({}, [1, 0, 1, 1, 0])),
    );
    // Trials of one item are not independent questions: there is no interval.
    expect(await run("scorers")).toEqual([
      expect.objectContaining({ ...right, excess_ci_pp: null }),
    ]);
  });

  it("of a third run have the diagnostic one second, whichever is the earlier", async () => {
    await open(
      [
        ...answers({ run_id: "guessed", scorer: "legacy-1" }, [1, 1]),
        ...answers({ run_id: "read", scorer: "strict-2" }, [1, null]),
      ],
      [
        manifest("guessed", "m1", { scorer: "legacy-1", source_run: "third" }),
        manifest("read", "m1", { scorer: "strict-2", source_run: "third" }),
      ],
    );
    expect(await run("scorers", [{ field: "run", values: ["guessed", "read"] }])).toEqual([
      expect.objectContaining({
        ...{ run_id: "read", run_b: "guessed", scorer_a: "strict-2", scorer_b: "legacy-1" },
        ...{ only_b: 1, only_b_from_invalid: 1, excess_pp: 50 },
      }),
    ]);
  });

  it("need a common source", async () => {
    await open([...answers({ run_id: "a" }, [1]), ...answers({ run_id: "b" }, [1])]);
    expect(await run("scorers")).toEqual([]);
  });
});
