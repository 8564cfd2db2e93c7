import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import type { ModesRow, SectionsRow } from "@/lib/metrics/question-rows";
import { SECTION_NAMES } from "@/lib/metrics/registry";
import { report, type Report } from "@/lib/metrics/report";
import { importTexts } from "@/lib/records/testing";
import { accuracyRow } from "@/tests/chart-rows";
import { workspaceOf } from "@/tests/helpers/stage";
import { LAYOUTS, LAYOUTS_OF_VIEW, LAYOUT_NAMES, type LayoutName } from "../layouts";
import { paperLatex, paperMarkdown, type PaperTable } from "../paper-table";

const texts = (table: PaperTable) => table.rows.map((row) => row.map((cell) => cell.text));
const headings = (table: PaperTable) => table.columns.map(({ label }) => label);
const build = (name: LayoutName, records: Report) => LAYOUTS[name].build({ report: records });

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

/** The printed values of P2, Table 9 and 10. */
describe("tables of models and modes", () => {
  const run = (model: string, given: Parameters<typeof accuracyRow>[0]) =>
    accuracyRow({
      model,
      run_id: model,
      series_id: model,
      n: 100,
      n_items: 100,
      planned: 100,
      host_class: "local",
      ...given,
    });
  const accuracy = [
    run("gemma4:31b", { accuracy: 0.63, wilson: [0.53, 0.72], parameters: 31.7e9 }),
    run("qwen3.8:27b", { accuracy: 0.63, wilson: [0.53, 0.72], reasoning_rate: 0 }),
    run("lfm2.5:8b", { accuracy: 0.19, reasoning_rate: 0.84, mean_completion_tokens: 1151 }),
    run("minicpm", { accuracy: 0.08, parameters: 0.75e9, n: 90, seconds_per_item: 0.98 }),
    run("guardian", { accuracy: 0, valid_rate: 0, ranked: false }),
    run("astra", { accuracy: 0.81, host_class: "api" }),
    run("thinker", { accuracy: 0.9, mode: "thinking" }),
    run("legacy of lfm", { accuracy: 0.25, scorer: "legacy-1", ranked: false }),
    run("legacy of gemma", { accuracy: 0.66, scorer: "legacy-1", ranked: false }),
  ];
  const reading = (run_id: string, run_b: string) => ({
    run_id,
    run_b,
    model: run_id,
    benchmark: "b",
    mode: null,
    condition: null,
    scorer_a: "strict-2",
    scorer_b: "legacy-1",
    n: 100,
    accuracy_a: null,
    accuracy_b: null,
    both: 0,
    only_a: 0,
    only_b: 0,
    neither: 0,
    only_b_from_invalid: 0,
    only_b_from_wrong: 0,
    excess_pp: null,
    excess_ci_pp: null,
    simulated: false,
  });
  const records: Report = {
    accuracy,
    scorers: [reading("lfm2.5:8b", "legacy of lfm"), reading("gemma4:31b", "legacy of gemma")],
  };

  it("rank local and API apart, ties alike, and no model without an answer", () => {
    const table = build("p2-table9", records);
    expect(headings(table)[0]).toBe("Host");
    expect(texts(table).map((row) => row.slice(0, 3))).toEqual([
      ["Local", "1", "gemma4:31b"],
      ["Local", "1", "qwen3.8:27b"],
      ["Local", "3", "lfm2.5:8b"],
      ["Local", "4", "minicpm"],
      ["Local", null, "guardian"],
      ["API", "1", "astra"],
    ]);
    expect(texts(table)[4]?.slice(5, 8)).toEqual(["unranked", null, "0"]);
    expect(table.caption).toContain("Runs in thinking mode left out: 1.");
    expect(paperLatex(table)).toContain("\\midrule\nAPI & 1 & astra");
  });

  it("print billions, and no legacy score where reasoning was observed", () => {
    const rows = texts(build("p2-table9", records));
    expect(rows.map((row) => row[3])).toEqual(["31.7", null, null, "0.75", null, null]);
    expect(rows.map((row) => row[8])).toEqual(["66", null, null, null, null, null]);
    expect(rows[3]?.[11]).toBe("0.98");
  });

  it("mark a run that lacks planned responses", () => {
    const table = build("p2-table2", records);
    const marked = table.rows.filter((row) => row[1]?.signs !== undefined);
    expect(marked.map((row) => row[1])).toEqual([{ text: "minicpm", signs: "1" }]);
    expect(table.notes).toEqual([
      { sign: "1", text: expect.stringContaining("90 of 100 planned responses scored") as string },
    ]);
  });

  it("mark a run of which filters hide how much it lacks", () => {
    const split = [run("minicpm", { planned: null })];
    const table = build("p2-table2", { accuracy: split });
    expect(table.rows[0]?.[0]).toEqual({ text: "minicpm", signs: "1" });
    expect(table.notes[0]?.text).toMatch(/^Lacks planned responses/);
  });

  const change = (model: string, given: Partial<ModesRow>): ModesRow => ({
    model,
    benchmark: "b",
    environment: null,
    padding: "none",
    condition: null,
    scorer: "strict-2",
    run_direct: `${model} direct`,
    run_thinking: `${model} thinking`,
    n_shared: 100,
    only_direct: 0,
    only_thinking: 0,
    changed: 0,
    by_id: 0,
    direct: 0.6,
    direct_ci: null,
    thinking: 0.64,
    thinking_ci: null,
    change_pp: 4,
    wald_ci_pp: [-3.8, 11.8],
    mcnemar_p: 0.4548,
    p_bonferroni: 1,
    p_holm: 1,
    direct_only: 6,
    thinking_only: 10,
    thinking_valid_rate: 0.85,
    thinking_truncated: 15,
    time_ratio: 126.4,
    tokens_ratio: null,
    differ_in: ["token limit"],
    simulated: false,
    ...given,
  });

  it("Table 10: the largest gain first, p as the paper prints it", () => {
    const table = build("p2-table10", {
      modes: [
        change("gemma4:26b", {}),
        change("gemma4:e4b", {
          direct: 0.42,
          thinking: 0.53,
          change_pp: 11,
          wald_ci_pp: [1.9, 20.1],
          mcnemar_p: 0.0347,
          thinking_only: 17,
          thinking_valid_rate: 1,
          thinking_truncated: 0,
          time_ratio: 42,
          differ_in: [],
        }),
        change("near", { change_pp: -1, mcnemar_p: 0.04972, time_ratio: null }),
        change("sure", { change_pp: -3, mcnemar_p: 4e-5 }),
      ],
    });
    const [first, second, third, fourth] = texts(table);
    expect(first).toEqual([
      "gemma4:e4b",
      ...["42", "53", "+11", "[1.9, 20.1]", "0.035", "6/17", "100", "0", "42×"],
    ]);
    expect(second).toEqual([
      "gemma4:26b",
      ...["60", "64", "+4", "[\u22123.8, 11.8]", "0.455", "6/10", "85", "15", "126×"],
    ]);
    // Three decimals would carry it across 0.05.
    expect(third?.[5]).toBe("0.0497");
    expect(third?.[9]).toBeNull();
    expect(fourth?.[5]).toBe("< 0.001");
    expect(table.caption).toContain("4 comparisons: Bonferroni's threshold is 0.0125.");
    expect(table.rows.map((row) => row[0]?.signs)).toEqual([undefined, "1", "1", "1"]);
    expect(table.notes).toEqual([{ sign: "1", text: "The two runs differ in token limit, too." }]);
  });

  it("Table 11: a model has one column on two benchmarks, and no mean where one lacks a section", () => {
    const row = (model: string, benchmark: string, section: string | null, value: number) => ({
      run_id: `${model} on ${benchmark}`,
      model,
      benchmark,
      mode: null,
      condition: null,
      scorer: "strict-2",
      section,
      n_items: 10,
      n: 10,
      accuracy: value,
      series_id: `${model} ${benchmark}`,
      simulated: false,
    });
    const sections: SectionsRow[] = [
      row("one", "first", "art", 0.5),
      row("one", "first", null, 0.1),
      row("two", "first", "art", 0.7),
      row("two", "first", "law", 0.9),
      row("one", "second", "tax", 0.25),
    ];
    const table = build("p2-table11", { sections });
    expect(headings(table)).toEqual(["Benchmark", "Section", "one", "two", "Mean"]);
    expect(texts(table)).toEqual([
      ["first", "art", "50.0", "70.0", "60.0"],
      ["first", "law", null, "90.0", null],
      ["first", "Macro average", null, null, null],
      ["second", "tax", "25.0", null, "25.0"],
      ["second", "Macro average", null, null, null],
    ]);
    expect(table.caption).toContain("Questions without a section are left out.");
  });
});

it("every layout is offered by some view", () => {
  expect(new Set(Object.values(LAYOUTS_OF_VIEW).flat())).toEqual(new Set(LAYOUT_NAMES));
});

describe("the filters of a layout", () => {
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
