import { join } from "node:path";
import { openNodeEngine } from "@/lib/engine/node";
import { addressPolicy, ALLOW_VARIABLE } from "@/lib/hosts/addresses";
import type { Environment } from "@/lib/hosts/open";
import { openJobDatabase } from "@/lib/jobs/database/open";
import { systemClock, type JobPorts } from "@/lib/jobs/ports";
import { publishJob } from "@/lib/jobs/publish/publish";
import { runningJobs } from "@/lib/jobs/queue/rows";
import { Worker } from "@/lib/jobs/runner/worker";
import { JobHosts } from "./job-hosts";
import { Jobs } from "./jobs";
import { protocol } from "./protocol";
import { Publisher } from "./publisher";
import { EvaluateService } from "./service";
import { ItemSets } from "./sets";

/** Milliseconds that requests in flight are waited for when the program ends; then they are closed. */
const GRACE_MS = 3000;

export interface EvaluateOptions {
  /** The store. */
  readonly dataDir: string;
  /** Keys, DATABASE_URL and what hosts may be reached. */
  readonly environment: Environment;
  readonly note: (line: string) => void;
}

/** Jobs, hosts and the worker of this process. */
export interface Evaluate {
  readonly service: EvaluateService;
  /** Ends streams at once; requests in flight are let finish for some seconds, the rest is given back. */
  close(): Promise<void>;
}

/** Where jobs are kept in a store: the embedded database and the logs of replies. */
export function jobsDir(dataDir: string): string {
  return join(dataDir, "jobs");
}

export const runsDirOf = (dataDir: string): string => join(dataDir, "runs");

/** What jobs stand on, in this store. */
export function jobPorts(dataDir: string, environment: Environment) {
  const hosts = new JobHosts(dataDir, {
    environment,
    policy: addressPolicy(environment[ALLOW_VARIABLE]),
  });
  const sets = new ItemSets();
  const ports: JobPorts = {
    protocol,
    hosts,
    sets,
    clock: systemClock,
    async withEngine(run) {
      const engine = await openNodeEngine();
      try {
        return await run(engine);
      } finally {
        await engine.close();
      }
    },
  };
  return { ports, hosts, sets };
}

/**
 * Opens the jobs of a store and goes on with those that were running.
 * @throws Error in one line where the database cannot be used, or a setting cannot be read
 */
export async function openEvaluate(options: EvaluateOptions): Promise<Evaluate> {
  const { dataDir, environment, note } = options;
  const { ports, hosts, sets } = jobPorts(dataDir, environment);
  const dir = jobsDir(dataDir);
  const database = await openJobDatabase({
    dir,
    url: environment.DATABASE_URL,
    onLost: (message) => note(`the job database lost a connection (${message})`),
  });
  const runsDir = runsDirOf(dataDir);
  const publisher = new Publisher({
    publish: async (job) => void (await publishJob(database, ports, job, runsDir)),
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
    jobs: new Jobs({ database, ports, runsDir, publish }),
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
