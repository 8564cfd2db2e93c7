import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openNodeEngine } from "@/lib/engine/node";
import { simulateInto } from "@/lib/simulate/into";
import { responsesPerModel, simulationSpecSchema } from "@/lib/simulate/spec";
import { openSnapshots } from "@/lib/snapshot/open";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface SimulatedStore {
  readonly dir: string;
  readonly responses: number;
}

/** Simulates the sample set with other numbers of trials and compiles it, unless it is there. */
export async function simulatedStore(
  base: string,
  trials: number,
  padded = trials,
): Promise<SimulatedStore> {
  const sample: unknown = JSON.parse(
    await readFile(join(ROOT, "samples/massive-option.simulation.json"), "utf8"),
  );
  const spec = simulationSpecSchema.parse({
    ...(sample as object),
    trials,
    padded_trials: padded,
  });
  const dir = join(base, padded === trials ? `trials-${trials}` : `trials-${trials}-${padded}`);
  const snapshots = openSnapshots(dir);
  const responses = responsesPerModel(spec) * spec.models.length;
  await mkdir(join(dir, "runs"), { recursive: true });
  if ((await snapshots.present()).tables.responses !== responses) {
    console.log(`simulating ${responses.toLocaleString("en-US")} responses …`);
    const engine = await openNodeEngine();
    await simulateInto(engine, spec, join(dir, "runs"));
    await engine.close();
    await snapshots.present();
  }
  return { dir, responses };
}
