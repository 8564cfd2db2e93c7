import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "@/lib/records/import";
import { bytesSource } from "@/lib/records/importers/source";
import { writeBundle, writeRuns } from "@/lib/records/store/write";
import type { ResponseKey } from "@/lib/rows/key";
import { openSnapshots } from "./open";
import { readRaw } from "./raw";
import type { SnapshotService } from "./service";

const question = (id: number, text: string) => ({
  question_id: id,
  question: `Question ${id}?`,
  options: ["one", "two", "three"],
  answer: "B",
  answer_index: 1,
  category: "math",
  pred: "B",
  model_outputs: text,
});
const TEXT = "<think>x</think> The answer is (B).\u2028";

let dataDir: string;
let engine: Engine;
let service: SnapshotService;
let runs: string[];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foilscope-raw-"));
  engine = await openNodeEngine();
  const file = JSON.stringify([question(70, TEXT), question(71, "The answer is (C).")]);
  const source = bytesSource("model_outputs_m_5shots.json", new TextEncoder().encode(file));
  const result = await importSources(engine, [source]);
  runs = result.runs.map((run) => run.manifest.run_id);
  const manifests = result.runs.map((run) => run.manifest);
  await writeRuns(engine, manifests, join(dataDir, "runs"));
  await writeBundle(engine, manifests, join(dataDir, "bundle"));
  service = openSnapshots(dataDir);
});
afterAll(async () => {
  await engine.close();
  await rm(dataDir, { recursive: true });
});

const key = (over: Partial<ResponseKey> = {}): ResponseKey => ({
  run_id: runs[0]!,
  item_id: "70",
  environment: null,
  n_options: 3,
  padding: "none",
  mode: null,
  condition: null,
  permutation: null,
  trial: 1,
  ...over,
});
const read = (keys: readonly ResponseKey[]) =>
  readRaw(engine, (id) => service.runDir(id), keys[0]!.run_id, keys);

describe("raw texts of a store", () => {
  it("finds text and item by the full key, character by character, in the order asked", async () => {
    const [second, first] = await read([key({ item_id: "71" }), key()]);
    expect(second).toMatchObject({ text: "The answer is (C).", item: { stem: "Question 71?" } });
    expect(first).toMatchObject({ text: TEXT, reasoning: null, item: { key: 1 } });
    expect(first?.item?.options.map((option) => option.text)).toEqual(["one", "two", "three"]);
  });

  it("reads the publisher's run from the run whose text it reads too", async () => {
    const [row] = await read([key({ run_id: runs[1]! })]);
    expect(row).toMatchObject({ key: { run_id: runs[1] }, text: TEXT });
  });

  it("reads it likewise where both stand in one bundle", async () => {
    const bundle = () => Promise.resolve(join(dataDir, "bundle"));
    const [row] = await readRaw(engine, bundle, runs[1]!, [key({ run_id: runs[1]! })]);
    expect(row).toMatchObject({ key: { run_id: runs[1] }, text: TEXT });
  });

  it("is null where any part of the key differs, or the run is not in the store", async () => {
    const others = [key({ item_id: "72" }), key({ trial: 2 }), key({ environment: "easy" })];
    expect(await read(others)).toEqual([null, null, null]);
    expect(await read([key({ run_id: "../runs" })])).toEqual([null]);
  });
});

describe("compiling a store", () => {
  it("compiles both runs, and names a directory that cannot be read beside the others", async () => {
    const whole = await service.present();
    expect(whole.runs.map((run) => run.scorer).sort()).toEqual(["declaration-1", "publisher"]);
    expect(whole.tables).toMatchObject({ runs: 2, items: 2, responses: 4, warnings: 0 });

    await writeFile(join(dataDir, "runs", runs[1]!, "responses.parquet"), "no parquet");
    const broken = await service.present();
    expect(broken.runs.map((run) => run.run_id)).toEqual([runs[0]]);
    expect(broken.tables).toMatchObject({ runs: 1, responses: 2, warnings: 1 });
    await engine.attach("cubes", {
      kind: "file",
      path: join(service.directory(broken.id), "cubes.duckdb"),
    });
    const [warning] = await engine.query("SELECT code, message FROM cubes.main.warnings");
    expect(warning?.code).toBe("broken_run");
    expect(warning?.message).toContain(`${runs[1]!} cannot be read and is left out`);
    await engine.detach("cubes");
  });
});
