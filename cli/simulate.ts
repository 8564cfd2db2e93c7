import { resolve } from "node:path";
import type { Command } from "commander";
import { openNodeEngine } from "@/lib/engine/node";
import { simulateInto } from "@/lib/simulate/into";
import { simulationSpecSchema } from "@/lib/simulate/spec";
import { startProgress } from "./support/progress";
import { readSpecFile } from "./support/spec-file";
import { runsDir } from "./support/store-dir";

async function simulate(path: string, into: string): Promise<void> {
  const spec = await readSpecFile(path, simulationSpecSchema);
  const engine = await openNodeEngine();
  const progress = startProgress();
  try {
    progress.update(0, spec.models.length, spec.models[0]?.name ?? "");
    const runs = await simulateInto(engine, spec, into, (run, done) => {
      progress.update(done, spec.models.length, run.manifest.name);
    });
    progress.stop();
    for (const { runId, path: dir, state, manifest } of runs)
      process.stdout.write(
        `${[runId, manifest.name, `${manifest.planned ?? 0} responses`, state, dir].join("\t")}\n`,
      );
  } finally {
    progress.stop();
    await engine.close();
  }
}

export function registerSimulate(program: Command): void {
  program
    .command("simulate")
    .description("write runs of known answering policies, marked simulated")
    .argument("<spec.json>", "models, policies, environments, N, items, trials and paddings")
    .option("--into <dir>", "where the run directories go (default: the store)")
    .action((path: string, options: { into?: string }) =>
      simulate(path, resolve(options.into ?? runsDir())),
    );
}
