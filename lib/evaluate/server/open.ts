import { hostsFile } from "@/lib/hosts/config-store";
import type { Environment } from "@/lib/hosts/open";
import { openJobDatabase } from "@/lib/jobs/database/open";
import type { WithEngine } from "@/lib/jobs/ports";
import { publishJob } from "@/lib/jobs/publish/publish";
import { runningJobs } from "@/lib/jobs/queue/rows";
import { Worker } from "@/lib/jobs/runner/worker";
import { Jobs } from "./jobs";
import { evaluationPorts } from "./ports";
import { Publisher } from "./publisher";
import { EvaluateService } from "./service";

/** Milliseconds that requests in flight are waited for when the program ends; then they are closed. */
const GRACE_MS = 1000;

export interface EvaluateOptions {
  /** The store, which holds the file of attached hosts. */
  readonly dataDir: string;
  /** Holds the embedded database and the logs of replies. */
  readonly jobsDir: string;
  readonly runsDir: string;
  /** Keys, DATABASE_URL and what hosts may be reached. */
  readonly environment: Environment;
  readonly withEngine: WithEngine;
  readonly note: (line: string) => void;
}

/** Jobs, hosts and the worker of this process. */
export interface Evaluate {
  readonly service: EvaluateService;
  /** Ends streams at once; requests in flight are let finish for some seconds, the rest is given back. */
  close(): Promise<void>;
}

/**
 * Opens the jobs of a store and goes on with those that were running.
 * @throws Error in one line where the database cannot be used, or a setting cannot be read
 */
export async function openEvaluate(options: EvaluateOptions): Promise<Evaluate> {
  const { dataDir, jobsDir: dir, runsDir, environment, withEngine, note } = options;
  const ports = evaluationPorts({
    hostsFile: hostsFile(dataDir),
    environment,
    withEngine,
    runsDir,
  });
  const { hosts, sets } = ports;
  const database = await openJobDatabase({
    dir,
    url: environment.DATABASE_URL,
    onLost: (message) => note(`the job database lost a connection (${message})`),
  });
  const publisher = new Publisher({
    publish: async (job) => {
      await publishJob(database, ports, job);
    },
    behind: async () =>
      (await runningJobs(database)).filter((job) => !job.published).map((job) => job.id),
    note,
  });
  const publish = (job: number) => publisher.publish(job);
  const ending = new AbortController();
  const worker = new Worker(database, ports, { dir, publish, note });
  const working = worker.run(ending.signal);
  // Told below; until then it must not count as unhandled.
  working.catch((error: unknown) => {
    note(`the worker ended (${error instanceof Error ? error.message : String(error)})`);
  });
  publisher.start();
  const service = new EvaluateService({
    dataDir,
    environment,
    database,
    clock: ports.clock,
    hosts,
    sets,
    jobs: new Jobs({ database, ports, publish }),
    publisher,
    ending: ending.signal,
  });
  return {
    service,
    async close() {
      ending.abort(new Error("the server ends"));
      const late = setTimeout(() => worker.abandon(), GRACE_MS);
      await working.catch(() => undefined);
      clearTimeout(late);
      await publisher.stop();
      await hosts.close();
      await database.close();
    },
  };
}
