import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { evalLog, header, logFiles, replied, sample } from "@/tests/helpers/inspect-log";
import { writeZip } from "@/tests/helpers/zip-writer";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const WRONG = replied("ANSWER: C", "C", "I", { id: "q2" });
const SAMPLES = [sample(), sample({ epoch: 2 }), WRONG, { ...WRONG, epoch: 2 }];
const importLog = (bytes: Uint8Array) => importTexts(engine, { "colours.eval": bytes });
const kept = (result: Awaited<ReturnType<typeof importLog>>) =>
  result.runs.map((run) => [run.manifest.scorer, run.kept, run.missing]);
const BOTH_WHOLE = [
  ["declaration-1", 4, 0],
  ["inspect-choice", 4, 0],
];

describe("an Inspect AI archive", () => {
  it.each(["stored", "deflate", "zstd"] as const)("is read when %s", async (packing) => {
    const result = await importLog(writeZip(logFiles(header(), SAMPLES, packing)));
    expect(kept(result)).toEqual(BOTH_WHOLE);
    expect(result.rejects).toEqual([]);
    const rows = await stagedRows(engine);
    expect(rows.filter((row) => row.item_id === "q1").map((row) => row.resp_pos)).toEqual([
      2, 2, 2, 2,
    ]);
    expect(rows.filter((row) => row.item_id === "q2").map((row) => row.resp_pos)).toEqual([
      3, 3, 3, 3,
    ]);
  });

  it("is read with the sizes of large archives (zip64)", async () => {
    const result = await importLog(writeZip(logFiles(header(), SAMPLES, "zstd"), true));
    expect(kept(result)).toEqual(BOTH_WHOLE);
  });

  it("counts the last file where a name stands twice", async () => {
    const first = replied("ANSWER: A", "A", "I");
    const files = logFiles(header(), SAMPLES);
    const twice = [...logFiles(header(), [first]), ...files];
    expect(kept(await importLog(writeZip(twice)))).toEqual(BOTH_WHOLE);
    const rows = await stagedRows(engine);
    expect(rows.find((row) => row.item_id === "q1" && row.trial === 1)?.resp_pos).toBe(2);
  });

  it("is read where it crashed and has no header of its end", async () => {
    const head = { ...header(), status: "started" };
    const files = logFiles(head, SAMPLES.slice(0, 3)).filter(({ name }) => name !== "header.json");
    const result = await importLog(writeZip(files));
    expect(kept(result)).toEqual([
      ["declaration-1", 3, 1],
      ["inspect-choice", 3, 1],
    ]);
    expect(result.warnings.map(({ message }) => message)).toEqual([
      "colours.eval: the log says started: it holds 3 samples of 4",
      expect.stringMatching(/^2 questions of benchmark colours have no flag for a negative stem:/),
    ]);
  });

  it("says so where it crashed before a sample was written", async () => {
    const files = logFiles(header(), []).filter(({ name }) => name.startsWith("_journal"));
    const { rejects, runs } = await importLog(writeZip(files));
    expect(runs).toEqual([]);
    expect(rejects[0]?.reason).toContain("holds no sample");
  });

  it("reads a sample in parts, with its long texts in files of their own", async () => {
    const long = { model: "painter", completion: "attachment://1", choices: [] };
    const shell = { ...sample(), output: long, attachments: undefined };
    const files = [
      ...logFiles(header(), []),
      { name: "samples/q1_epoch_1/sample.json", text: JSON.stringify(shell), packing: "zstd" },
      {
        name: "samples/q1_epoch_1/attachments/0.json",
        text: JSON.stringify(["unused", "ANSWER: B"]),
        packing: "zstd",
      },
      { name: "samples/q1_epoch_1/events/0.json", text: "[]", packing: "zstd" },
    ] as const;
    const result = await importLog(writeZip(files));
    expect(kept(result)[0]).toEqual(["declaration-1", 1, 3]);
  });

  it("keeps the rest where one file is broken", async () => {
    const files = logFiles(header(), SAMPLES);
    const broken = files.map((file) =>
      file.name === "samples/q1_epoch_1.json" ? { ...file, text: '{"id": "q1", "ep' } : file,
    );
    const { runs, rejects } = await importLog(writeZip(broken));
    expect(runs.map((run) => [run.kept, run.missing])).toEqual([
      [3, 1],
      [3, 1],
    ]);
    expect(rejects).toHaveLength(1);
    expect(rejects[0]?.reason).toBe("samples/q1_epoch_1.json: no valid JSON");
  });

  it.each(["colours.eval", "colours.zip"])(
    "whose end is missing is one reject that says so, and what makes it whole: %s",
    async (name) => {
      const whole = evalLog(header(), SAMPLES);
      // Between two samples, inside the header of one, and inside the directory.
      const text = Buffer.from(whole);
      const second = text.indexOf("samples/q1_epoch_2.json") - 30;
      for (const end of [second, second + 6, whole.length - 30]) {
        const { rejects, runs } = await importTexts(engine, { [name]: whole.slice(0, end) });
        expect(runs).toEqual([]);
        expect(rejects.map(({ file, reason }) => [file, reason])).toEqual([
          [
            name,
            "the end of the archive is missing or broken, and an Inspect AI log cannot be read without it: Inspect's own recovery makes one that can",
          ],
        ]);
      }
    },
  );

  it("names two unlike samples of one id and epoch by these", async () => {
    const files = logFiles(header(), SAMPLES);
    const other = JSON.stringify(replied("ANSWER: A", "A", "I"));
    const more = { name: "samples/q9_epoch_1.json", text: other, packing: "stored" } as const;
    const { warnings } = await importLog(writeZip([...files, more]));
    const said = warnings.filter(({ code }) => code === "contradictory_rows");
    expect(said[0]?.message).toContain(
      "item q1, N 3, trial 1 (colours.eval sample q1, epoch 1, 2 times)",
    );
  });

  it("rejects a file that is not what the archive says", async () => {
    const bytes = writeZip(logFiles(header(), SAMPLES, "zstd"));
    // Break the packed bytes of the first sample, behind its frame's head.
    const text = Buffer.from(bytes);
    const at = text.indexOf("samples/q1_epoch_1.json") + 60;
    text.fill(0xff, at, at + 20);
    const { runs, rejects } = await importLog(new Uint8Array(text));
    expect(runs[0]?.kept).toBe(3);
    expect(rejects[0]?.reason).toMatch(/^samples\/q1_epoch_1\.json: /);
  });

  it("refuses a sample that unpacks to a trap", async () => {
    const trap = {
      name: "samples/q1_epoch_1.json",
      text: " ".repeat(80 << 20),
      packing: "zstd",
    } as const;
    const { rejects, runs } = await importLog(writeZip([...logFiles(header(), []), trap]));
    expect(runs).toEqual([]);
    expect(rejects[0]?.reason).toContain("more than 300 times its size");
  });

  it("names its runs by its bytes, and counts a log that is given twice once", async () => {
    const log = evalLog(header(), SAMPLES);
    const { runs, warnings } = await importTexts(engine, { "a.eval": log, "b.eval": log });
    expect(runs).toHaveLength(2);
    expect(warnings.map(({ code }) => code)).toEqual(["same_file", "stems_without_rule"]);
    expect(runs[0]?.manifest.provenance).toMatchObject({ kind: "imported", source: "a.eval" });
  });
});
