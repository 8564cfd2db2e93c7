import { describe, expect, it } from "vitest";
import { manifest } from "@/tests/helpers/stage";
import { times, useSections, type Given } from "@/tests/helpers/sections";

const { open, run } = useSections();

/** n questions asked once, right in the first `right` of them. */
const side = (name: string, n: number, right: number, given: Given): Given[] =>
  times(n, (i) => ({
    item_id: `${name}-${i}`,
    gold_pos: 1,
    resp_pos: i < right ? 1 : 2,
    ...given,
  }));

describe("stems", () => {
  it("sets unflagged against flagged, as the paired fixture has them", async () => {
    // Of its ten-option condition: 65 flagged stems, 40 right; 135 unflagged, 104 right.
    await open([
      ...side("neg", 65, 40, { stem_negative: true }),
      ...side("pos", 135, 104, { stem_negative: false }),
    ]);
    const [row] = await run("stems");
    expect(row).toMatchObject({ n_flagged: 65, n_unflagged: 135, n_unknown: 0, rules: null });
    expect(row?.flagged).toBeCloseTo(0.615384615385, 12);
    expect(row?.unflagged).toBeCloseTo(0.77037037037, 11);
    expect(row?.gap_pp).toBeCloseTo(15.4985754986, 9);
    // Newcombe's formula, computed apart from the product.
    expect(row?.gap_ci_pp?.[0]).toBeCloseTo(2.131757447362, 9);
    expect(row?.gap_ci_pp?.[1]).toBeCloseTo(29.182989568268, 9);
  });

  it("counts an error on neither side, an unreadable answer as wrong, and items without a flag", async () => {
    await open([
      { item_id: "a", stem_negative: true, gold_pos: 1, resp_pos: 1 },
      { item_id: "b", stem_negative: true, gold_pos: 1, resp_pos: null },
      { item_id: "c", stem_negative: true, outcome: "error" },
      { item_id: "d", stem_negative: null, gold_pos: 1, resp_pos: 1 },
    ]);
    expect((await run("stems"))[0]).toMatchObject({
      n_flagged: 2,
      flagged: 0.5,
      n_unflagged: 0,
      unflagged: null,
      unflagged_ci: null,
      n_unknown: 1,
      gap_pp: null,
      gap_ci_pp: null,
    });
  });

  it("gives runs that ask a question several times no interval", async () => {
    const asked = (item_id: string, stem_negative: boolean, right: number) =>
      times(4, (i) => ({
        item_id,
        stem_negative,
        trial: i + 1,
        gold_pos: 1,
        resp_pos: i < right ? 1 : 2,
      }));
    await open([...asked("a", true, 1), ...asked("b", false, 3)]);
    expect((await run("stems"))[0]).toMatchObject({
      flagged: 0.25,
      unflagged: 0.75,
      gap_pp: 50,
      flagged_ci: null,
      unflagged_ci: null,
      gap_ci_pp: null,
    });
  });

  it("counts an item asked twice as such, though others have no scored row", async () => {
    const asked = (permutation: number): Given[] =>
      times(10, (i) => ({
        permutation,
        item_id: `q${i}`,
        stem_negative: i % 2 === 0,
        ...(i < 5 ? { resp_pos: 1 } : { outcome: "error" as const }),
      }));
    await open([...asked(1), ...asked(2)]);
    // q0, q2 and q4 twice, q1 and q3 twice: ten rows, no ten questions.
    expect((await run("stems"))[0]).toMatchObject({
      n_flagged: 6,
      n_unflagged: 4,
      flagged_ci: null,
      unflagged_ci: null,
      gap_pp: 0,
      gap_ci_pp: null,
    });
  });

  it("has a row in each condition and mode of a run, as filters of them would give", async () => {
    const asked = (condition: string, mode: string | null, right: number): Given[] =>
      times(4, (i) => ({
        ...{ condition, mode, item_id: `q${i}`, stem_negative: i < 2 },
        ...{ n_options: condition === "five" ? 5 : 10, gold_pos: 1, resp_pos: i < right ? 1 : 2 },
      }));
    // Flagged: q0 and q1. Right under five: all four; under ten: q0 (direct), q0 to q2 (thinking).
    await open([
      ...asked("ten", "direct", 1),
      ...asked("ten", "thinking", 3),
      ...asked("five", "direct", 4),
    ]);
    const rows = await run("stems");
    expect(
      rows.map((row) => [row.condition, row.mode, row.flagged, row.unflagged, row.gap_pp]),
    ).toEqual([
      ["five", "direct", 1, 1, 0],
      ["ten", "direct", 0.5, 0, -50],
      ["ten", "thinking", 1, 0.5, -50],
    ]);
    for (const row of rows) {
      expect(row).toMatchObject({ n_flagged: 2, n_unflagged: 2, mixes: null, n_elsewhere: 0 });
      expect(row.flagged_ci).not.toBeNull();
      expect(row.gap_ci_pp).not.toBeNull();
      const alone = await run("stems", [
        { field: "condition", values: [row.condition] },
        { field: "mode", values: [row.mode] },
      ]);
      expect(alone).toEqual([row]);
    }
    // The same questions, split by stem: one pair, in one mode.
    const [pair] = await run("paired");
    expect(pair?.by_stem).toMatchObject({
      flagged: { n_shared: 2, both: 1, lost: 1 },
      unflagged: { n_shared: 2, both: 0, lost: 2 },
    });
  });

  it("counts the items that a run was asked under another condition alone", async () => {
    await open([
      { condition: "five", item_id: "a", stem_negative: true },
      { condition: "five", item_id: "b", stem_negative: false },
      { condition: "ten", item_id: "a", stem_negative: true },
      { condition: "ten", item_id: "b", stem_negative: false, outcome: "error" },
    ]);
    expect((await run("stems")).map((row) => [row.condition, row.n_elsewhere])).toEqual([
      ["five", 0],
      ["ten", 1],
    ]);
  });

  it("has no value where an item was asked at several N, and one under a filter", async () => {
    const asked = (environment: string, n_options: number): Given[] => [
      { environment, n_options, item_id: "a", stem_negative: true, gold_pos: 1, resp_pos: 1 },
      { environment, n_options, item_id: "b", stem_negative: false, gold_pos: 1, resp_pos: 2 },
    ];
    await open([...asked("easy", 5), ...asked("full", 10)]);
    expect(await run("stems")).toMatchObject([
      { flagged: null, unflagged: null, gap_pp: null, mixes: { n_options: [5, 10] }, n_flagged: 2 },
    ]);
    const ten = await run("stems", [{ field: "n_options", values: [10] }]);
    expect(ten).toMatchObject([{ flagged: 1, unflagged: 0, gap_pp: -100, mixes: null }]);
    // Items that differ in N, each asked at its own, are one thing.
    await open([
      { item_id: "a", n_options: 4, stem_negative: true, gold_pos: 1, resp_pos: 1 },
      { item_id: "b", n_options: 10, stem_negative: false, gold_pos: 1, resp_pos: 1 },
    ]);
    expect(await run("stems")).toMatchObject([{ gap_pp: 0, mixes: null }]);
  });

  it("has one row a run, diagnostic scorers apart", async () => {
    const rows = (run_id: string, scorer: string): Given[] => [
      { run_id, scorer, item_id: "a", stem_negative: true, resp_pos: 1, gold_pos: 1 },
      { run_id, scorer, item_id: "b", stem_negative: false, resp_pos: 1, gold_pos: 1 },
    ];
    await open(
      [...rows("a", "declaration-1"), ...rows("b", "publisher")],
      [
        manifest("a", "m1", { scorer: "declaration-1" }),
        manifest("b", "m1", { scorer: "publisher", source_run: "a" }),
      ],
    );
    expect((await run("stems")).map((row) => [row.run_id, row.gap_pp])).toEqual([["a", 0]]);
  });
});
