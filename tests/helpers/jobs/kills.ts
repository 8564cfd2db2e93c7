import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { z } from "zod";
import { readRuns } from "@/lib/jobs/queue/rows";
import { openJobDatabase } from "@/lib/jobs/database/open";
import { recordFrom } from "@/lib/jobs/runner/record";
import { doneOf } from "@/lib/jobs/queue/rows";
import type { CountingHost } from "./http-host";
import type { WorkerSettings } from "./worker-process";

const ENTRY = join(import.meta.dirname, "worker-process.ts");
const TSX = join(import.meta.dirname, "../../../node_modules/tsx/dist/cli.mjs");

export interface WorkerProcess {
  readonly child: ChildProcess;
  /** Null where it was killed. */
  readonly ended: Promise<number | null>;
  /** Kills it as a power cut would: no handler of its runs. */
  kill(): Promise<void>;
}

export function spawnWorker(settings: WorkerSettings): WorkerProcess {
  // Node itself loads the TypeScript: a process between would outlive the kill.
  const child = spawn(
    process.execPath,
    ["--import", `file://${join(TSX, "../loader.mjs")}`, ENTRY, JSON.stringify(settings)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return {
    child,
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Resolves when the host was asked so often, or the worker has ended by itself. */
export async function untilAsked(host: CountingHost, times: number, worker: WorkerProcess) {
  const lives = () => worker.child.exitCode === null && worker.child.signalCode === null;
  while (host.counts.total < times && lives())
    await new Promise((resolve) => setTimeout(resolve, 1));
}

export interface KillAccount {
  readonly planned: number;
  readonly rows: number;
  /** Sum of the outcomes that the database keeps beside the rows. */
  readonly counted: number;
  /** Rows whose text the host never said to that request. */
  readonly invented: number;
  readonly asked: number;
  /** Requests beyond the first, over all keys. */
  readonly askedAgain: number;
}

const rowSchema = z.strictObject({ item_id: z.string(), trial: z.int(), record: z.string() });

/** What a job's database holds, beside what the host was asked. */
export async function accountOf(
  host: CountingHost,
  settings: WorkerSettings,
): Promise<KillAccount> {
  const database = await openJobDatabase({ dir: settings.dir, url: settings.database });
  try {
    const rows = await database.rows(
      rowSchema,
      "SELECT item_id, trial, record FROM foilscope.results",
    );
    const invented = rows.filter(({ item_id, trial, record }) => {
      const { raw } = recordFrom(record);
      return !host.said.get(`${item_id} ${trial} 4`)?.includes(raw.text ?? "");
    });
    const runs = await readRuns(database, 1);
    return {
      planned: settings.items * settings.trials,
      rows: rows.length,
      counted: runs.reduce((sum, run) => sum + doneOf(run), 0),
      invented: invented.length,
      asked: host.counts.total,
      askedAgain: host.counts.total - host.asked.size,
    };
  } finally {
    await database.close();
  }
}
