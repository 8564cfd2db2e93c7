import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { zipSync } from "fflate";
import { importTexts, stagedRows } from "./testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const HEAD = "model,n_options,item_id,trial,gold_pos,resp_pos";
const csv = (...lines: string[]): string => `${lines.join("\n")}\n`;
const jsonl = (...rows: object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const minimal = { model: "m", n_options: 4, item_id: "q1", trial: 1, gold_pos: 1, resp_pos: 1 };

describe("rows and rejects", () => {
  it("keeps 25,000 rows beside one AB and one 1.5, each with its line", async () => {
    const rows = Array.from({ length: 25_000 }, (_, i) => {
      const trial = Math.floor(i / 250) + 1;
      return `m,10,q${i % 250},${trial},${(i % 10) + 1},${((i * 7) % 10) + 1}`;
    });
    const text = csv(HEAD, ...rows, "m,10,q1,101,1,AB", "m,10,q1,102,1,1.5");
    const { runs, rejectCount } = await importTexts(engine, { "long.csv": text });
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ kept: 25_000, missing: 2, rejectedCount: 2 });
    expect(rejectCount).toBe(2);
    expect(runs[0]!.rejected).toMatchObject([
      { file: "long.csv", line: 25_002, column: "resp_pos", value: "AB" },
      { file: "long.csv", line: 25_003, column: "resp_pos", value: "1.5" },
    ]);
  });

  it("reads the massive fixture: 54 runs, 12,960 rows, nothing rejected", async () => {
    const text = readFileSync("tests/fixtures/massive.csv", "utf8");
    const { runs, rejectCount, warnings } = await importTexts(engine, { "massive.csv": text });
    expect(runs).toHaveLength(54);
    expect(runs.reduce((sum, run) => sum + run.kept, 0)).toBe(12_960);
    expect(runs.reduce((sum, run) => sum + run.missing, 0)).toBe(0);
    expect(rejectCount).toBe(0);
    expect(warnings).toEqual([]);
    const hashes = runs.map(({ manifest: { provenance } }) =>
      provenance.kind === "imported" ? provenance.source_hash : null,
    );
    expect(new Set(hashes).size).toBe(1);
  });

  it("takes each way of writing the same row", async () => {
    const files = {
      "a.csv": csv("model,n_options,target_id,trial,gold_pos,resp_pos,env", "m,4,q1,1,2,3,easy"),
      "a.tsv":
        "model\tn_options\tquestion_id\ttrial\tgold_pos\tresp_pos\tenvironment\nm\t4\tq1\t1\tB\tC\teasy\n",
      "semicolons.csv":
        "\uFEFFModel;N_options;item_id;trial;gold_pos;resp_pos;env\r\nm;4.0;q1;1.0;2;3;easy\r\n",
      "a.jsonl": jsonl({
        model: "m",
        n_options: 4,
        item_id: "q1",
        trial: 1,
        gold_pos: "B",
        resp_pos: "c",
        env: "easy",
      }),
      "a.json": JSON.stringify(
        [
          {
            model: "m",
            n_options: "4",
            item_id: "q1",
            trial: 1,
            gold_pos: 2,
            resp_pos: 3.0,
            environment: "easy",
          },
        ],
        null,
        2,
      ),
    };
    for (const [name, content] of Object.entries(files)) {
      await importTexts(engine, { [name]: content });
      const [row] = await stagedRows(engine);
      expect(row, name).toMatchObject({
        model: "m",
        benchmark: "imported",
        environment: "easy",
        item_id: "q1",
        n_options: 4,
        padding: "none",
        trial: 1,
        gold_pos: 2,
        resp_pos: 3,
        outcome: "answered",
        scorer: "given",
        attempts: 1,
      });
    }
  });

  it("decides each resp_pos and outcome by the stated rules", async () => {
    const cases: [string, string, string | null, number | null][] = [
      ["2", "", "answered", 2],
      ["", "", "unparsed", null],
      ["5", "", "out_of_range", null],
      ["0", "", "out_of_range", null],
      ["E", "", "out_of_range", null],
      ["", "truncated", "truncated", null],
      ["", "error", "error", null],
      ["9", "out_of_range", "out_of_range", null],
      ["2", "answered", "answered", 2],
      ["2", "error", null, null],
      ["2", "out_of_range", null, null],
      ["", "answered", null, null],
      ["9", "answered", null, null],
      ["", "no idea", null, null],
      ["NA", "", null, null],
    ];
    const lines = cases.map(
      ([pos, outcome], i) => `m,4,q${String(i).padStart(2, "0")},1,1,${pos},${outcome}`,
    );
    const { runs } = await importTexts(engine, { "a.csv": csv(`${HEAD},outcome`, ...lines) });
    const rows = new Map((await stagedRows(engine)).map((row) => [row.item_id, row]));
    cases.forEach(([pos, given, outcome, position], i) => {
      const row = rows.get(`q${String(i).padStart(2, "0")}`);
      const what = `${pos} ${given}`;
      if (outcome === null) expect(row, what).toBeUndefined();
      else expect(row, what).toMatchObject({ outcome, resp_pos: position });
    });
    expect(runs[0]).toMatchObject({ kept: 9, missing: 6, rejectedCount: 6 });
  });

  it("rejects what contradicts itself or cannot be", async () => {
    const { runs } = await importTexts(engine, {
      "a.csv": csv(
        `${HEAD},correct,latency_ms`,
        "m,4,q1,1,1,1,1,12.5",
        "m,4,q2,1,1,2,1,",
        "m,4,q3,1,1,1,False,",
        "m,1,q4,1,1,1,,",
        "m,4,q5,1,5,1,,",
        "m,4,q6,1,1.5,1,,",
        "m,1001,q7,1,1,1,,",
        "m,4,q8,0,1,1,,",
        "m,4,q9,1,1,1,,fast",
        "m,4,,1,1,1,,",
        ",4,q11,1,1,1,,",
        "m,4.5,q12,1,1,1,,",
      ),
    });
    expect(runs[0]!.rejected.map(({ line, column }) => [line, column])).toEqual([
      [3, "correct"],
      [4, "correct"],
      [5, "n_options"],
      [6, "gold_pos"],
      [7, "gold_pos"],
      [8, "n_options"],
      [9, "trial"],
      [10, "latency_ms"],
      // Rows whose run cannot be told stand with the file's first run.
      [11, "item_id"],
      [12, "model"],
      [13, "n_options"],
    ]);
    expect(runs[0]).toMatchObject({ kept: 1, missing: 8, rejectedCount: 11 });
  });

  it("tells rows of JSON that are no records, by line", async () => {
    const text = `${jsonl(minimal)}[1]\n"x"\n{"model":"m"}\n{"model": \n${jsonl({ ...minimal, item_id: "q2" })}{"model":"m","n_op`;
    const { runs, rejects } = await importTexts(engine, { "a.jsonl": text });
    expect(runs[0]!.kept).toBe(2);
    expect(rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, "a list, not an object"],
      [3, "a text, not an object"],
      [4, "item_id is missing"],
      [5, "no valid JSON"],
      [7, "cut off"],
    ]);
  });

  it("clips long values of rejects", async () => {
    const { rejects } = await importTexts(engine, {
      "a.jsonl": jsonl({ ...minimal, resp_pos: "x".repeat(5000) }),
    });
    expect(rejects[0]!.value).toHaveLength(200);
  });
});

describe("texts and ids", () => {
  it("keeps an id that no double holds, from each format", async () => {
    const id = "9007199254740993";
    const json = `{"model":"m","n_options":4,"item_id":${id},"trial":1,"gold_pos":1,"resp_pos":1}`;
    for (const [name, content] of Object.entries({
      "a.csv": csv(HEAD, `m,4,${id},1,1,1`),
      "a.jsonl": `${json}\n`,
      "a.json": `[${json}]`,
    })) {
      await importTexts(engine, { [name]: content });
      expect((await stagedRows(engine))[0]!.item_id, name).toBe(id);
    }
  });

  it("keeps NA, NULL, None, T and F as texts", async () => {
    const words = ["NA", "NULL", "None", "T", "F"];
    await importTexts(engine, {
      "a.csv": csv(
        `${HEAD},environment,section`,
        ...words.map((w) => `${w},4,${w},1,1,1,${w},${w}`),
      ),
    });
    const rows = await stagedRows(engine);
    expect(rows.map((r) => [r.model, r.item_id, r.environment, r.section]).sort()).toEqual(
      words.map((w) => [w, w, w, w]).sort(),
    );
  });

  it("keeps a text with control characters, and one of two million characters", async () => {
    const long = "é\u0000\u0001\n".repeat(500_000);
    await importTexts(engine, {
      "a.jsonl": jsonl({ ...minimal, item_id: "a\u0000b", text: long }),
    });
    expect((await stagedRows(engine))[0]!.item_id).toBe("a\u0000b");
    expect(await engine.query("SELECT text FROM stage.raw")).toEqual([{ text: long }]);
  });

  it("takes Unicode line separators inside JSON for text", async () => {
    const line = `{"model":"m","n_options":4,"item_id":"a\u2028b\u2029c\u0085d","gold_pos":1,"resp_pos":1}`;
    const { runs } = await importTexts(engine, { "a.jsonl": `${line}\r\n` });
    expect(runs[0]!.kept).toBe(1);
    expect((await stagedRows(engine))[0]!.item_id).toBe("a\u2028b\u2029c\u0085d");
  });
});

describe("texts read by a scorer", () => {
  it("reads text in place of a position, with the scorer that is named", async () => {
    const rows = jsonl(
      { model: "m", n_options: 4, item_id: "q1", gold_pos: 2, text: "Answer: B" },
      { model: "m", n_options: 4, item_id: "q2", gold_pos: 2, response: "no idea" },
      { model: "m", n_options: 4, item_id: "q3", gold_pos: 2, raw: "", outcome: "error" },
    );
    const { runs } = await importTexts(engine, { "a.jsonl": rows });
    expect(runs[0]!.manifest.scorer).toBe("declaration-1");
    expect((await stagedRows(engine)).map((r) => [r.outcome, r.resp_pos])).toEqual([
      ["answered", 2],
      ["unparsed", null],
      ["error", null],
    ]);
    const texts = await engine.query("SELECT item_id, text FROM stage.raw ORDER BY item_id");
    expect(texts).toEqual([
      { item_id: "q1", text: "Answer: B" },
      { item_id: "q2", text: "no idea" },
      { item_id: "q3", text: "" },
    ]);
  });

  it("reads integers with index-1, and option texts with strict-2", async () => {
    const row = { model: "m", n_options: 3, item_id: "q1", gold_pos: 2, text: "3" };
    await importTexts(engine, { "a.jsonl": jsonl(row) }, { scorer: "index-1" });
    expect((await stagedRows(engine))[0]).toMatchObject({ resp_pos: 3, scorer: "index-1" });
    const shown = { ...row, text: "green", options: ["red", "green", "blue"] };
    await importTexts(engine, { "a.jsonl": jsonl(shown) }, { scorer: "strict-2" });
    expect((await stagedRows(engine))[0]).toMatchObject({ resp_pos: 2, scorer: "strict-2" });
  });

  it("leaves a given position alone, and keeps the text beside it", async () => {
    await importTexts(engine, { "a.jsonl": jsonl({ ...minimal, text: "Answer: D" }) });
    expect((await stagedRows(engine))[0]).toMatchObject({ resp_pos: 1, scorer: "given" });
    expect(await engine.query("SELECT text FROM stage.raw")).toEqual([{ text: "Answer: D" }]);
  });

  it("keeps items with their options, and the order of a row that showed another", async () => {
    const question = { question: "Which colour?", options: ["red", "green", "blue"] };
    const row = { model: "m", n_options: 3, item_id: "q1", gold_pos: 2, resp_pos: 2, ...question };
    const other = { ...row, options: ["green", "blue", "red"], gold_pos: 1, resp_pos: 1, trial: 2 };
    await importTexts(engine, { "a.jsonl": jsonl({ ...row, trial: 1 }, other) });
    const rows = await stagedRows(engine);
    expect(rows[0]!.item_hash).toBe(rows[1]!.item_hash);
    expect(rows[0]!.options_hash).toBe(rows[1]!.options_hash);
    const items = await engine.query("SELECT stem, options, key FROM stage.items");
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ stem: "Which colour?", key: 1 });
    expect(await engine.query("SELECT trial, request FROM stage.raw")).toEqual([
      { trial: 2, request: '{"options":["green","blue","red"]}' },
    ]);
  });

  it("rejects options that are not n_options", async () => {
    const { rejects } = await importTexts(engine, {
      "a.jsonl": jsonl({ ...minimal, options: ["x", "y"] }),
    });
    expect(rejects[0]).toMatchObject({ column: "options" });
  });
});

describe("files", () => {
  it("fails files one by one, with what to do", async () => {
    const { runs, rejects } = await importTexts(engine, {
      "good.csv": csv(HEAD, "m,4,q1,1,1,1"),
      "empty.csv": "",
      "other.csv": "a,b\n1,2\n",
      "packed.jsonl.gz": new Uint8Array([0x1f, 0x8b, 8, 0]),
      "wide.csv": new Uint8Array([0xff, 0xfe, 0x61, 0]),
      "broken.parquet": new TextEncoder().encode("PAR1xxxxxxxxxxxxPAR1"),
      "broken.zip": new Uint8Array([0x50, 0x4b, 3, 4, 1, 2, 3]),
      "picture.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]),
    });
    expect(runs.map((run) => run.kept)).toEqual([1]);
    expect(rejects.map((reject) => reject.file)).toEqual([
      "empty.csv",
      "other.csv",
      "packed.jsonl.gz",
      "wide.csv",
      "broken.parquet",
      "broken.zip",
      "picture.png",
    ]);
    expect(rejects[1]!.reason).toContain("columns are missing: model, n_options");
  });

  it("reads every file of a zip archive", async () => {
    const encode = (text: string) => new TextEncoder().encode(text);
    const zip = zipSync({
      "a.csv": encode(csv(HEAD, "m,4,q1,1,1,1")),
      "folder/b.jsonl": encode(jsonl({ ...minimal, item_id: "q2", model: "n" })),
      "__MACOSX/._a.csv": encode("noise"),
    });
    const { runs, rejects } = await importTexts(engine, { "both.zip": zip });
    expect(rejects).toEqual([]);
    expect(runs.map((run) => [run.manifest.model.requested, run.kept])).toEqual([
      ["m", 1],
      ["n", 1],
    ]);
  });

  it("says when an archive is cut off", async () => {
    const zip = zipSync({ "a.csv": new TextEncoder().encode(csv(HEAD, "m,4,q1,1,1,1")) });
    const { rejects } = await importTexts(engine, { "cut.zip": zip.slice(0, 60) });
    // The file that broke off, and that there may be others behind it.
    expect(rejects.map(({ file }) => file)).toEqual(["cut.zip/a.csv", "cut.zip"]);
  });

  it("says that a file has no rows, whatever its form", async () => {
    const { rejects } = await importTexts(engine, {
      "good.csv": csv(HEAD, "m,4,q1,1,1,1"),
      "header.csv": csv(HEAD),
      "list.json": "[]",
    });
    const reason = "there are no rows in it, only column names or an empty list";
    expect(rejects).toMatchObject([
      { file: "header.csv", line: null, reason },
      { file: "list.json", line: null, reason },
    ]);
  });

  it("warns of an array that is not closed", async () => {
    const { runs, warnings } = await importTexts(engine, {
      "a.json": `[${JSON.stringify(minimal)}`,
    });
    expect(runs[0]!.kept).toBe(1);
    expect(warnings.map((w) => w.code)).toEqual(["cut_off"]);
  });

  it("names columns that are not read", async () => {
    const { warnings } = await importTexts(engine, { "a.jsonl": jsonl({ ...minimal, mood: "x" }) });
    expect(warnings).toMatchObject([{ code: "columns_ignored" }]);
    expect(warnings[0]!.message).toContain("mood");
  });

  it("stops when it is told to", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const files = { "a.csv": csv(HEAD, "m,4,q1,1,1,1") };
    await expect(importTexts(engine, files, { signal })).rejects.toThrow("enough");
  });
});
