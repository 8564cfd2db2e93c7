import { describe, expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { useSections, type Given } from "@/tests/helpers/sections";

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
        "sections that are not about padding count the unpadded rows of a run alone where it has any: " +
        "those with padding (symbol:front) are left out",
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
