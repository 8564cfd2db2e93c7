import { describe, expect, it } from "vitest";
import type { StemsRow } from "@/lib/metrics/rows";
import { drillDown } from "./scope";
import { elsewhereText, prepareStems, stemRuns, stemsTitle } from "./stems";
import { stemsTable } from "./stems-table";

const row = (given: Partial<StemsRow>): StemsRow => ({
  run_id: "r1",
  model: "m1",
  benchmark: "b",
  mode: null,
  condition: null,
  scorer: "given",
  rules: "en-1",
  n_flagged: 20,
  n_unflagged: 80,
  n_unknown: 0,
  flagged: 0.5,
  flagged_ci: [0.3, 0.7],
  unflagged: 0.75,
  unflagged_ci: [0.65, 0.83],
  gap_pp: 25,
  gap_ci_pp: [2, 46],
  mixes: null,
  n_elsewhere: 0,
  series_id: "s1",
  simulated: false,
  ...given,
});

describe("the gap by run", () => {
  it("puts the widest gap first, and leaves out runs without any flag", () => {
    const runs = stemRuns(
      [
        row({}),
        row({ run_id: "r2", model: "m2", series_id: "s2", gap_pp: 30 }),
        row({ run_id: "r3", model: "m3", series_id: "s3", gap_pp: null, n_unflagged: 0 }),
        row({ run_id: "r4", model: "m4", n_flagged: 0, n_unflagged: 0, n_unknown: 5 }),
      ],
      new Map(),
    );
    expect(runs.map(({ label }) => label)).toEqual(["m2", "m1", "m3"]);
  });

  it("tells runs of one series apart by their ids", () => {
    const runs = stemRuns([row({}), row({ run_id: "r2" })], new Map());
    expect(runs.map(({ label }) => label)).toEqual(["m1 (r1)", "m1 (r2)"]);
  });

  it("draws both sides with their intervals, and a side without responses as a gap", () => {
    const [panel] = prepareStems(
      stemRuns([row({ n_flagged: 0, flagged: null, flagged_ci: null })], new Map()),
    ).panels;
    expect(
      panel?.series[0]?.points.map(({ x, y, low, high, n, gap }) => [x, y, low, high, n, gap]),
    ).toEqual([
      [1, 0.75, 0.65, 0.83, 80, null],
      [2, null, null, null, 0, "no scored response"],
    ]);
    expect(panel?.series[0]?.points[0]?.select).toContainEqual({ field: "stem", values: [false] });
  });

  it("leads to what it counts: one side of a run from a point, both from its row", () => {
    const runs = stemRuns([row({})], new Map());
    const whole = stemsTable(runs).rows[0]?.select ?? [];
    expect(whole).toContainEqual({ field: "stem", values: [true, false] });
    const flagged = prepareStems(runs).panels[0]?.series[0]?.points[1]?.select ?? [];
    expect(flagged).toContainEqual({ field: "stem", values: [true] });
    // Paddings are the view's: the ones that it counted.
    for (const select of [whole, flagged])
      expect(select.map(({ field }) => field)).not.toContain("padding");
    // One side in the link chooses stems of the list, not those of a row.
    const link = [{ field: "stem" as const, values: [true] }];
    expect(drillDown(link, whole, [])).toEqual([{ field: "stem", values: [true, false] }]);
  });

  it("caps the panels and says so; the table has all", () => {
    const many = Array.from({ length: 10 }, (_, i) => row({ run_id: `r${i}`, model: `m${i}` }));
    const runs = stemRuns(many, new Map());
    expect(prepareStems(runs).cap).toEqual({ shown: 8, of: 10, what: "runs" });
    expect(stemsTable(runs).rows).toHaveLength(10);
  });

  it("sets conditions and modes of one run side by side, and each leads to its own responses", () => {
    const runs = stemRuns(
      [
        row({ condition: "five-original", gap_pp: 2 }),
        row({ condition: "ten-permuted", gap_pp: 15, n_elsewhere: 3 }),
      ],
      new Map(),
    );
    expect(runs.map(({ label }) => label)).toEqual(["m1 · ten-permuted", "m1 · five-original"]);
    expect(stemsTitle(runs)).toMatch(/: 1 run, 2 rows by condition and mode$/);
    expect(elsewhereText(runs)).toMatch(/ m1 · ten-permuted \(3 items\)\.$/);
    const { rows } = stemsTable(runs);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    expect(rows[0]?.select).toContainEqual({ field: "condition", values: ["ten-permuted"] });
    expect(rows[0]?.select).toContainEqual({ field: "mode", values: [null] });
    const { panels } = prepareStems(runs);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(2);
    const alone = stemRuns([row({})], new Map());
    expect(stemsTitle(alone)).toMatch(/: 1 run$/);
    expect(elsewhereText(alone)).toBeNull();
  });

  it("says of a row of several N that it has no value, and which filter helps", () => {
    const mixes = { modes: [null], conditions: [null], n_options: [5, 10] };
    const none = { flagged: null, flagged_ci: null, unflagged: null, unflagged_ci: null };
    const runs = stemRuns([row({ ...none, gap_pp: null, gap_ci_pp: null, mixes })], new Map());
    const why = "Asked at N=5 and N=10: filter by one.";
    expect(stemsTable(runs).rows[0]?.cells.gap_pp).toEqual({ value: null, reason: why });
    expect(stemsTable(runs).rows[0]?.cells.flagged?.reason).toBe(why);
    const points = prepareStems(runs).panels[0]?.series[0]?.points;
    expect(points?.map(({ gap }) => gap)).toEqual([
      "asked at N=5 and N=10: filter by one",
      "asked at N=5 and N=10: filter by one",
    ]);
  });

  it("says why an interval is not there", () => {
    const cells = (given: Partial<StemsRow>) =>
      stemsTable(stemRuns([row(given)], new Map())).rows[0]?.cells;
    expect(cells({ gap_ci_pp: null })?.gap_ci_pp?.reason).toMatch(/several times/);
    expect(cells({ n_flagged: 0, gap_pp: null })?.gap_pp?.reason).toMatch(/No scored response/);
  });
});
