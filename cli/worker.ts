import type { Command } from "commander";
import { openJobDatabase } from "@/lib/jobs/database/open";
import { publishJob } from "@/lib/jobs/publish/publish";
import { Worker } from "@/lib/jobs/runner/worker";
import { onSignals } from "./support/ending";
import { evaluationPorts, type EvaluationFlags } from "./support/evaluation";
import { note } from "./support/progress";
import { jobsDir } from "./support/store-dir";

async function work(flags: EvaluationFlags): Promise<void> {
  const database = await openJobDatabase({
    dir: jobsDir(),
    url: process.env.DATABASE_URL,
    onLost: note,
  });
  const ports = evaluationPorts(flags);
  const ending = new AbortController();
  const worker = new Worker(database, ports, {
    dir: jobsDir(),
    publish: async (job) => {
      for (const { path, state } of await publishJob(database, ports, job))
        process.stdout.write(`${path}\t${state}\n`);
    },
    note,
  });
  const unlisten = onSignals(
    () => {
      note("ending: requests in flight are let finish (again to drop them)");
      ending.abort();
    },
    () => worker.abandon(),
  );
  note("working on running jobs until told to end");
  try {
    await worker.run(ending.signal);
  } finally {
    unlisten();
    await database.close();
  }
}

export function registerWorker(program: Command): void {
  program
    .command("worker")
    .description("work on all running jobs until told to end; several share one DATABASE_URL")
    .option("--hosts <file>", "attached hosts (default: hosts.json in the data directory)")
    .option("--into <dir>", "where the run directories go (default: the store)")
    .action(work);
}
