import { describe, expect, it } from "vitest";
import type { Report } from "@/lib/metrics/report";
import { TABLES } from "@/lib/reference/papers";
import {
  accuracyRow,
  bubbleRow,
  envelopeRow,
  paddingRow,
  positionsRow,
  scalingRow,
} from "@/tests/chart-rows";
import { LAYOUTS, LAYOUT_NAMES } from "./layouts";
import { paperLatex, paperMarkdown } from "./paper-table";
import { publishedPaper } from "./published";
import { texts } from "./testing";

const curve = { model: "al_pha", environment: "full", simulated: true };
const padded = { ...curve, n_options: 100, accuracy: 0.5 };
const RECORDS: Report = {
  scaling: [
    scalingRow({ ...curve, accuracy: 0.85, na: 0.8 }),
    scalingRow({ ...curve, n_options: 100, accuracy: 0.61, na: 0.6060606, na_trial_ci: null }),
    scalingRow({ ...padded, padding: "english_text:front", na: 0.49494949 }),
    scalingRow({ ...padded, padding: "symbol:back", accuracy: 0.62 }),
    scalingRow({ ...curve, environment: "easy", na: null, accuracy: null, na_item_ci: null }),
    scalingRow({ model: "fixed", series_id: "s-fixed", environment: null, n_options: 10 }),
  ],
  bubble: [bubbleRow({ ...curve, bi: 0.2424, bi_ci: [0.2, 0.28] })],
  positions: [
    positionsRow({
      ...curve,
      n_options: 100,
      entropy: 0.9136,
      slope: -0.0488,
      delta_pfi: { "10": 0.31204 },
    }),
    positionsRow({ ...padded, padding: "english_text:front", entropy: null }),
  ],
  padding: [
    paddingRow({ ...bare(), padding: "english_text:front", delta: -0.11, accuracy: 0.5 }),
    paddingRow({ ...bare(), padding: "symbol:back", delta: 0.01, accuracy: 0.62 }),
  ],
  padding_envelope: [
    envelopeRow({
      ...bare(),
      n_conditions: 2,
      acc_none: 0.61,
      acc_min: 0.5,
      acc_mean: 0.56,
      acc_max: 0.62,
      delta_mean: -0.05,
      spread: 0.12,
      worst_type: "english_text",
      worst_by_type: { symbol: 0.01, english_text: -0.11 },
    }),
  ],
  accuracy: [accuracyRow({ series_id: "s-fixed", kind: "fixed" })],
};

function bare() {
  const { model, benchmark, environment, mode, condition, scorer, n_options, series_id } =
    scalingRow({ ...curve, n_options: 100 });
  const names = { model, benchmark, environment, mode, condition, scorer };
  return { ...names, n_options, series_id, simulated: true };
}

describe("layouts of the first paper", () => {
  const build = (name: keyof typeof LAYOUTS, records: Report = RECORDS) =>
    LAYOUTS[name].build({ report: records });

  it("Table 2 holds both ends, dashes where the records say nothing, and its data", () => {
    const table = build("p1-table2");
    expect(texts(table)).toEqual([
      ["Easy", "al_pha", null, null, null, null, null, null, null, null, null],
      [
        "Full",
        "al_pha",
        "0.8500",
        "0.6100",
        "0.8000",
        "0.6061",
        null,
        "0.2424",
        "[0.2000, 0.2800]",
        "0.3120",
        "\u22120.0488",
      ],
    ]);
    expect(table.caption).toContain("all simulated");
    const latex = paperLatex(table);
    expect(latex).toContain(
      "Env & Model & Acc$_{4}$ & Acc$_{100}$ & NA$_{4}$ & NA$_{100}$ & NA100 95\\% CI & BI & BI 95\\% CI & $\\Delta$PFI$_{10}$ & Slope$_{100}$ \\\\",
    );
    expect(latex).toContain(
      "Full & al\\_pha & 0.8500 & 0.6100 & 0.8000 & 0.6061 & -- & 0.2424 & [0.2000, 0.2800] & ",
    );
    expect(latex).toContain("& $-$0.0488 \\\\");
    expect(latex).toContain("\\begin{tabular}{llrrrrrrrrr}");
    expect(latex).toContain("\\label{tab:p1-table2}");
    expect(paperMarkdown(table)).toContain("| Full | al_pha | 0.8500 |");
  });

  it("Table 4 takes the full environment, two decimals and the highest N", () => {
    const table = build("p1-table4");
    expect(table.columns.map(({ label, sub = "" }) => label + sub)).toEqual([
      "Model",
      "ΔPFI10",
      "EntropyN",
      "Front20",
      "Tail20",
    ]);
    expect(texts(table)).toHaveLength(1);
    expect(texts(table)[0]?.[2]).toBe("0.91");
    expect(table.caption).toContain("at 100 options in the full environment");
  });

  it("Tables 3 and 10 read the envelope", () => {
    expect(texts(build("p1-table3"))).toEqual([["al_pha", "0.120"]]);
    expect(texts(build("p1-table10"))).toEqual([
      ["Full", "English text", "\u22120.110"],
      ["Full", "Symbol", "0.010"],
    ]);
  });

  it("Table 12 sets the costliest padding beside none, or the two that were chosen", () => {
    const table = build("p1-table12");
    expect(table.columns.map(({ label }) => label)).toEqual([
      "Metric",
      "No padding",
      "English text front",
    ]);
    expect(texts(table)[0]).toEqual(["Acc100", "0.610", "0.500"]);
    expect(texts(table)[4]).toEqual(["EntropyN", "0.914", null]);
    expect(table.caption).toContain("of al_pha in the full environment");
    const chosen = LAYOUTS["p1-table12"].build({
      report: RECORDS,
      paddings: ["none", "symbol:back"],
    });
    expect(chosen.columns[2]?.label).toBe("Symbol back");
    expect(texts(chosen)[0]).toEqual(["Acc100", "0.610", "0.620"]);
    expect(texts(chosen)[4]).toEqual(["EntropyN", "0.914", null]);
    // Padding that the records do not have, or one against itself, is no choice: as on the screen.
    for (const paddings of [
      ["none", "nothing"],
      ["none", "none"],
    ] as const)
      expect(LAYOUTS["p1-table12"].build({ report: RECORDS, paddings })).toEqual(table);
  });

  it("Table 12 names the padding that the view names: equal to 12 digits goes by name", () => {
    const records: Report = {
      ...RECORDS,
      padding: [
        paddingRow({ ...bare(), padding: "symbol:back", delta: -0.11 - 1e-15 }),
        paddingRow({ ...bare(), padding: "english_text:front", delta: -0.11 }),
      ],
    };
    expect(build("p1-table12", records).columns[2]?.label).toBe("English text front");
  });

  it("Table 12 sets two paddings side by side without an unpadded side", () => {
    const records: Report = {
      ...RECORDS,
      scaling: (RECORDS.scaling ?? []).filter((row) => row.padding !== "none"),
      padding: (RECORDS.padding ?? []).map((row) => ({ ...row, delta: null })),
    };
    const paddings = ["english_text:front", "symbol:back"] as const;
    const table = LAYOUTS["p1-table12"].build({ report: records, paddings });
    expect(texts(table)[0]).toEqual(["Acc100", "0.500", "0.620"]);
    expect(table.caption).not.toContain("BI from");
  });

  it("Table 12 says mode and condition, and counts its two columns alone", () => {
    const records: Report = {
      ...RECORDS,
      scaling: (RECORDS.scaling ?? []).map((row) => ({
        ...row,
        mode: "thinking",
        condition: "new",
      })),
      padding: (RECORDS.padding ?? []).map((row) => ({
        ...row,
        mode: "thinking",
        condition: "new",
      })),
    };
    const { caption } = build("p1-table12", records);
    expect(caption).toContain(
      "Diagnostics of al_pha in the full environment, mode thinking, condition new at 100 options",
    );
    expect(caption).toContain("a change of accuracy by \u22120.110; BI from 4 to 100 options.");
    expect(caption).toContain("6,000 responses");
  });

  it("tables about padding are of the N that is asked for", () => {
    const at = (name: "p1-table3" | "p1-table10" | "p1-table12", n: number) =>
      LAYOUTS[name].build({
        report: {
          ...RECORDS,
          scaling: [
            ...(RECORDS.scaling ?? []),
            scalingRow({ ...curve, n_options: 4, padding: "symbol:back", accuracy: 0.8 }),
          ],
          padding: [
            ...(RECORDS.padding ?? []),
            paddingRow({ ...bare(), n_options: 4, padding: "symbol:back", delta: -0.05 }),
          ],
          padding_envelope: [
            ...(RECORDS.padding_envelope ?? []),
            envelopeRow({
              ...bare(),
              n_options: 4,
              spread: 0,
              worst_by_type: { symbol: -0.05 },
            }),
          ],
        },
        n,
      });
    expect(texts(at("p1-table3", 4))).toEqual([["al_pha", "0.000"]]);
    expect(texts(at("p1-table10", 4))).toEqual([["Full", "Symbol", "\u22120.050"]]);
    expect(texts(at("p1-table12", 4))[0]).toEqual(["Acc4", "0.850", "0.800"]);
    expect(texts(at("p1-table3", 100))).toEqual([["al_pha", "0.120"]]);
  });

  it("captions count what stands in a cell: not models without padding, nor other N", () => {
    const records: Report = {
      ...RECORDS,
      scaling: [
        ...(RECORDS.scaling ?? []),
        // Never padded: no row of Tables 3 and 10.
        scalingRow({ ...padded, model: "bare", series_id: "s-bare", n_responses: 70_000 }),
        // At another N alone: no row of Table 2.
        scalingRow({ ...curve, n_options: 10, n_responses: 500_000 }),
        scalingRow({ ...curve, model: "ten", series_id: "s-ten", n_options: 10 }),
      ],
    };
    // al_pha at 100 options: no padding and two paddings, 3,000 responses each.
    for (const name of ["p1-table3", "p1-table10"] as const)
      expect(build(name, records).caption, name).toContain(" 9,000 responses");
    const table2 = build("p1-table2", records);
    // Easy at 4, full at 4 and 100, and the model that was never padded at 100.
    expect(table2.caption).toContain(" 79,000 responses");
    expect(texts(table2).map(([, model]) => model)).toEqual(["al_pha", "al_pha", "bare"]);
  });

  it("Tables 13 and 14 have the paper's columns", () => {
    expect(texts(build("p1-table13"))[1]).toEqual([
      "Full",
      "al_pha",
      "0.8000 [0.7000, 0.9000]",
      "0.6061 [0.7000, 0.9000]",
    ]);
    expect(build("p1-table14").columns).toHaveLength(11);
    expect(texts(build("p1-table14"))[0]?.slice(0, 4)).toEqual([
      "Full",
      "al_pha",
      "0.610",
      "0.606",
    ]);
  });

  it("leave fixed questions out, and say so of no records at all", () => {
    const fixed: Report = {
      ...RECORDS,
      accuracy: [accuracyRow({ series_id: "s-alpha", kind: "fixed" })],
    };
    expect(texts(build("p1-table13", fixed)).map((row) => row[1])).toEqual(["fixed"]);
    for (const name of LAYOUT_NAMES) {
      const table = build(name, {});
      expect(paperLatex(table), name).toContain("No rows.");
      expect(paperMarkdown(table), name).toContain("Data: none.");
    }
  });
});

describe("published tables", () => {
  it("keep printed digits, marks and notes", () => {
    const table = TABLES.find(({ number }) => number === 4);
    if (!table) throw new Error("Table 4 is missing");
    const latex = paperLatex(publishedPaper(table));
    expect(latex).toContain(
      "Gemini-3-Pro-preview & 0.016\\textsuperscript{b} & 0.91\\textsuperscript{c} & 0.14 & 0.16\\textsuperscript{e} \\\\",
    );
    expect(latex).toContain("{\\footnotesize \\textsuperscript{b} Full, Gemini-3-Pro");
    expect(latex).toContain("arXiv:2604.14634v1, Table 4.");
  });

  it("are all written with balanced braces and as many cells as columns", () => {
    for (const table of TABLES) {
      const paper = publishedPaper(table);
      for (const row of paper.rows) expect(row).toHaveLength(paper.columns.length);
      const latex = paperLatex(paper).replace(/\\[{}]/g, "");
      expect(latex.split("{").length).toBe(latex.split("}").length);
      // Letters of any language stand as they are; every other sign is written out.
      expect(latex).not.toMatch(/[^\x20-\x7e\n\p{L}]/u);
    }
  });
});
