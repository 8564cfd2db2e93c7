import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import type { ImportResult } from "@/lib/records/import";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { loadRuns } from "./load";
import { findAllRuns, findRuns, runDirName } from "./paths";
import { writeBundle, writeRuns } from "./write";

let engine: Engine;
let dir: string;
beforeAll(async () => {
  engine = await openNodeEngine();
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-store-"));
  return () => rm(dir, { recursive: true });
});
afterAll(() => engine.close());

const row = {
  run_id: "r/1",
  model: "m",
  n_options: 3,
  item_id: "q1",
  trial: 1,
  gold_pos: 2,
  resp_pos: 2,
  question: "Which colour?",
  options: ["red", "blue – “x”", "초록"],
  text: "Answer: B",
  latency_ms: 12.5,
};
const importRows = (...changes: object[]): Promise<ImportResult> =>
  importTexts(engine, {
    "a.jsonl": changes.map((change) => `${JSON.stringify({ ...row, ...change })}\n`).join(""),
  });
const manifestsOf = (result: ImportResult) => result.runs.map((run) => run.manifest);
const tableOf = (name: string) => engine.query(`SELECT * FROM stage.${name} ORDER BY ALL`);

describe("run directories", () => {
  it("bring back rows, texts, items and manifests as they were", async () => {
    const result = await importRows({}, { item_id: "q2" }, { run_id: "s" });
    const before = [await stagedRows(engine), await tableOf("raw"), await tableOf("items")];
    const written = await writeRuns(engine, manifestsOf(result), dir);
    expect(written.map((run) => run.state)).toEqual(["written", "written"]);
    const loaded = await loadRuns(engine, await findAllRuns([], dir));
    expect([await stagedRows(engine), await tableOf("raw"), await tableOf("items")]).toEqual(
      before,
    );
    expect(loaded.broken).toEqual([]);
    expect([...loaded.manifests].sort((a, b) => (a.run_id < b.run_id ? -1 : 1))).toEqual(
      manifestsOf(result),
    );
  });

  it("are broken where a key stands twice, or rows and manifest disagree", async () => {
    const rewrite = async (into: string, sql: string) => {
      const [run] = await writeRuns(engine, manifestsOf(await importRows({}, { trial: 2 })), into);
      const file = join(run!.path, "responses.parquet");
      await engine.exec(`CREATE OR REPLACE TABLE again AS SELECT * FROM read_parquet('${file}')`);
      await engine.exec(sql);
      await engine.exec(`COPY again TO '${file}' (FORMAT parquet)`);
      return loadRuns(engine, [run!.path]);
    };
    const twice = "INSERT INTO again SELECT * REPLACE (1 AS resp_pos) FROM again WHERE trial = 2";
    expect((await rewrite(join(dir, "a"), twice)).broken[0]?.reason).toBe(
      "responses.parquet: item q1, trial 2 of run r/1 stands 2 times under one key",
    );
    const other = "UPDATE again SET model = 'another' WHERE trial = 2";
    expect((await rewrite(join(dir, "b"), other)).broken[0]?.reason).toBe(
      'responses.parquet: model is "another" in rows of run r/1, "m" in manifest.json',
    );
  });

  it("say that a run is there with the same rows, and refuse or replace other rows", async () => {
    const first = await importRows({});
    await writeRuns(engine, manifestsOf(first), dir);
    const again = await writeRuns(engine, manifestsOf(await importRows({})), dir);
    expect(again.map((run) => run.state)).toEqual(["unchanged"]);
    const changed = await importRows({ resp_pos: 1 }, { run_id: "s" });
    expect((await writeRuns(engine, manifestsOf(changed), dir)).map((run) => run.state)).toEqual([
      "refused",
      "written",
    ]);
    const replaced = await writeRuns(engine, manifestsOf(changed), dir, { replace: true });
    expect(replaced.map((run) => run.state)).toEqual(["replaced", "unchanged"]);
    await loadRuns(engine, await findRuns("r/1", dir));
    expect((await stagedRows(engine)).map((r) => r.resp_pos)).toEqual([1]);
  });

  it("are never replaced unasked, though two imports write them at the same moment", async () => {
    const other = await openNodeEngine();
    const both = await Promise.all(
      [engine, other].map(async (one, i) => {
        const result = await importTexts(one, {
          "a.jsonl": JSON.stringify({ ...row, resp_pos: i + 1 }),
        });
        return { one, manifests: manifestsOf(result) };
      }),
    );
    const states = await Promise.all(
      both.map(({ one, manifests }) => writeRuns(one, manifests, dir)),
    );
    await other.close();
    expect(
      states
        .flat()
        .map((run) => run.state)
        .sort(),
    ).toEqual(["refused", "written"]);
    const winner = states.findIndex(([run]) => run?.state === "written");
    const loaded = await loadRuns(engine, await findAllRuns([], dir));
    expect(loaded.broken).toEqual([]);
    expect((await stagedRows(engine)).map((r) => r.resp_pos)).toEqual([winner + 1]);
    expect(await readdir(dir)).toHaveLength(1);
  });

  it("are skipped where a page of their rows is broken, and leave nothing behind", async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => ({ item_id: `q${i}-${(i * 7919) % 997}` }));
    const result = await importRows(...rows, { run_id: "whole" });
    await writeRuns(engine, manifestsOf(result), dir);
    const path = join(dir, runDirName("r/1"), "responses.parquet");
    const bytes = await readFile(path);
    // The pages stand behind the four letters of the head.
    bytes.fill(0xff, 4, 4000);
    await writeFile(path, bytes);
    const loaded = await loadRuns(engine, await findAllRuns([], dir));
    expect(loaded.manifests.map((m) => m.run_id)).toEqual(["whole"]);
    expect(loaded.broken[0]?.reason).toMatch(/^responses\.parquet: /);
    expect((await stagedRows(engine)).map((r) => r.run_id)).toEqual(["whole"]);
  });

  it("can be bundled into one directory", async () => {
    const result = await importRows({}, { run_id: "s" });
    const before = await stagedRows(engine);
    const bundle = join(dir, "bundle");
    await writeBundle(engine, manifestsOf(result), bundle);
    const loaded = await loadRuns(engine, await findRuns(bundle, dir));
    expect(loaded.manifests.map((m) => m.run_id)).toEqual(["r/1", "s"]);
    expect(await stagedRows(engine)).toEqual(before);
    await expect(writeBundle(engine, manifestsOf(result), bundle)).rejects.toThrow(
      "holds runs already",
    );
  });

  it("are refused where a bundle names them twice, and its other runs load", async () => {
    const result = await importRows({}, { run_id: "s" });
    const bundle = join(dir, "bundle");
    await writeBundle(engine, manifestsOf(result), bundle);
    const file = join(bundle, "manifest.json");
    const [first, second] = JSON.parse(await readFile(file, "utf8")) as object[];
    await writeFile(file, JSON.stringify([first, { ...first, planned: 99 }, second]));
    // Whoever joined two bundles has the rows twice as well.
    const rows = join(bundle, "responses.parquet");
    await engine.exec(`CREATE OR REPLACE TABLE again AS SELECT * FROM read_parquet('${rows}')
      UNION ALL SELECT * FROM read_parquet('${rows}') WHERE run_id = 'r/1'`);
    await engine.exec(`COPY again TO '${rows}' (FORMAT parquet)`);
    const loaded = await loadRuns(engine, [bundle]);
    expect(loaded.broken).toEqual([
      { path: bundle, run: "r/1", reason: "manifest.json: run r/1 stands twice in it" },
    ]);
    expect(loaded.manifests.map((m) => m.run_id)).toEqual(["s"]);
    expect((await stagedRows(engine)).map((r) => r.run_id)).toEqual(["s"]);
  });

  it("never take the place of what is no run", async () => {
    const manifests = manifestsOf(await importRows({}));
    await writeFile(join(dir, "thesis.txt"), "all of it");
    await expect(writeBundle(engine, manifests, dir)).rejects.toThrow(
      `${dir} holds thesis.txt, which is no part of a run: name another directory`,
    );
    const file = join(dir, "thesis.txt");
    await expect(writeBundle(engine, manifests, file)).rejects.toThrow("is a file");
    expect(await readFile(file, "utf8")).toBe("all of it");
  });

  it("join what is staged, and are read once", async () => {
    await writeRuns(engine, manifestsOf(await importRows({ run_id: "s" })), dir);
    await importRows({});
    const dirs = await findAllRuns([], dir);
    const loaded = await loadRuns(engine, [...dirs, ...dirs], { keep: true });
    expect(loaded.manifests.map((m) => m.run_id)).toEqual(["s"]);
    expect((await stagedRows(engine)).map((r) => r.run_id)).toEqual(["r/1", "s"]);
  });

  it("are skipped where they are broken, with file and field", async () => {
    const result = await importRows(
      {},
      { run_id: "bad-manifest" },
      { run_id: "bad-padding" },
      { run_id: "bad-rows" },
      { run_id: "no-rows" },
    );
    await writeRuns(engine, manifestsOf(result), dir);
    const manifest = join(dir, "bad-manifest", "manifest.json");
    const content = JSON.parse(await readFile(manifest, "utf8")) as object;
    await writeFile(manifest, JSON.stringify({ ...content, status: "done" }));
    await engine.exec(`COPY (SELECT * REPLACE (9 AS gold_pos) FROM stage.responses WHERE run_id = 'bad-rows')
      TO '${join(dir, "bad-rows", "responses.parquet")}' (FORMAT parquet)`);
    await engine.exec(`COPY (SELECT * REPLACE ('front' AS padding) FROM stage.responses WHERE run_id = 'bad-padding')
      TO '${join(dir, "bad-padding", "responses.parquet")}' (FORMAT parquet)`);
    await engine.exec(`COPY (SELECT * EXCLUDE (trial) FROM stage.responses WHERE run_id = 'no-rows')
      TO '${join(dir, "no-rows", "responses.parquet")}' (FORMAT parquet)`);
    const loaded = await loadRuns(engine, await findAllRuns([dir], dir));
    expect(loaded.manifests.map((m) => m.run_id)).toEqual(["r/1"]);
    expect(loaded.broken.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("manifest.json: status"),
      "responses.parquet: 1 rows break the rule of padding, which must be none, or type:placement as in symbol:front",
      "responses.parquet: 1 rows break the rule of gold_pos, which must be a position from 1 to n_options",
      "responses.parquet: column trial is missing",
    ]);
    expect((await stagedRows(engine)).map((r) => r.run_id)).toEqual(["r/1"]);
  });
});

describe("runDirName", () => {
  it("keeps plain ids and tells the others apart", () => {
    expect(runDirName("o-tail.full.none")).toBe("o-tail.full.none");
    const names = ["../up", "a/b", "a b", ".hidden", "한국", "x".repeat(500), "end."].map(
      runDirName,
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9._-]{0,80}~[0-9a-f]{16}$/);
  });

  it("says what is no run", async () => {
    await expect(findRuns("nowhere", dir)).rejects.toThrow('no run "nowhere"');
  });
});
