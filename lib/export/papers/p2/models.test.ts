import { describe, expect, it } from "vitest";
import type { ModesRow, ScorersRow, SectionsRow } from "@/lib/metrics/question-rows";
import type { Report } from "@/lib/metrics/report";
import { accuracyRow } from "@/tests/chart-rows";
import { paperLatex, paperMarkdown } from "../paper-table";
import { build, headings, texts } from "../testing";

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
  const reading = (run_id: string, run_b: string, given: Partial<ScorersRow>): ScorersRow => ({
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
    ...given,
  });
  const records: Report = {
    accuracy,
    scorers: [
      reading("lfm2.5:8b", "legacy of lfm", { accuracy_b: 0.25 }),
      reading("gemma4:31b", "legacy of gemma", { accuracy_b: 0.66 }),
    ],
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

  it("say of which answers a legacy score is, and choose none of several readings", () => {
    // The legacy run as a whole is of fewer rows than what it is set beside.
    const of = (scorers: ScorersRow[]) => build("p2-table9", { accuracy, scorers });
    const part = { n: 80, accuracy_a: 0.7, accuracy_b: 0.75 };
    const some = of([reading("gemma4:31b", "legacy of gemma", part)]);
    expect(some.rows[0]?.[8]).toEqual({ text: "75", signs: "1" });
    expect(some.notes[0]?.text).toBe(
      "Legacy is of 80 of 100 answers, those that both scorers scored. Acc. of these alone is 70.",
    );
    // The note on a run that lacks responses comes after it, in the order of the rows.
    expect(some.rows[3]?.[2]).toEqual({ text: "minicpm", signs: "2" });
    const whole = { accuracy_b: 0.66 };
    const two = of([
      reading("gemma4:31b", "legacy of gemma", whole),
      reading("gemma4:31b", "another", whole),
      reading("lfm2.5:8b", "legacy of lfm", part),
    ]);
    expect(two.rows[0]?.[8]).toEqual({ text: null, signs: "1" });
    expect(two.notes[0]?.text).toMatch(/^2 runs are readings of its answers by legacy-1/);
    expect(paperLatex(two)).toContain("& --\\textsuperscript{1} &");
    expect(paperMarkdown(two)).toContain("| --<sup>1</sup> |");
    // What is withheld has nothing to say.
    expect(two.rows[2]?.[8]).toEqual({ text: null });
    expect(two.notes).toHaveLength(2);
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
      ...["100", "42", "53", "+11", "[1.9, 20.1]", "0.035", "6/17", "100", "0", "42×"],
    ]);
    expect(second).toEqual([
      "gemma4:26b",
      ...["100", "60", "64", "+4", "[\u22123.8, 11.8]", "0.455", "6/10", "85", "15", "126×"],
    ]);
    // Three decimals would carry it across 0.05.
    expect(third?.[6]).toBe("0.0497");
    expect(third?.[10]).toBeNull();
    expect(fourth?.[6]).toBe("< 0.001");
    expect(table.caption).toContain("4 comparisons: Bonferroni's threshold is 0.0125.");
    expect(table.rows.map((row) => row[0]?.signs)).toEqual([undefined, "1", "1", "1"]);
    expect(table.notes).toEqual([{ sign: "1", text: "The two runs differ in token limit, too." }]);
  });

  it("Table 10 says what a pair leaves out, and which of its runs is not complete", () => {
    const modes = [
      change("whole", { change_pp: 3, differ_in: [] }),
      change("part", {
        ...{ n_shared: 80, only_direct: 15, only_thinking: 4, changed: 1, by_id: 80 },
        ...{ change_pp: 2 },
      }),
      change("other", { change_pp: 1 }),
    ];
    const runs = [
      run("part direct", { n: 96, planned: 100 }),
      run("part thinking", { n: 85, planned: null }),
      run("other direct", {}),
    ];
    const table = build("p2-table10", { modes, accuracy: runs });
    expect(headings(table).slice(0, 3)).toEqual(["Model", "n", "Direct"]);
    expect(texts(table).map((row) => row[1])).toEqual(["100", "80", "100"]);
    expect(table.rows.map((row) => row[0]?.signs)).toEqual([undefined, "1,2,3,4,5", "1"]);
    expect(table.notes.map(({ text }) => text)).toEqual([
      "The two runs differ in token limit, too.",
      "Questions left out: 15 under direct mode alone, 4 under thinking mode alone, 1 changed between the runs.",
      "80 questions paired by id alone.",
      "The run in direct mode: 96 of 100 planned responses scored; the others are missing, failed, or had their prompt cut.",
      "The run in thinking mode: lacks planned responses; how many under these filters is not known.",
    ]);
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
