import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "@/lib/records/import";
import { pathSource } from "@/lib/records/store/path-source";
import { importTexts, stagedRows } from "@/lib/records/testing";

let engine: Engine;
let dir: string;
beforeAll(async () => {
  engine = await openNodeEngine();
  dir = await mkdtemp(join(tmpdir(), "foilscope-parquet-"));
});
afterAll(async () => {
  await engine.close();
  await rm(dir, { recursive: true });
});

/** 5,000 rows as another tool might write them: 64-bit ids, positions as doubles, lists, an enum. */
const FOREIGN = `SELECT 'm' AS model, 9007199254740993 + (i % 50) AS question_id,
  CASE WHEN i % 2 = 0 THEN 'easy' END::ENUM('easy', 'full') AS env, 3::UTINYINT AS n_options,
  i // 50 + 1 AS trial, (1 + i % 3)::DOUBLE AS gold_pos,
  CASE WHEN i % 10 > 0 THEN (1 + i % 2)::DOUBLE END AS resp_pos,
  ['x', 'y', 'z'] AS options, CASE WHEN i = 4321 THEN 1.5 ELSE 1 END AS attempts
  FROM range(5000) t(i)`;

async function foreign(codec: string): Promise<string> {
  const path = join(dir, `${codec}.parquet`);
  await engine.exec(
    `COPY (${FOREIGN}) TO '${path}' (FORMAT parquet, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048)`,
  );
  return path;
}

describe("Parquet of other tools", () => {
  it.each(["uncompressed", "snappy", "zstd", "gzip", "lz4", "brotli"])(
    "reads %s",
    async (codec) => {
      const { runs } = await importSources(engine, [await pathSource(await foreign(codec))]);
      expect(runs[0]).toMatchObject({ kept: 4999, missing: 1, rejectedCount: 1 });
      expect(runs[0]!.rejected[0]).toMatchObject({ line: 4322, column: "attempts", value: "1.5" });
      const rows = await stagedRows(engine);
      expect(rows).toHaveLength(4999);
      const [counts] = await engine.query(`SELECT min(item_id) AS first, max(item_id) AS last,
      sum(gold_pos)::DOUBLE AS gold, count(resp_pos)::DOUBLE AS answered,
      count(environment)::DOUBLE AS easy FROM stage.responses`);
      expect(counts).toEqual({
        first: "9007199254740993",
        last: "9007199254741042",
        gold: 9999 - 2,
        answered: 4499,
        easy: 2500,
      });
    },
  );

  it("reads it inside an archive, and makes the same run of it", async () => {
    const path = await foreign("zstd");
    const alone = await importSources(engine, [await pathSource(path)]);
    const zip = zipSync({ "inner.parquet": new Uint8Array(await readFile(path)) });
    const packed = await importTexts(engine, { "packed.zip": zip });
    expect(packed.runs[0]!.manifest.run_id).toBe(alone.runs[0]!.manifest.run_id);
    expect(packed.runs[0]!.kept).toBe(4999);
  });

  it("says what is wrong with a file that is cut", async () => {
    const bytes = new Uint8Array(await readFile(await foreign("snappy")));
    const { rejects } = await importTexts(engine, { "cut.parquet": bytes.slice(0, 5000) });
    expect(rejects).toHaveLength(1);
    expect(rejects[0]!.reason).toContain("not a readable Parquet file");
  });
});
