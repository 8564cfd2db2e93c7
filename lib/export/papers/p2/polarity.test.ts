import { beforeAll, describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { report, type Report } from "@/lib/metrics/report";
import { auditSectionRow } from "@/lib/metrics/question-rows";
import { importTexts } from "@/lib/records/testing";
import { workspaceOf } from "@/tests/helpers/stage";
import { reportTable } from "../../report/table";
import { LAYOUTS } from "../layouts";
import { paperLatex, paperMarkdown } from "../paper-table";
import { build, headings, texts } from "../testing";

const question = (id: string, negative: boolean) => ({
  ...{ id, section: "s", negative },
  five: { options: ["x", "y"], gold: 0, resp: 0 },
  ten: {
    options: ["xO", "yO", "aB", "bB"].map(([text, origin]) => ({ text, origin })),
    ...{ gold: 0, resp: 0 },
  },
});
const record = (item_id: string, record_set: string, weight: number, polarity: string | null) => ({
  ...{ kind: "record", benchmark: "imported", stratum: "s", answers: [0] },
  ...{ item_id, record_set, weight, polarity },
});

describe("Table 8", () => {
  let records: Report;
  beforeAll(async () => {
    const engine = await openNodeEngine();
    const questions = [
      question("q1", true),
      question("q2", true),
      question("q3", false),
      question("q4", false),
    ];
    const lines = [
      record("q1", "R1", 30.5, "negative"),
      record("q2", "R1", 1500, "nonnegative"),
      record("q3", "R1", 2, "nonnegative"),
      record("q4", "R1", 4, "nonnegative"),
      record("q1", "R2", 30.5, "negative"),
      record("q2", "R2", 1500, "negative"),
      record("q3", "R2", 2, null),
      record("q4", "R2", 4, "negative"),
      // As the other reviewer has it: corrections are followed.
      {
        ...{ kind: "correction", benchmark: "imported", item_id: "q4", record_set: "R2" },
        ...{ field: "polarity", original: "negative", revised: "nonnegative" },
        ...{ reason: "why", by: "Ada", at: "2026-09-01", citation: "R1" },
      },
    ];
    const { runs, rejects } = await importTexts(engine, {
      "b.json": JSON.stringify({ questions }),
      "a.jsonl": lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    });
    expect(rejects).toEqual([]);
    const workspace = await workspaceOf(
      engine,
      runs.map(({ manifest }) => manifest),
    );
    records = await report(workspace, { filters: [] }, ["audit"]);
    await engine.close();
  });

  it("counts items and weights by flag and recorded polarity, what is not recorded apart", () => {
    for (const row of records.audit ?? []) auditSectionRow.parse(row);
    const table = build("p2-table8", records);
    expect(headings(table)).toEqual([
      "Flag / recorded polarity",
      "R1 n",
      "R1 weight",
      "R2 n",
      "R2 weight",
    ]);
    expect(texts(table)).toEqual([
      ["Flagged / negative", "1", "30.5", "2", "1530.5"],
      ["Flagged / nonnegative", "1", "1500.0", "0", "0.0"],
      ["Unflagged / negative", "0", "0.0", "0", "0.0"],
      ["Unflagged / nonnegative", "2", "6.0", "1", "4.0"],
      ["Unflagged / not recorded", "0", "0.0", "1", "2.0"],
    ]);
    expect(table.caption).toContain("4 questions a record set.");
    expect(table.caption).not.toContain("No record says");
  });

  it("is written as LaTeX and as Markdown", () => {
    const table = build("p2-table8", records);
    expect(paperLatex(table)).toContain("Flagged / negative & 1 & 30.5 & 2 & 1530.5 \\\\");
    expect(paperLatex(table)).toContain("\\label{tab:p2-table8}");
    expect(paperMarkdown(table)).toContain("| Flagged / negative | 1 | 30.5 | 2 | 1530.5 |");
  });

  it("has both stems, whichever a filter chooses", () => {
    expect(LAYOUTS["p2-table8"].under([{ field: "stem", values: [true] }])).toEqual([]);
  });

  it("is in the flat report, too", () => {
    const { columns, rows } = reportTable(records, "audit");
    const at = (name: string) => columns.findIndex((column) => column.name === name);
    expect(rows.map((row) => row[at("polarity_flagged_negative_count")])).toEqual([1, 2]);
    expect(columns[at("polarity_flagged_negative_weight")]?.kind).toBe("one");
    expect(rows.map((row) => row[at("polarity_unflagged_not_recorded_weight")])).toEqual([0, 2]);
  });

  it("says so where no record tells a polarity, and has no rows without records", () => {
    const untold = (records.audit ?? []).map((row) => ({
      ...row,
      polarity: Object.fromEntries(
        Object.entries(row.polarity).map(([flag, of]) => [
          flag,
          { ...of, negative: { count: 0, weight: 0 }, nonnegative: { count: 0, weight: 0 } },
        ]),
      ) as typeof row.polarity,
    }));
    expect(build("p2-table8", { audit: untold }).caption).toContain(
      "No record says how its reviewer reads the stem.",
    );
    expect(build("p2-table8", { audit: [] }).rows).toEqual([]);
    expect(paperMarkdown(build("p2-table8", {}))).toContain("No rows.");
  });
});
