import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { SECTION_NAMES } from "@/lib/metrics/registry";
import { report, type Report } from "@/lib/metrics/report";
import { importTexts } from "@/lib/records/testing";
import { workspaceOf } from "@/tests/helpers/stage";
import { LAYOUTS, LAYOUTS_OF_VIEW, LAYOUT_NAMES } from "../layouts";
import { paperLatex, paperMarkdown } from "../paper-table";
import { build, headings, texts } from "../testing";

const FIVE = "paired · five-original";
const TEN = "paired · ten-permuted";

/** Values of tests/fixtures/paired.expected.json, which an independent program computed. */
describe("tables of the second paper, from the paired bundle", () => {
  let records: Report;
  beforeAll(async () => {
    const engine = await openNodeEngine();
    const bundle = readFileSync("tests/fixtures/paired.json");
    const { runs, warnings } = await importTexts(engine, { "paired.json": bundle });
    const workspace = await workspaceOf(
      engine,
      runs.map((run) => run.manifest),
      warnings,
    );
    const filters = [{ field: "scorer" as const, values: ["given", "legacy-1"] }];
    records = await report(workspace, { filters }, SECTION_NAMES);
    await engine.close();
  });

  it("Table 2: runs by accuracy, a diagnostic reading left out", () => {
    const table = build("p2-table2", records);
    expect(headings(table)).toEqual([
      "Model",
      "Correct",
      "Accuracy",
      "95% CI",
      "Answer",
      "Tokens",
      "Reas.",
    ]);
    expect(texts(table)).toEqual([
      [FIVE, "175", "87.50", "[82.20, 91.39]", "97.50", null, null],
      [TEN, "144", "72.00", "[65.41, 77.76]", "95.50", null, null],
    ]);
    expect(table.caption).toContain("200 items, 400 responses");
    expect(paperLatex(table)).toContain(
      "paired $\\cdot$ five-original & 175 & 87.50 & [82.20, 91.39] & 97.50 & -- & -- \\\\",
    );
    expect(paperMarkdown(table)).toContain(
      `| ${TEN} | 144 | 72.00 | [65.41, 77.76] | 95.50 | -- | -- |`,
    );
  });

  it("Table 3: both conditions, whole and shared", () => {
    const table = build("p2-table3", records);
    const five = ["5", "200", "87.50", "[82.20, 91.39]", "84.38", null, null];
    const ten = ["10", "200", "72.00", "[65.41, 77.76]", "68.89", null, null];
    const [benchmark = ""] = (records.paired ?? []).map((row) => row.benchmark);
    expect(texts(table)).toEqual([
      [`${benchmark}, all questions, five-original`, ...five],
      [`${benchmark}, all questions, ten-permuted`, ...ten],
      ["Shared questions, five-original", ...five],
      ["Shared questions, ten-permuted", ...ten],
    ]);
    expect(table.caption).toContain(
      "paired: 200 shared questions, 200 of them paired by their id alone.",
    );
  });

  it("Table 3 says reasoning and tokens of shared questions only where these are all", () => {
    const whole = (records.accuracy ?? []).map((run) => ({
      ...run,
      reasoning_rate: 0.461,
      mean_completion_tokens: 27.7,
    }));
    const known = build("p2-table3", { ...records, accuracy: whole });
    expect(texts(known)[3]?.slice(-2)).toEqual(["46.1", "27.7"]);
    const more = whole.map((run) => ({ ...run, n: 300, n_items: 300 }));
    const shared = build("p2-table3", { ...records, accuracy: more });
    expect(texts(shared)[1]?.slice(-2)).toEqual(["46.1", "27.7"]);
    expect(texts(shared)[3]?.slice(-2)).toEqual([null, null]);
  });

  it("Table 4: the gap between stems, signed", () => {
    const table = build("p2-table4", records);
    const [benchmark = ""] = (records.stems ?? []).map((row) => row.benchmark);
    expect(texts(table)).toEqual([
      [FIVE, benchmark, "88.1", "86.2", "+2.0"],
      [TEN, benchmark, "77.0", "61.5", "+15.5"],
    ]);
    expect(table.caption).toContain(`135 unflagged and 65 flagged on ${benchmark}.`);
  });

  it("Table 5: the paired change by stem", () => {
    const table = build("p2-table5", records);
    expect(headings(table).slice(2, 4)).toEqual(["5 options", "10 options"]);
    expect(texts(table)).toEqual([
      ["Flagged negative", "65", "86.2", "61.5", "\u221224.6", "[\u221236.7, \u221212.5]", "18/2"],
      ["Unflagged", "135", "88.1", "77.0", "\u221211.1", "[\u221217.8, \u22124.4]", "19/4"],
    ]);
  });

  it("Table 6: position and length at ten options, or at the N that is asked for", () => {
    const table = build("p2-table6", records);
    expect(texts(table)).toEqual([["paired", "45.8–93.8", "0.87", "0.985", "+15.1", "0.537"]]);
    expect(paperLatex(table)).toContain("paired & 45.8--93.8 & 0.87 & 0.985 & +15.1 & 0.537 \\\\");
    const five = LAYOUTS["p2-table6"].build({ report: records, n: 5 });
    expect(texts(five)[0]?.slice(0, 4)).toEqual(["paired", "79.4–93.3", "2.33", "0.994"]);
    expect(five.caption).toContain("at 5 options");
  });

  it("Table 7: record sets side by side, a class that none has left out", () => {
    const table = build("p2-table7", records);
    expect(headings(table)).toEqual([
      "Answer-set classification",
      "R1 n",
      "R1 W%",
      "R2 n",
      "R2 W%",
    ]);
    expect(texts(table)).toEqual([
      ["Unique source key", "26", "56.8", "22", "51.8"],
      ["Multiple answers", "9", "29.8", "9", "28.5"],
      ["Single alternative", "5", "13.5", "2", "4.3"],
      ["Unresolved", "0", "0.0", "7", "15.5"],
      ["Key + borrowed answer", "3", "7.5", "4", "9.8"],
    ]);
    // 25.25 in the records: half of a tenth goes up.
    expect(table.caption).toContain("these would be 25.3%.");
    expect(table.caption).not.toContain("R1:");
    expect(table.caption).toContain("40 questions a record set.");
  });

  it("Table 9: the legacy reading of the same answers beside its run", () => {
    const table = build("p2-table9", records);
    expect(texts(table)).toEqual([
      ["1", FIVE, null, null, "88", "[82, 91]", "98", null, null, null, null],
      ["2", TEN, null, null, "72", "[65, 78]", "96", "77", null, null, null],
    ]);
  });

  it("Table 11: sections by their mean, then the macro average", () => {
    const table = build("p2-table11", records);
    expect(headings(table)).toEqual(["Section", FIVE, TEN, "Mean"]);
    const rows = texts(table);
    expect(rows).toHaveLength(13);
    expect(rows.slice(0, 3)).toEqual([
      ["S10", "100.0", "100.0", "100.0"],
      ["S03", "91.3", "82.6", "87.0"],
      ["S11", "100.0", "66.7", "83.3"],
    ]);
    expect(rows.slice(-2)).toEqual([
      ["S09", "77.8", "44.4", "61.1"],
      ["Macro average", "87.7", "71.9", "79.8"],
    ]);
    expect(table.caption).toContain("A section has 3 to 28 questions.");
  });
});

it("every layout is offered by some view", () => {
  expect(new Set(Object.values(LAYOUTS_OF_VIEW).flat())).toEqual(new Set(LAYOUT_NAMES));
});

describe("the filters of a layout", () => {
  it("keep the questions that Table 3 says are all", () => {
    const model = { field: "model" as const, values: ["a"] };
    const condition = { field: "condition" as const, values: ["five-original", "ten-permuted"] };
    const chosen = [
      { field: "section" as const, values: ["law"] },
      { field: "stem" as const, values: [true] },
      { field: "item" as const, values: ["q1"] },
      { field: "n_options" as const, values: [10] },
    ];
    const { under } = LAYOUTS["p2-table3"];
    expect(under([model, ...chosen, condition])).toEqual([model, condition]);
  });

  it("keep both stems, and bring the legacy reading in", () => {
    const stem = { field: "stem" as const, values: [true] };
    expect(LAYOUTS["p2-table4"].under([stem])).toEqual([]);
    const { under } = LAYOUTS["p2-table9"];
    const chosen = { field: "scorer" as const, values: ["strict-2"] };
    expect(under([chosen], ["index-1"])).toEqual([
      { field: "scorer", values: ["strict-2", "legacy-1"] },
    ]);
    expect(under([], ["given", "legacy-1"])).toEqual([
      { field: "scorer", values: ["given", "legacy-1"] },
    ]);
    const run = { field: "run" as const, values: ["r1"] };
    expect(under([run], ["given"])).toEqual([run]);
    expect(under([], [])).toEqual([]);
  });
});
