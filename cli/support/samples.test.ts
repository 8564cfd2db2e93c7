import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "@/lib/records/import";
import { pathSource } from "@/lib/records/store/path-source";
import { loadSamples } from "./samples";

const ROOT = join(import.meta.dirname, "../..");
const BUNDLE = join(ROOT, "samples/mmlu-pro");
const PUBLISHED = join(ROOT, "../shared/data/mmlu-pro");

/** Two environments of 30 items, without a padding and with one, at five N and at four. */
const MEASURED = 2 * 30 * 2 * (5 + 4);

let dataDir: string;
let engine: Engine;
const said: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foilscope-samples-"));
  engine = await openNodeEngine();
  await loadSamples(join(dataDir, "store"), (line) => said.push(line));
});
afterAll(async () => {
  await engine.close();
  await rm(dataDir, { recursive: true });
});

const stored = (file: string) => `read_parquet('${join(dataDir, "store/runs/*", file)}')`;

describe("samples", () => {
  it("fill an empty store: two models measured, six published twice, and five policies", async () => {
    const counts = await engine.query(`SELECT benchmark, scorer, count(DISTINCT model) AS models,
        count(*) AS n FROM ${stored("responses.parquet")} GROUP BY ALL ORDER BY ALL`);
    expect(counts).toEqual([
      { benchmark: "korean-orthography", scorer: "index-1", models: 2, n: MEASURED },
      { benchmark: "mmlu-pro", scorer: "declaration-1", models: 6, n: 70_474 },
      { benchmark: "mmlu-pro", scorer: "publisher", models: 6, n: 70_474 },
      { benchmark: "simulated-massive-option", scorer: "given", models: 5, n: 390_000 },
    ]);
    expect(await readdir(join(dataDir, "store"))).toEqual(["runs"]);
    expect(said.join("\n")).toContain("390000");
  });

  it("leave a store that has held runs alone", async () => {
    const before = await stat(join(dataDir, "store/runs"));
    await loadSamples(join(dataDir, "store"), () => {
      throw new Error("nothing is to be said");
    });
    expect((await stat(join(dataDir, "store/runs"))).mtimeMs).toBe(before.mtimeMs);
  });

  it("keep texts and options of the same 200 questions of every model, within 5 MB", async () => {
    const published = `${stored("raw.parquet")} WHERE run_id IN (SELECT run_id
      FROM ${stored("responses.parquet")} WHERE benchmark = 'mmlu-pro')`;
    const texts = await engine.query(`SELECT run_id, count(DISTINCT item_id) AS n
      FROM ${published} GROUP BY run_id`);
    expect(texts).toHaveLength(6);
    expect(Math.max(...texts.map((row) => Number(row.n)))).toBeLessThanOrEqual(200);
    const [questions] = await engine.query(`SELECT count(DISTINCT item_id) AS n FROM ${published}`);
    expect(questions).toEqual({ n: 200 });
    const sizes = await Promise.all(
      (await readdir(BUNDLE)).map(async (name) => (await stat(join(BUNDLE, name))).size),
    );
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(5_000_000);
  });

  it.skipIf(!existsSync(PUBLISHED))(
    "are what the importer makes of the published files",
    async () => {
      const zips = (await readdir(PUBLISHED)).filter((name) => name.endsWith(".zip"));
      const sources = await Promise.all(zips.map((name) => pathSource(join(PUBLISHED, name))));
      await importSources(engine, sources);
      const shipped = `SELECT * FROM read_parquet('${join(BUNDLE, "responses.parquet")}')`;
      const imported = "SELECT * FROM stage.responses";
      const differs = `(${shipped} EXCEPT ${imported}) UNION ALL (${imported} EXCEPT ${shipped})`;
      expect(
        await engine.query(`SELECT model, scorer, count(*) AS n FROM (${differs}) GROUP BY ALL`),
      ).toEqual([]);
    },
  );
});
