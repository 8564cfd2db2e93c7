import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { text } from "@/lib/engine/sql";
import { stagedAudit } from "@/lib/records/audit-stage";
import { importTexts } from "@/lib/records/testing";
import { loadRuns } from "./load";
import { placeReviews } from "./merge-beside";
import { AUDIT_FILE, runDirsIn } from "./paths";
import { writeRuns } from "./write";

let engine: Engine;
let dir: string;
beforeEach(async () => {
  engine = await openNodeEngine();
  dir = await mkdtemp(join(tmpdir(), "reviews-"));
});
afterEach(async () => {
  await engine.close();
  await rm(dir, { recursive: true, force: true });
});

const responses = ["run_id,model,n_options,item_id,trial,gold_pos,resp_pos"]
  .concat(["r1,m,4,q1,1,1,1", "r1,m,4,q2,1,1,2", "r2,n,4,q1,1,1,1"])
  .join("\n");
const record = (item_id: string, more: object = {}) => ({
  ...{ benchmark: "imported", item_id, record_set: "R1", stratum: "s", weight: 2, answers: [0] },
  ...more,
});
const FULL = record("q1", {
  ...{ polarity: "negative", key_support: false, notes: "n" },
  borrowed: [
    { option: 3, valid: true, plausible: null, duplicate: false, incomplete_reference: null },
  ],
});
const CORRECTION = {
  ...{ benchmark: "imported", item_id: "q1", record_set: "R1", field: "answers" },
  ...{ original: [0], revised: [0, 3], reason: "why", by: "Ada", at: "2026-09-01" },
};
const lines = (...rows: readonly object[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** The two runs in the store, with the records of the files that are given. */
async function written(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { runs } = await importTexts(engine, { "r.csv": responses, ...files });
  const manifests = runs.map(({ manifest }) => manifest);
  return (await writeRuns(engine, manifests, dir, { replace: true })).map(({ path }) => path);
}
async function held(dirs: readonly string[]) {
  const { broken } = await loadRuns(engine, dirs);
  expect(broken).toEqual([]);
  return stagedAudit(engine);
}

describe("reviewer records beside runs", () => {
  it("come back from the store as they were, with their corrections", async () => {
    const dirs = await written({ "a.jsonl": lines(FULL, CORRECTION) });
    const before = await stagedAudit(engine);
    expect(before.records).toHaveLength(1);
    expect(before.corrections).toHaveLength(1);
    expect(await held(dirs)).toEqual(before);
    // Both runs were asked the item: each keeps them by itself.
    for (const one of dirs) expect(await held([one])).toEqual(before);
  });

  it("are added to those that are there, each once, and told where nobody was asked", async () => {
    const dirs = await written({ "a.jsonl": lines(FULL) });
    await importTexts(engine, { "b.jsonl": lines(FULL, record("q2"), record("q9"), CORRECTION) });
    const placed = await placeReviews(engine, dirs, []);
    expect(placed).toEqual({
      ...{ records: 3, corrections: 1, placed: 3, unplaced: ["q9 in R1"] },
      ...{ refused: [], otherItems: [] },
      dirs: expect.arrayContaining(dirs) as string[],
    });
    const { records, corrections } = await held(dirs);
    expect(records.map(({ item_id }) => item_id)).toEqual(["q1", "q2"]);
    expect(corrections).toHaveLength(1);
    await importTexts(engine, { "b.jsonl": lines(FULL, CORRECTION) });
    expect((await placeReviews(engine, dirs, [])).dirs).toEqual([]);
  });

  it("stay when their run is replaced by other rows", async () => {
    await written({ "a.jsonl": lines(FULL, CORRECTION) });
    const other = responses.replace("r1,m,4,q2,1,1,2", "r1,m,4,q2,1,1,3");
    const { runs } = await importTexts(engine, { "r.csv": other });
    const manifests = runs.map(({ manifest }) => manifest);
    const replaced = await writeRuns(engine, manifests, dir, { replace: true });
    expect(replaced.map(({ state }) => state)).toContain("replaced");
    const { records, corrections } = await held(replaced.map(({ path }) => path));
    expect(records).toMatchObject([{ item_id: "q1", polarity: "negative" }]);
    expect(corrections).toHaveLength(1);
  });

  it("are sets: a list that a file has in another order is the same, and not added", async () => {
    const [first = ""] = await written({ "a.jsonl": lines(record("q1")) });
    await engine.exec(`COPY (SELECT * REPLACE ([3, 0, 3]::INTEGER[] AS answers) FROM
      read_parquet(${text(join(first, AUDIT_FILE))})) TO ${text(join(dir, "unsorted"))} (FORMAT parquet)`);
    await rename(join(dir, "unsorted"), join(first, AUDIT_FILE));
    await importTexts(engine, { "b.jsonl": lines(record("q1", { answers: [0, 3] })) });
    expect((await placeReviews(engine, [first], [])).dirs).toEqual([]);
    expect((await held([first])).records).toMatchObject([{ item_id: "q1", answers: "[0,3]" }]);
  });

  it("of a file from before the second pass are read with it untold", async () => {
    const [first = ""] = await written({ "a.jsonl": lines(record("q1")) });
    await engine.exec(`COPY (SELECT 'imported' AS benchmark, 'q1' AS item_id,
        NULL::VARCHAR AS item_hash, 'R1' AS record_set, 's' AS stratum, 2.0::DOUBLE AS weight,
        [0]::INTEGER[] AS answers) TO ${text(join(first, AUDIT_FILE))} (FORMAT parquet)`);
    const { records } = await held([first]);
    expect(records).toMatchObject([{ item_id: "q1", answers: "[0]", polarity: null, notes: null }]);
  });
});

describe("reviewer records that came with runs", () => {
  /** Imports files into the store as one import. */
  async function place(files: Readonly<Record<string, string>>) {
    const { runs } = await importTexts(engine, files);
    const manifests = runs.map(({ manifest }) => manifest);
    const states = await writeRuns(engine, manifests, dir);
    const staged = states.map((run) => ({ ...run, refused: run.state === "refused" }));
    return { staged, reviews: await placeReviews(engine, await runDirsIn(dir), staged) };
  }

  it("stand beside no run where theirs is refused", async () => {
    const dirs = await written({});
    const other = responses.split("\n").filter((row) => !row.startsWith("r2"));
    const { staged, reviews } = await place({
      "r.csv": other.join("\n").replace("r1,m,4,q2,1,1,2", "r1,m,4,q2,1,1,3"),
      "a.jsonl": lines(FULL, CORRECTION),
    });
    expect(staged).toMatchObject([{ runId: "r1", refused: true }]);
    expect(reviews).toEqual({
      ...{ records: 1, corrections: 1, placed: 0, unplaced: [], otherItems: [], dirs: [] },
      refused: ["q1 in R1"],
    });
    // r2 was asked q1 as well.
    expect(await held(dirs)).toEqual({ records: [], corrections: [] });
  });

  /** A bundle of q0000, the same in all, and q0001, whose second option is given. */
  const bundle = (second: string, resp: number, answers: readonly number[]) => {
    const question = (id: string, options: readonly string[]) => ({
      ...{ id, section: "s", negative: false, five: { options, gold: 0, resp } },
      ten: { options: options.map((text) => ({ text, origin: "O" })), gold: 0, resp },
    });
    return JSON.stringify({
      questions: [question("q0000", ["x", "y"]), question("q0001", ["x", second])],
      audit: { labels: { R1: { q0000: answers, q0001: answers } } },
    });
  };

  it("without a hash are put only beside runs that had the same item", async () => {
    const first = await place({ "one.json": bundle("y", 0, [0]) });
    const second = await place({ "two.json": bundle("z", 1, [0]) });
    // Each is placed beside its own two runs; of q0001 those of the first import have another option.
    expect(second.reviews).toMatchObject({
      ...{ records: 2, placed: 2, unplaced: [], refused: [], otherItems: ["q0001 in R1"] },
    });
    const third = await place({ "three.json": bundle("w", 0, [1]) });
    const answersIn = async ({ staged }: typeof first, id: string) =>
      (await held(staged.map(({ path }) => path))).records
        .filter(({ item_id }) => item_id === id)
        .map(({ answers }) => answers)
        .sort();
    for (const one of [first, second]) expect(await answersIn(one, "q0001")).toEqual(["[0]"]);
    expect(await answersIn(third, "q0001")).toEqual(["[1]"]);
    // q0000 is one item: all that was said of it when it came stands beside the runs before it.
    expect(await answersIn(first, "q0000")).toEqual(["[0]", "[1]"]);

    // Records that come alone cannot say which q0001 they mean.
    const alone = lines(
      record("q0000", { record_set: "R2" }),
      record("q0001", { record_set: "R2" }),
    );
    expect((await place({ "a.jsonl": alone })).reviews).toMatchObject({
      ...{ records: 2, placed: 1, unplaced: [], refused: [], otherItems: ["q0001 in R2"] },
    });
  });
});
