import { describe, expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { trials, useSections, type Given } from "@/tests/helpers/sections";
import { manifestsOf, response } from "@/tests/helpers/stage";

const { open, reported } = useSections();

/** Two flagged items and two others, right or wrong in this order. */
const four = (right: readonly boolean[], given: Given): Given[] =>
  right.map((one, i) => ({
    item_id: `q${i}`,
    section: "law",
    stem_negative: i < 2,
    gold_pos: 1,
    resp_pos: one ? 1 : 2,
    condition: "five-original",
    ...given,
  }));
const UNPADDED = four([true, true, true, false], {});
const PADDED = four([false, false, true, true], { padding: "symbol:front" });
const SECTIONS = ["accuracy", "stems", "sections", "presentation", "calibration"] as const;

describe("NA of a repeated run", () => {
  it("is the mean over items, as in scaling, where errors leave some with fewer trials", async () => {
    const failed = [2, 3].map((trial) => ({ trial, outcome: "error" as const, resp_pos: null }));
    await open(
      [
        ...trials(3, 3, { item_id: "a" }),
        ...trials(1, 0, { item_id: "b" }),
        ...failed.map((row) => ({ ...row, item_id: "b", gold_pos: 1 })),
      ].map((row) => ({ ...row, n_options: 4, environment: "easy" })),
    );
    const told = await reported(["accuracy", "scaling"]);
    // Items 1 and 0: (1/2 - 1/4) / (3/4). Over rows it would be (3/4 - 1/4) / (3/4).
    expect(told.scaling?.[0]?.na).toBeCloseTo(1 / 3, 12);
    expect(told.accuracy?.[0]?.na).toBeCloseTo(1 / 3, 12);
  });
});

describe("a report of a run with and without padding", () => {
  it("counts the unpadded rows alone, and says so", async () => {
    await open([...UNPADDED, ...PADDED]);
    const told = await reported([...SECTIONS, "outcomes", "warnings"]);
    // Three of four; two of two flagged and one of two others. All eight rows would be 5/8 and +25.
    expect(told.accuracy).toMatchObject([
      { n: 4, accuracy: 0.75, section_micro: 0.75, mixes: null, planned: 4 },
    ]);
    expect(told.stems).toMatchObject([{ flagged: 1, unflagged: 0.5, gap_pp: -50 }]);
    expect(told.sections).toMatchObject([{ n: 4, accuracy: 0.75 }]);
    expect(told.calibration).toMatchObject([{ n: 4, accuracy: 0.75 }]);
    expect(told.presentation?.map((row) => row.padding)).toEqual(["none"]);
    expect(told.outcomes).toMatchObject([{ planned: 8, answered: 8 }]);
    expect(told.warnings?.find((w) => w.code === "padded_left_out")).toEqual({
      code: "padded_left_out",
      message:
        "sections that are not about padding count only the unpadded rows of these runs: those with " +
        "padding (symbol:front) are left out",
      runs: ["r1"],
    });
  });

  it("counts the padded rows where a filter names them, and gives no mean of both", async () => {
    await open([...UNPADDED, ...PADDED]);
    const padding = (...values: string[]): Filters => [{ field: "padding", values }];
    const padded = await reported([...SECTIONS, "warnings"], padding("symbol:front"));
    expect(padded.stems).toMatchObject([{ gap_pp: 100 }]);
    expect(padded.warnings?.map((w) => w.code)).not.toContain("padded_left_out");
    const both = await reported(SECTIONS, padding("none", "symbol:front"));
    const mixes = { paddings: ["none", "symbol:front"], environments: [null] };
    expect(both.accuracy).toMatchObject([{ n: 8, accuracy: 0.625, section_micro: null, mixes }]);
    expect(both.stems).toMatchObject([{ gap_pp: null, mixes }]);
    expect(both.calibration).toMatchObject([{ accuracy: null, mixes }]);
    expect(both.sections).toMatchObject([{ n: 8, accuracy: null }]);
  });

  it("tells no planned rows where the lacking ones may be padded, before the first of them is there", async () => {
    const rows = UNPADDED.map(response);
    const half = manifestsOf(rows).map((one) => ({
      ...one,
      planned: 8,
      protocol: { ...one.protocol, paddings: ["none", "symbol:front"] },
    }));
    await open(UNPADDED, half);
    const told = await reported(["accuracy"]);
    expect(told.accuracy).toMatchObject([{ n: 4, planned: null, accuracy_planned: null }]);
  });

  it("keeps a run that was asked with padding alone", async () => {
    await open([...UNPADDED, ...PADDED.map((row) => ({ ...row, run_id: "r2" }))]);
    const told = await reported(["accuracy", "warnings"]);
    expect(told.accuracy?.map((row) => [row.run_id, row.accuracy])).toEqual([
      ["r1", 0.75],
      ["r2", 0.5],
    ]);
    expect(told.warnings?.map((w) => w.code)).not.toContain("padded_left_out");
  });

  it("pairs conditions without padding", async () => {
    const rows = [...UNPADDED, ...PADDED];
    const ten = rows.map((row) => ({ ...row, condition: "ten-permuted", n_options: 10 }));
    await open([...rows, ...ten]);
    const { paired = [] } = await reported(["paired"]);
    expect(paired.map((row) => [row.padding, row.n_shared])).toEqual([["none", 4]]);
  });
});

it("has no mean over environments", async () => {
  await open([
    ...four([true, true, true, false], { environment: "easy" }),
    ...four([false, false, true, true], { environment: "full" }),
  ]);
  const told = await reported(SECTIONS);
  const mixes = { environments: ["easy", "full"], paddings: ["none"] };
  expect(told.accuracy).toMatchObject([{ section_micro: null, mixes }]);
  expect(told.stems).toMatchObject([{ gap_pp: null, mixes }]);
});
