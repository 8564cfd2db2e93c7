/**
 * What jobs cost: requests a second of a worker, as a share of a bare loop of the same client at
 * concurrency 64 against a host that answers after 1 ms, on the embedded database and on
 * PostgreSQL; and the memory of a worker with 10,000 and with a million planned requests after the
 * same number of replies. Bare loop and worker take turns; the ratios are of medians. The last line
 * is the smaller share of its goal.
 *
 *   npx tsx bench/runner.ts [requests] [rounds]
 */
import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createJob, runJob } from "@/lib/jobs/actions";
import { openJobDatabase } from "@/lib/jobs/database/open";
import { evaluate } from "@/lib/jobs/evaluation";
import { watch } from "@/lib/jobs/queue/events";
import { Worker } from "@/lib/jobs/runner/worker";
import { openerOf } from "@/tests/helpers/jobs/hosts";
import { httpHost, startCountingHost } from "@/tests/helpers/jobs/http-host";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { portsOf } from "@/tests/helpers/jobs/room";
import { startPostgres } from "./postgres";
import { median } from "./support";

const CONCURRENCY = 64;
const DELAY_MS = 1;
const ITEMS = 100;
const GOALS = { embedded: 0.75, PostgreSQL: 0.9 } as const;
const SCRIPT = fileURLToPath(import.meta.url);
const never = new AbortController().signal;

const limits = { concurrency: CONCURRENCY, timeout_seconds: 60, attempts: 1 };
const specFor = (trials: number) => specOf(itemSetOf(ITEMS), { trials, limits });

/** Requests a second of a loop that presents, asks and forgets. */
async function bareRate(url: string, requests: number): Promise<number> {
  const set = itemSetOf(ITEMS);
  const host = httpHost(url, CONCURRENCY);
  const { spec, plan, present, render } = await evaluate(portsOf([set]), specFor(requests / ITEMS));
  const keys = Array.from({ length: plan.chunks }, (_, i) => plan.keys(plan.chunk(i))).flat();
  let next = 0;
  const lane = async () => {
    for (let key = keys[next++]; key; key = keys[next++]) {
      const messages = render(present(key));
      const { decoding } = spec;
      await host.ask(
        {
          model: "m",
          messages,
          decoding,
          mode: "direct",
          labels: [],
          contextTokens: null,
          truth: null,
        },
        { attempts: 1, timeoutMs: 60_000 },
        new AbortController().signal,
      );
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return requests / ((performance.now() - started) / 1000);
}

interface Measured {
  readonly rate: number;
  readonly peakMb: number;
}

/** A worker until so many replies are stored; the rate is taken behind the first tenth. */
async function workerRate(
  url: string,
  database: string | undefined,
  planned: number,
  requests: number,
): Promise<Measured> {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-runner-"));
  const set = itemSetOf(ITEMS);
  const ports = portsOf([set], openerOf(httpHost(url, CONCURRENCY)));
  const db = await openJobDatabase({ dir, url: database });
  const id = await createJob(db, ports, specFor(planned / ITEMS));
  await runJob(db, ports, id, never);
  const ending = new AbortController();
  const worker = new Worker(db, ports, {
    dir,
    publish: () => Promise.resolve(),
    note: (line) => console.log(line),
  });
  const running = worker.run(ending.signal);
  // Watching must cost little: it asks the same database as the worker.
  const mark = async (least: number) => {
    for await (const { data, at } of watch(db, ports.clock, id, 0, never))
      if (data.kind === "results" && data.done >= least) return { done: data.done, at };
    throw new Error("the job told no more");
  };
  const from = await mark(requests / 10);
  const to = await mark(requests);
  ending.abort();
  await running;
  await db.close();
  await rm(dir, { recursive: true, force: true });
  return {
    rate: (to.done - from.done) / ((to.at - from.at) / 1000),
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
}

const measuredSchema = z.strictObject({ rate: z.number(), peakMb: z.number() });

function child(...args: readonly string[]): ChildProcess {
  return fork(SCRIPT, [...args], { execArgv: process.execArgv });
}

const message = (process: ChildProcess) =>
  new Promise<unknown>((resolve) => process.once("message", resolve));

/** In a process of its own: memory is that of one worker. */
async function measured(...args: readonly string[]): Promise<Measured> {
  const process = child("--measure", ...args);
  const ended = new Promise((resolve) => process.once("exit", resolve));
  const result = measuredSchema.parse(await message(process));
  await ended;
  return result;
}

async function compare(
  name: keyof typeof GOALS,
  url: string,
  fresh: () => Promise<string>,
  requests: number,
  rounds: number,
): Promise<number> {
  const bare: number[] = [];
  const worker: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push((await measured("bare", url, "", `${requests}`, `${requests}`)).rate);
    worker.push((await measured("worker", url, await fresh(), `${requests}`, `${requests}`)).rate);
  }
  const share = median(worker) / median(bare);
  console.log(
    `${name}: ${median(worker).toFixed(0)} requests/s, bare loop ${median(bare).toFixed(0)}, ` +
      `share ${share.toFixed(2)} (goal ${GOALS[name]})`,
  );
  return share / GOALS[name];
}

async function main(requests: number, rounds: number): Promise<void> {
  const host = child("--host");
  const url = z.string().parse(await message(host));
  const postgres = await startPostgres();
  try {
    const embedded = await compare("embedded", url, () => Promise.resolve(""), requests, rounds);
    const server = await compare("PostgreSQL", url, () => postgres.fresh(), requests, rounds);
    const replies = `${Math.min(requests, 10_000)}`;
    const small = await measured("worker", url, await postgres.fresh(), "10000", replies);
    const large = await measured("worker", url, await postgres.fresh(), "1000000", replies);
    console.log(
      `peak memory, 1,000,000 : 10,000 planned = ${large.peakMb.toFixed(0)} : ` +
        `${small.peakMb.toFixed(0)} MB = ${(large.peakMb / small.peakMb).toFixed(2)}`,
    );
    console.log(`ratio, share : goal, the smaller = ${Math.min(embedded, server).toFixed(2)}`);
  } finally {
    host.kill();
    await postgres.stop();
  }
}

const [mode, what = "", url = "", database = "", planned = "", requests = ""] =
  process.argv.slice(2);
if (mode === "--host") {
  const host = await startCountingHost(DELAY_MS);
  process.send?.(host.url);
} else if (mode === "--measure") {
  const result =
    what === "bare"
      ? { rate: await bareRate(url, Number(requests)), peakMb: 0 }
      : await workerRate(url, database || undefined, Number(planned), Number(requests));
  process.send?.(result);
  process.disconnect();
} else {
  await main(Number(mode ?? 20_000), Number(what || 3));
  process.exit(0);
}
