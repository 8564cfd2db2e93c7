import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts } from "./testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const jsonl = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const minimal = { model: "m", n_options: 4, item_id: "q1", trial: 1, gold_pos: 1, resp_pos: 1 };

it("flags stems of a benchmark whose language is known; the file's own flag wins", async () => {
  const asked = { ...minimal, question: "Hangisi yanlıştır?" };
  const turkish = { ...asked, benchmark: "turkish-mmlu-pro" };
  await importTexts(engine, {
    "a.jsonl": jsonl(
      { ...turkish, item_id: "by rule" },
      { ...turkish, item_id: "by the file", stem_negative: false },
      { ...asked, item_id: "of no language", benchmark: "own" },
    ),
  });
  const sql = (table: string, more: string) =>
    `SELECT DISTINCT item_id, stem_negative${more} FROM stage.${table} ORDER BY item_id`;
  expect(await engine.query(sql("items", ", stem_evidence"))).toEqual([
    { item_id: "by rule", stem_negative: true, stem_evidence: "tr-appendix-b-1: yanlıştır" },
    { item_id: "by the file", stem_negative: false, stem_evidence: "given" },
    { item_id: "of no language", stem_negative: null, stem_evidence: null },
  ]);
  expect(await engine.query(sql("responses", ""))).toEqual([
    { item_id: "by rule", stem_negative: true },
    { item_id: "by the file", stem_negative: false },
    { item_id: "of no language", stem_negative: null },
  ]);
});

it("says how many questions no rule could read, and reads them in the language that is named", async () => {
  const asked = { ...minimal, benchmark: "own", question: "Hangisi yanlıştır?" };
  const rows = jsonl(
    { ...asked, item_id: "q1" },
    { ...asked, item_id: "q1", trial: 2 },
    { ...asked, item_id: "q2" },
    { ...asked, item_id: "q3", stem_negative: false },
    { ...asked, item_id: "q4", question: "Which is NOT so?", benchmark: "mmlu-pro" },
    { ...minimal, item_id: "without a text", benchmark: "bare" },
  );
  const unread = await importTexts(engine, { "a.jsonl": rows });
  const told = unread.warnings.filter(({ code }) => code === "stems_without_rule");
  const run = unread.runs.find(({ manifest }) => manifest.benchmark === "own")!;
  expect(told).toHaveLength(1);
  expect(told[0]!.runs).toEqual([run.manifest.run_id]);
  expect(told[0]!.message).toMatch(
    /^2 questions of benchmark own have no flag .*“foilscope import --language” \(en, ko, tr\)$/,
  );

  const read = await importTexts(engine, { "a.jsonl": rows }, { language: "tr" });
  expect(read.warnings.map(({ code }) => code)).not.toContain("stems_without_rule");
  expect(
    await engine.query("SELECT item_id, stem_evidence FROM stage.items ORDER BY item_id"),
  ).toEqual([
    { item_id: "q1", stem_evidence: "tr-appendix-b-1: yanlıştır" },
    { item_id: "q2", stem_evidence: "tr-appendix-b-1: yanlıştır" },
    { item_id: "q3", stem_evidence: "given" },
    // The name of the benchmark goes before the language that is named for the others.
    { item_id: "q4", stem_evidence: "en-1: NOT" },
  ]);
});
