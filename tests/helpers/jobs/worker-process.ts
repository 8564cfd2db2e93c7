// A worker in a process of its own, for tests that kill it: puts the job down unless it is there,
// and works on it until it is complete.
import { z } from "zod";
import { runJob } from "@/lib/jobs/actions";
import { jobForSpec } from "@/lib/jobs/change";
import { openJobDatabase } from "@/lib/jobs/database/open";
import { readJob } from "@/lib/jobs/queue/rows";
import { Worker } from "@/lib/jobs/runner/worker";
import { openerOf } from "./hosts";
import { httpHost } from "./http-host";
import { itemSetOf, specOf } from "./protocol";
import { portsOf } from "./room";

const settingsSchema = z.strictObject({
  dir: z.string(),
  database: z.string().optional(),
  host: z.string(),
  items: z.int(),
  trials: z.int(),
  concurrency: z.int(),
});
export type WorkerSettings = z.input<typeof settingsSchema>;

const settings = settingsSchema.parse(JSON.parse(process.argv[2] ?? ""));
const { dir, concurrency, items, trials } = settings;
const set = itemSetOf(items);
const ports = portsOf([set], openerOf(httpHost(settings.host, concurrency)));
const limits = { concurrency, timeout_seconds: 60, attempts: 1 };
const database = await openJobDatabase({ dir, url: settings.database });
const { id } = await jobForSpec(database, ports, specOf(set, { trials, limits }));
const never = new AbortController().signal;
// Of several workers that start together one is faster.
if ((await readJob(database, id)).state === "planned")
  await runJob(database, ports, id, never).catch(async (error: unknown) => {
    if ((await readJob(database, id)).state === "planned") throw error;
  });
const worker = new Worker(database, ports, {
  dir,
  only: id,
  publish: () => Promise.resolve(),
  note: (line) => process.stderr.write(`${line}\n`),
});
await worker.run(never);
await database.close();
