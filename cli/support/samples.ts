import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { loadRuns } from "@/lib/records/store/load";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { writeRuns } from "@/lib/records/store/write";
import { simulateInto } from "@/lib/simulate/into";
import { responsesPerModel, simulationSpecSchema } from "@/lib/simulate/spec";
import { readSpecFile } from "./spec-file";

const SAMPLES = fileURLToPath(new URL("../../samples/", import.meta.url));
/** Real answers first, so that they stand first wherever order is that of arrival. */
const BUNDLES = ["mmlu-pro", "massive-option"];
const SIMULATION = "massive-option.simulation.json";

async function loadBundle(engine: Engine, bundle: string, dir: string): Promise<number> {
  const { manifests, broken } = await loadRuns(engine, [bundle]);
  if (broken[0]) throw new Error(`${broken[0].path}: ${broken[0].reason}`);
  await writeRuns(engine, manifests, dir);
  return manifests.length;
}

/**
 * Fills a store that has never held runs with the samples: all of them, or, should it be
 * interrupted, none.
 * @param say is told what is being done, a line a step.
 */
export async function loadSamples(dataDir: string, say: (line: string) => void): Promise<void> {
  const runs = join(dataDir, "runs");
  if (existsSync(runs)) return;
  await mkdir(dataDir, { recursive: true });
  const fresh = makeWorkDir(join(dataDir, ".samples-"));
  const engine = await openNodeEngine();
  try {
    for (const bundle of BUNDLES) {
      say(`first start: loading the sample runs of ${bundle} …`);
      await loadBundle(engine, join(SAMPLES, bundle), fresh);
    }
    const spec = await readSpecFile(join(SAMPLES, SIMULATION), simulationSpecSchema);
    say(`first start: simulating ${spec.models.length * responsesPerModel(spec)} responses …`);
    await simulateInto(engine, spec, fresh);
    await rename(fresh, runs);
  } finally {
    await engine.close();
    await removeWorkDir(fresh);
  }
}
