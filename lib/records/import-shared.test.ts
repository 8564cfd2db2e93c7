import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importSources } from "./import";
import { pathSource } from "./store/path-source";

/** The published files lie beside the repository where the machine has them. */
const DIR = join(import.meta.dirname, "../../../shared/data/mmlu-pro");

/**
 * Counted with Python's json module, file by file: elements; elements that are no objects; objects
 * with fewer than two options; objects whose answer and answer_index disagree; published ids that
 * no remaining object has; `pred` null, and `pred` beyond the options.
 */
const FILES = [
  {
    model: "DeepSeek-Coder-V2",
    elements: 10_394,
    noObject: 43,
    few: 0,
    disagree: 0,
    missing: 1681,
    nothing: 11,
    beyond: 8,
  },
  {
    model: "Meta-Llama-3-8B",
    elements: 12_032,
    noObject: 0,
    few: 5,
    disagree: 0,
    missing: 5,
    nothing: 1290,
    beyond: 3,
  },
  {
    model: "Meta-Llama-3.1-8B-Instruct",
    elements: 12_032,
    noObject: 0,
    few: 0,
    disagree: 1,
    missing: 1,
    nothing: 0,
    beyond: 29,
  },
  {
    model: "Phi-3-mini-4k-instruct",
    elements: 12_032,
    noObject: 0,
    few: 5,
    disagree: 0,
    missing: 5,
    nothing: 1855,
    beyond: 2,
  },
  {
    model: "Qwen1.5-7B-Chat",
    elements: 12_032,
    noObject: 0,
    few: 5,
    disagree: 0,
    missing: 5,
    nothing: 2807,
    beyond: 2,
  },
  {
    model: "gemini-1.5-flash-002",
    elements: 12_012,
    noObject: 0,
    few: 0,
    disagree: 1,
    missing: 21,
    nothing: 71,
    beyond: 34,
  },
];

describe.skipIf(!existsSync(DIR))("the published MMLU-Pro results", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openNodeEngine();
  });
  afterAll(() => engine.close());

  it.each(FILES)("$model has what was counted apart from us", async (file) => {
    const name = `model_outputs_${file.model.replace("Llama-3.1", "Llama-3_1")}_5shots.zip`;
    const { runs, warnings } = await importSources(engine, [await pathSource(join(DIR, name))]);
    const rejected = file.noObject + file.few + file.disagree;
    const kept = file.elements - rejected;
    expect(warnings).toEqual([]);
    expect(runs.map((run) => run.manifest.scorer)).toEqual(["declaration-1", "publisher"]);
    for (const run of runs) {
      expect(run.manifest.model.requested).toBe(file.model);
      expect(run).toMatchObject({ kept, missing: file.missing, rejectedCount: rejected });
      expect(run.kept + run.missing).toBe(12_032);
      expect(run.manifest.planned).toBe(12_032);
    }
    const publisher = runs[1]!.manifest.counts;
    expect(publisher.out_of_range ?? 0).toBe(file.beyond);
    const [row] = await engine.query("SELECT count(*)::DOUBLE AS n FROM stage.responses");
    expect(row).toEqual({ n: 2 * kept });
    expect(publisher.unparsed ?? 0).toBe(file.nothing);
  });
});
