import { createRequire } from "node:module";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { createDuckDB, NODE_RUNTIME, VoidLogger } from "@duckdb/duckdb-wasm/blocking";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { compileInto } from "./compile";
import { answersHash } from "./answers";
import { ANSWERS, SNAPSHOT_FILES, snapshotSchema } from "./schema";
import { fillSmall } from "./testing";

const ID = "0123456789abcdef";
let parent: string;
let dir: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "foilscope-compile-"));
  dir = join(parent, ID);
  await compileInto(dir, ID, fillSmall);
});
afterAll(() => rm(parent, { recursive: true }));

/** The module that the browser loads, on Node's side of the package. */
async function openWasm() {
  const dist = dirname(createRequire(import.meta.url).resolve("@duckdb/duckdb-wasm"));
  const bundle = {
    mainModule: join(dist, "duckdb-eh.wasm"),
    mainWorker: join(dist, "duckdb-node-eh.worker.cjs"),
  };
  const db = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), NODE_RUNTIME);
  await db.instantiate(() => undefined);
  return db;
}

describe("compile", () => {
  it("describes what it wrote, and leaves nothing else", async () => {
    const snapshot = snapshotSchema.parse(
      JSON.parse(await readFile(join(dir, "snapshot.json"), "utf8")),
    );
    expect(snapshot.id).toBe(ID);
    expect(snapshot.runs).toMatchObject([{ model: "tail", provenance: "simulated" }]);
    expect(snapshot.tables).toMatchObject({
      runs: 1,
      cells: 4,
      items: 5,
      item_cube: 20,
      responses: 80,
    });
    for (const file of SNAPSHOT_FILES) {
      const bytes = await readFile(join(dir, file));
      const encoded = await readFile(join(dir, `${file}.br`));
      expect(snapshot.files[file]).toEqual({
        bytes: bytes.length,
        encoded_bytes: encoded.length,
        ...(file === ANSWERS && { sha256: answersHash(bytes) }),
      });
      expect(brotliDecompressSync(encoded).equals(bytes)).toBe(true);
    }
    expect((await readdir(dir)).sort()).toEqual(
      [...SNAPSHOT_FILES.flatMap((f) => [f, `${f}.br`]), "snapshot.json"].sort(),
    );
    expect(await readdir(parent)).toEqual([ID]);
  });

  it("may lack the answers, as an earlier compiler's does", async () => {
    const text = await readFile(join(dir, "snapshot.json"), "utf8");
    const described = snapshotSchema.parse(JSON.parse(text));
    const files = { ...described.files, [ANSWERS]: undefined };
    expect(snapshotSchema.parse({ ...described, files }).files[ANSWERS]).toBeUndefined();
  });

  it("attaches in native DuckDB and in the browser's, with the same contents", async () => {
    const sql = `SELECT count(*)::INTEGER AS n, sum(gold_pos)::DOUBLE AS gold,
      sum(resp_pos)::DOUBLE AS resp FROM rows.main.responses`;
    const engine = await openNodeEngine();
    await engine.attach("rows", { kind: "file", path: join(dir, "responses.duckdb") });
    const [native] = await engine.query(sql);
    await engine.close();

    const wasm = await openWasm();
    const connection = wasm.connect();
    wasm.registerFileBuffer("rows.db", await readFile(join(dir, "responses.duckdb")));
    connection.query("ATTACH 'rows.db' AS rows (READ_ONLY)");
    expect(native).toMatchObject({ n: 80 });
    expect(
      connection
        .query(sql)
        .toArray()
        .map(String)
        .map((row) => JSON.parse(row) as unknown),
    ).toEqual([native]);
    connection.close();
  });

  it("of two compilers of one snapshot one wins, and both succeed", async () => {
    const out = join(parent, "fedcba9876543210");
    await Promise.all([1, 2].map(() => compileInto(out, "fedcba9876543210", fillSmall)));
    expect((await readdir(parent)).sort()).toEqual([ID, "fedcba9876543210"]);
  });

  it("leaves nothing behind when the runs cannot be read", async () => {
    const broken = () => Promise.reject(new Error("run X: responses.parquet is damaged"));
    await expect(compileInto(join(parent, "f".repeat(16)), ID, broken)).rejects.toThrow("run X");
    expect((await readdir(parent)).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
