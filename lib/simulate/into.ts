import type { Engine } from "@/lib/engine/engine";
import type { Manifest } from "@/lib/records/manifest";
import { prepareStage } from "@/lib/records/stage";
import { writeRuns, type WrittenRun } from "@/lib/records/store/write";
import { simulateModel } from "./simulate";
import type { SimulationSpec } from "./spec";

export interface SimulatedInto extends WrittenRun {
  readonly manifest: Manifest;
}

/**
 * Generates the runs of a spec as run directories in `dir`, one model at a time, so that memory holds
 * one run. A run that is there is replaced: a spec with more trials extends it.
 * @param onRun is told each run when it is written.
 */
export async function simulateInto(
  engine: Engine,
  spec: SimulationSpec,
  dir: string,
  onRun: (run: SimulatedInto, done: number) => void = () => undefined,
): Promise<SimulatedInto[]> {
  const runs: SimulatedInto[] = [];
  for (const model of spec.models) {
    await prepareStage(engine);
    const manifest = await simulateModel(engine, spec, model);
    for (const written of await writeRuns(engine, [manifest], dir, { replace: true })) {
      const run = { ...written, manifest };
      runs.push(run);
      onRun(run, runs.length);
    }
  }
  await prepareStage(engine);
  return runs;
}
