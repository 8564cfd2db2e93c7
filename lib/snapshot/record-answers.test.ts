import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uniteSources } from "@/lib/cubes/views";
import { answeringEngine } from "@/lib/engine/answering";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import { catalog } from "@/lib/metrics/catalog";
import { METRICS } from "@/lib/metrics/registry";
import { firstQuestions } from "@/lib/questions/first";
import { prepareStage } from "@/lib/records/stage";
import { simulateModel } from "@/lib/simulate/simulate";
import { simulationSpecSchema } from "@/lib/simulate/spec";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { answersHash, readAnswers, writeAnswers, type Answers } from "./answers";
import { compileInto, type FillStage } from "./compile";
import { FIRST_OF_ALL, recordAnswers, type Recorded } from "./record-answers";
import { CUBES_CATALOG } from "./schema";
import { snapshotSource } from "./source";

/** Two models in two environments, padded and not, with answers that cannot be read. */
const fill: FillStage = async (engine) => {
  const spec = simulationSpecSchema.parse({
    seed: 7,
    models: [
      { name: "tail", policy: "tail", a: 0.9, s: 1, q: 0.8, invalid: 0.1 },
      { name: "front", policy: "primacy", a: 0.6, s: 2, q: 0.7, invalid: 0 },
    ],
    environments: ["easy", "full"],
    n_options: [4, 10, 30],
    items: 7,
    trials: 12,
    paddings: ["none", "symbol:front", "nonsense:middle"],
    padded_trials: 5,
  });
  await prepareStage(engine);
  const manifests = [];
  for (const model of spec.models) manifests.push(await simulateModel(engine, spec, model));
  return { manifests, warnings: [] };
};

let parent: string;
let cubes: string;
let recorded: Recorded;
let answers: Answers;
let wasm: Engine;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "foilscope-answers-"));
  const dir = join(parent, "0123456789abcdef");
  await compileInto(dir, "0123456789abcdef", fill);
  cubes = join(dir, "cubes.duckdb");
  recorded = await recordAnswers(cubes);
  const file = new TextEncoder().encode(writeAnswers(recorded.answers));
  answers = readAnswers(file, answersHash(file)) ?? (() => undefined);
  // As the browser does it, with the browser's DuckDB.
  wasm = await openWasmEngine([cubes]);
  await wasm.exec(`ATTACH ${text(cubes)} AS ${CUBES_CATALOG} (READ_ONLY)`);
  await uniteSources(wasm, [snapshotSource(false)]);
});
afterAll(async () => {
  await wasm.close();
  await rm(parent, { recursive: true });
});

const noRows = () => Promise.reject(new Error("no rows are open"));
const workspaceOn = (engine: Engine) => ({ engine, ensureRows: noRows });

describe("recorded answers", () => {
  it("are of all that a fresh browser asks first, and of cubes alone", () => {
    const all = [FIRST_OF_ALL, ...Object.keys(firstQuestions([]))];
    expect(recorded.questions).toEqual(all);
    for (const { sql } of recorded.answers)
      expect(sql).not.toMatch(/data\.(responses|trial_cube)\b/);
  });

  it("are what the browser's DuckDB answers, to the last bit", async () => {
    expect(recorded.answers.length).toBeGreaterThan(20);
    for (const { sql } of recorded.answers)
      expect(await wasm.query(sql), sql).toEqual(answers(sql));
  });

  it("let the questions be asked of an engine that never starts", async () => {
    const never = answeringEngine(answers, new Promise<Engine>(() => undefined));
    const cells = await catalog(workspaceOn(never));
    expect(cells).toHaveLength(2 * 2 * 3 * 3);
    for (const [name, question] of Object.entries(firstQuestions(cells)))
      expect(await question(workspaceOn(never)), name).toEqual(await question(workspaceOn(wasm)));
    // None of it is empty by mistake.
    const scaling = await METRICS.scaling.run(workspaceOn(never), {
      filters: [{ field: "padding", values: ["none"] }],
    });
    expect(scaling).toHaveLength(2 * 2 * 3);
    expect(scaling.every((row) => row.na !== null && row.n_trials === 12)).toBe(true);
  });

  it("leave out a question that is longer than the cap, and no other", async () => {
    const short = await recordAnswers(cubes, 20_000);
    expect(short.questions).toContain(FIRST_OF_ALL);
    expect(short.questions).not.toContain("overview");
    expect(short.answers.length).toBeGreaterThan(0);
    const all = new Map(recorded.answers.map((answer) => [answer.sql, answer]));
    for (const answer of short.answers) expect(answer).toEqual(all.get(answer.sql));
  });
});
