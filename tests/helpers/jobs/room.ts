import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNodeEngine } from "@/lib/engine/node";
import { systemClock } from "@/lib/hosts/clock";
import type { Database } from "@/lib/jobs/database/database";
import { migrate } from "@/lib/jobs/database/migrate";
import { openMemoryDatabase } from "@/lib/jobs/database/pglite";
import type { HostOpener, JobPorts } from "@/lib/jobs/ports";
import { Worker, type WorkerOptions } from "@/lib/jobs/runner/worker";
import type { ItemSet } from "@/lib/records/item-set";
import { openerOf } from "./hosts";
import { emptyImage } from "./image";
import { testProtocol } from "./protocol";

/** Nothing is there. */
const NO_RUNS = join(tmpdir(), "foilscope-no-runs");

/** Ports over sets in memory. */
export function portsOf(
  sets: readonly ItemSet[],
  hosts: HostOpener = openerOf(),
  runsDir = NO_RUNS,
): JobPorts {
  return {
    protocol: testProtocol,
    hosts,
    sets: {
      read(hash) {
        const set = sets.find((candidate) => candidate.hash === hash);
        return set ? Promise.resolve(set) : Promise.reject(new Error(`no item set ${hash}`));
      },
    },
    clock: systemClock,
    runsDir,
    async withEngine(run) {
      const engine = await openNodeEngine();
      try {
        return await run(engine);
      } finally {
        await engine.close();
      }
    },
  };
}

/** A migrated database in memory, whose clock a test can set. */
export async function memoryRoom() {
  const database = await openMemoryDatabase(await emptyImage());
  await migrate(database);
  return {
    database,
    /** Forgets all jobs, and whatever was set of the clock. */
    async clear() {
      await database.script(`
        TRUNCATE foilscope.jobs, foilscope.results, foilscope.workers, foilscope.slots,
          foilscope.logs RESTART IDENTITY CASCADE;
        CREATE OR REPLACE FUNCTION foilscope.now_ms() RETURNS double precision LANGUAGE sql VOLATILE
          AS 'SELECT extract(epoch FROM clock_timestamp())::double precision * 1000'`);
    },
    /** Stops the database's clock at a time. */
    async setClock(ms: number) {
      await database.script(`CREATE OR REPLACE FUNCTION foilscope.now_ms() RETURNS double precision
        LANGUAGE sql VOLATILE AS 'SELECT ${ms}::double precision'`);
    },
  };
}

/** Starts a worker with quick beats. `stop` ends it as a first Ctrl-C does. */
export function startWorker(
  database: Database,
  ports: JobPorts,
  options: Partial<WorkerOptions> = {},
) {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), "foilscope-jobs-"));
  const notes: string[] = [];
  const worker = new Worker(database, ports, {
    publish: () => Promise.resolve(),
    note: (line) => notes.push(line),
    ttlMs: 60_000,
    beatMs: 20,
    pollMs: 5,
    ...options,
    dir,
  });
  const controller = new AbortController();
  const done = worker.run(controller.signal).finally(() => {
    if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
  });
  return {
    worker,
    notes,
    done,
    stop: () => {
      controller.abort();
      return done;
    },
  };
}
