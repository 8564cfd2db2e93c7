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
    const asked = (condition: string): Given[] =>
      times(10, (i) => ({
        condition,
        item_id: `q${i}`,
        stem_negative: i % 2 === 0,
        ...(i < 5 ? { resp_pos: 1 } : { outcome: "error" as const }),
      }));
    await open([...asked("one"), ...asked("two")]);
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
