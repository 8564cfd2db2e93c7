import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { correctionLine, recordLine } from "@/lib/records/audit-lines";
import { auditApart, stagedAudit } from "@/lib/records/audit-stage";
import { importTexts } from "@/lib/records/testing";

let engine: Engine;
beforeEach(async () => {
  engine = await openNodeEngine();
});
afterEach(() => engine.close());

const RECORD = {
  kind: "record",
  benchmark: "b",
  item_id: "q1",
  record_set: "R1",
  stratum: '["s",true]',
  weight: 2.5,
  answers: [3, 0, 3],
};
const CORRECTION = {
  kind: "correction",
  benchmark: "b",
  item_id: "q1",
  record_set: "R1",
  field: "answers",
  original: [0, 3],
  revised: null,
  reason: "both lean on a figure",
  by: "Ada",
  at: "2026-09-01",
};
const jsonl = (...rows: readonly object[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

describe("reviewer records as JSON lines", () => {
  it("keep what was said, and null for what was not", async () => {
    const { runs, rejectCount } = await importTexts(engine, {
      "a.jsonl": jsonl(RECORD, CORRECTION),
    });
    expect(runs).toEqual([]);
    expect(rejectCount).toBe(0);
    expect(await stagedAudit(engine)).toEqual({
      records: [
        {
          ...{ benchmark: "b", item_id: "q1", item_hash: null, record_set: "R1" },
          ...{ list_hash: null, stratum: '["s",true]', weight: 2.5, answers: "[0,3]" },
          ...{ polarity: null, clarity: null, key_support: null, duplicates: null },
          ...{ section_fit: null, borrowed: null, notes: null, reviewer: null, locked_at: null },
        },
      ],
      corrections: [
        {
          ...{ benchmark: "b", item_id: "q1", item_hash: null, record_set: "R1", list_hash: null },
          ...{ field: "answers", original: "[0,3]", revised: "null" },
          ...{ reason: "both lean on a figure", by: "Ada", at: "2026-09-01", citation: null },
        },
      ],
    });
  });

  it("are written as lines that read to the same", async () => {
    const full = {
      ...RECORD,
      ...{
        item_hash: "h",
        list_hash: "l",
        answers: null,
        polarity: "negative",
        clarity: "unclear",
      },
      ...{ key_support: false, duplicates: true, section_fit: true, notes: "“…”" },
      borrowed: [
        { option: 4, valid: false, plausible: true, duplicate: null, incomplete_reference: null },
      ],
      ...{ reviewer: "Ada", locked_at: "2026-09-01T10:00:00+03:00" },
    };
    await importTexts(engine, { "a.jsonl": jsonl(full, CORRECTION) });
    const first = await stagedAudit(engine);
    const again = [...first.records.map(recordLine), ...first.corrections.map(correctionLine)];
    await importTexts(engine, { "b.jsonl": again.join("") });
    expect(await stagedAudit(engine)).toEqual(first);
    expect(first.records[0]).toMatchObject({
      answers: null,
      borrowed: expect.any(String) as string,
    });
  });

  it("are refused alone, by line and field", async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [{ ...RECORD, answers: undefined }, "answers"],
      [{ ...RECORD, answers: [-1] }, "answers.0"],
      [{ ...RECORD, weight: 0 }, "weight"],
      [{ ...RECORD, weight: 1e308 }, "weight"],
      [{ ...RECORD, weight: 5e-324 }, "weight"],
      [{ ...RECORD, polarity: "perhaps" }, "polarity"],
      [{ ...RECORD, benchmark: undefined }, "benchmark"],
      [{ ...RECORD, locked_at: "yesterday" }, "locked_at"],
      [{ ...CORRECTION, reason: "" }, "reason"],
      [{ ...CORRECTION, field: "weight" }, "field"],
      [{ ...CORRECTION, at: "1 September" }, "at"],
      [{ ...CORRECTION, revised: "A" }, "revised"],
      [{ ...CORRECTION, original: undefined }, "original"],
    ];
    const { rejects } = await importTexts(engine, {
      "a.jsonl": jsonl(RECORD, ...wrong.map(([line]) => line)),
    });
    expect(rejects.map(({ line, column }) => [line, column])).toEqual(
      wrong.map(([, column], at) => [at + 2, column]),
    );
    const weights = rejects.filter(({ column }) => column === "weight");
    expect(weights.map(({ value }) => value)).toEqual(["0", "1e+308", "5e-324"]);
    expect((await stagedAudit(engine)).records).toHaveLength(1);
  });

  it("are told where no response names their items", async () => {
    await importTexts(engine, { "a.jsonl": jsonl(RECORD, CORRECTION) });
    expect((await auditApart(engine))?.message).toMatch(/^2 reviewer records or corrections/);
  });
});

describe("reviewer records as a table", () => {
  it("have JSON in the cells of answers; an empty one is unresolved", async () => {
    const csv = [
      "benchmark,item_id,record_set,stratum,weight,answers,key_support",
      'b,q1,R1,s,2.5,"[0,3]",true',
      "b,q2,R1,s,2.5,[],false",
      "b,q3,R1,s,2.5,,",
      "b,q4,R1,s,2.5,A,",
      'b,q5,R1,s,"2,5",[0],',
    ];
    const { rejects } = await importTexts(engine, { "a.csv": `${csv.join("\n")}\n` });
    const { records } = await stagedAudit(engine);
    expect(records.map((one) => [one.item_id, one.answers, one.key_support])).toEqual([
      ["q1", "[0,3]", true],
      ["q2", "[]", false],
      ["q3", null, null],
    ]);
    expect(rejects).toMatchObject([
      { line: 5, column: "answers", value: "A" },
      { line: 6, column: "weight", value: "2,5", reason: "is no number, such as 2.5" },
    ]);
  });

  it("are none of responses that have a column of their name", async () => {
    const csv = "run_id,model,n_options,item_id,gold_pos,resp_pos,record_set\nr,m,4,q1,2,3,R1\n";
    const { runs, rejects } = await importTexts(engine, { "r.csv": csv });
    expect(rejects).toEqual([]);
    expect(runs).toMatchObject([{ kept: 1, manifest: { run_id: "r" } }]);
    expect((await stagedAudit(engine)).records).toEqual([]);
  });

  it("hold corrections by their columns, and name a column that is missing", async () => {
    const head = "benchmark,item_id,record_set,field,original,revised,reason,by,at";
    await importTexts(engine, {
      "log.csv": `${head}\nb,q1,R1,answers,"[0]","[0,1]",why,Ada,2026-09-01\n`,
    });
    expect((await stagedAudit(engine)).corrections).toMatchObject([{ revised: "[0,1]" }]);
    const { rejects } = await importTexts(engine, {
      "a.csv": "benchmark,item_id,record_set,answers\nb,q1,R1,[0]\n",
    });
    expect(rejects).toMatchObject([
      { reason: "columns of reviewer records are missing: stratum, weight" },
    ]);
  });
});
