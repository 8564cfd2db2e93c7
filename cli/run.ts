import type { Command } from "commander";
import { pauseJob, retryErrors, runJob } from "@/lib/jobs/actions";
import { jobForSpec } from "@/lib/jobs/change";
import type { Database } from "@/lib/jobs/database/database";
import { openJobDatabase } from "@/lib/jobs/database/open";
import type { JobPorts } from "@/lib/jobs/ports";
import { accuracyOf, errorsOf, progressOf } from "@/lib/jobs/progress";
import { publishJob } from "@/lib/jobs/publish/publish";
import { readJob, readRuns } from "@/lib/jobs/queue/rows";
import { Worker } from "@/lib/jobs/runner/worker";
import { ActionRefused } from "@/lib/jobs/state";
import { looksOf } from "@/lib/jobs/stopping/read";
import { jobSpecSchema, shownName } from "@/lib/protocol/job-spec";
import { onSignals } from "./support/ending";
import { evaluationPorts, type EvaluationFlags } from "./support/evaluation";
import { accuracyLine, lookLine, progressLine, runAgainLine } from "./support/job-line";
import { note, startProgress } from "./support/progress";
import { readSpecFile } from "./support/spec-file";
import { jobsDir } from "./support/store-dir";

const SHOWN_EVERY_MS = 500;
const PAUSED_BY_SIGNAL = 130;

interface RunFlags extends EvaluationFlags {
  readonly retry?: true;
}

/** Shows where a job stands until told to stop. */
async function showProgress(database: Database, ports: JobPorts, id: number, signal: AbortSignal) {
  const bar = startProgress();
  try {
    while (!signal.aborted) {
      const progress = await progressOf(database, id);
      bar.update(progress.done + progress.stopped, progress.planned, progressLine(progress));
      await ports.clock.sleep(SHOWN_EVERY_MS, signal);
    }
  } finally {
    bar.stop();
  }
}

/** Runs one worker for one job; the first signal pauses it, another one drops what is in flight. */
async function work(database: Database, ports: JobPorts, id: number): Promise<boolean> {
  const shown = new AbortController();
  const worker = new Worker(database, ports, {
    dir: jobsDir(),
    only: id,
    // The command does so itself when the worker has ended, paused or not.
    publish: () => Promise.resolve(),
    note,
  });
  const never = new AbortController().signal;
  let interrupted = false;
  const unlisten = onSignals(
    () => {
      interrupted = true;
      note("pausing: requests in flight are let finish (again to drop them)");
      pauseJob(database, id).catch((error: unknown) => {
        if (!(error instanceof ActionRefused)) note(String(error));
      });
    },
    () => worker.abandon(),
  );
  const shows = showProgress(database, ports, id, shown.signal);
  try {
    await worker.run(never);
  } finally {
    unlisten();
    shown.abort();
    await shows;
  }
  return interrupted;
}

async function tellOutcome(database: Database, id: number, again: string): Promise<void> {
  const { name, spec, state, reason } = await readJob(database, id);
  const progress = await progressOf(database, id);
  note(`job ${id} (${name}) is ${state}: ${progressLine(progress)}`);
  if (reason !== null) note(reason);
  for (const { host, kind, count, example } of await errorsOf(database, id))
    note(`${count} errors on ${host} (${kind}), for example: ${example}`);
  for (const run of await accuracyOf(database, id))
    note(accuracyLine(shownName(spec, run.model), run));
  const models = new Map(
    (await readRuns(database, id)).map((run) => [run.run_id, shownName(spec, run.model)]),
  );
  for (const look of await looksOf(database, id))
    note(lookLine(models.get(look.runId) ?? look.runId, look));
  if (state !== "complete") note(`go on with: ${again}`);
}

async function run(path: string, flags: RunFlags): Promise<void> {
  const spec = await readSpecFile(path, jobSpecSchema);
  const database = await openJobDatabase({
    dir: jobsDir(),
    url: process.env.DATABASE_URL,
    onLost: note,
  });
  try {
    const ports = evaluationPorts(flags);
    const { id, how } = await jobForSpec(database, ports, spec);
    note(`job ${id} (${spec.name}) ${how}`);
    if (flags.retry && how !== "created")
      note(`${await retryErrors(database, id)} rows are asked again`);
    const { state } = await readJob(database, id);
    if (state !== "running" && state !== "complete")
      await runJob(database, ports, id, new AbortController().signal);
    const interrupted = await work(database, ports, id);
    // Told first: it is so whether or not the runs can be written.
    await tellOutcome(database, id, runAgainLine(path, flags));
    for (const { path: dir, state: wrote } of await publishJob(database, ports, id))
      process.stdout.write(`${dir}\t${wrote}\n`);
    if (interrupted) process.exitCode = PAUSED_BY_SIGNAL;
    else if ((await readJob(database, id)).state !== "complete") process.exitCode = 1;
  } finally {
    await database.close();
  }
}

export function registerRun(program: Command): void {
  program
    .command("run")
    .description("ask the models of a job spec; the same command goes on where it was left")
    .argument("<spec.json>", "item set, cells, trials, prompt, scorer and models of the job")
    .option("--hosts <file>", "attached hosts (default: hosts.json in the data directory)")
    .option("--retry", "ask rows again of which the host failed, or cut the prompt")
    .option("--into <dir>", "where the run directories go (default: the store)")
    .action((path: string, flags: RunFlags) => run(path, flags));
}
