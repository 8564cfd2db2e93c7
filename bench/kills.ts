/**
 * Kills workers in the middle of a job and counts what was lost, doubled and asked again:
 *
 * 1. `kill -9` of the only worker at 20 random moments of 3,000 requests, on the embedded database
 *    and on PostgreSQL;
 * 2. on PostgreSQL two workers share a job, a third joins, and one is killed;
 * 3. on PostgreSQL several programs put the same spec down at once.
 *
 * Lost or doubled rows, more requests asked again than were in flight, or a second job of the spec end
 * it with code 1. The
 * last line is the ratio of requests asked to requests planned, over all of them.
 *
 *   npx tsx bench/kills.ts [kills; 0 leaves out 1.] [seed]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { jobForSpec } from "@/lib/jobs/change";
import { openJobDatabase } from "@/lib/jobs/database/open";
import { listJobs } from "@/lib/jobs/queue/rows";
import { generatorOf } from "@/lib/protocol/random";
import { startCountingHost, type CountingHost } from "@/tests/helpers/jobs/http-host";
import { accountOf, spawnWorker, untilAsked, type KillAccount } from "@/tests/helpers/jobs/kills";
import { itemSetOf, specOf } from "@/tests/helpers/jobs/protocol";
import { portsOf } from "@/tests/helpers/jobs/room";
import type { WorkerSettings } from "@/tests/helpers/jobs/worker-process";
import { startPostgres } from "./postgres";

const ITEMS = 30;
const TRIALS = 100;
const CONCURRENCY = 16;
const DELAY_MS = 10;
/** Slow enough that the others start before all is done. */
const SHARED_DELAY_MS = 150;
const PROGRAMS = 4;

const kills = Number(process.argv[2] ?? 20);
const random = generatorOf("kills", process.argv[3] ?? "1");
const accounts: KillAccount[] = [];
const failures: string[] = [];

function tell(name: string, account: KillAccount, killed: number, mostInFlight: number): void {
  const { planned, rows, counted, invented, askedAgain } = account;
  const ok =
    rows === planned &&
    counted === planned &&
    invented === 0 &&
    askedAgain <= killed * CONCURRENCY &&
    mostInFlight <= CONCURRENCY;
  if (!ok) failures.push(name);
  accounts.push(account);
  console.log(
    `${name}: ${killed} kills, ${rows} of ${planned} rows (counted ${counted}), ${invented} invented, ` +
      `${askedAgain} asked again, at most ${mostInFlight} in flight: ${ok ? "ok" : "FAILED"}`,
  );
}

async function withHost(
  database: string | undefined,
  delayMs: number,
  work: (host: CountingHost, settings: WorkerSettings) => Promise<void>,
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-kills-"));
  const host = await startCountingHost(delayMs);
  const settings = { dir, host: host.url, items: ITEMS, trials: TRIALS, concurrency: CONCURRENCY };
  try {
    await work(host, database === undefined ? settings : { ...settings, database });
  } finally {
    await host.close();
    await rm(dir, { recursive: true, force: true });
  }
}

/** The only worker is killed again and again, at random moments of the job. */
function killOne(name: string, database?: string): Promise<void> {
  return withHost(database, DELAY_MS, async (host, settings) => {
    const planned = ITEMS * TRIALS;
    const moments = Array.from({ length: kills }, () => uniformInt(random, 1, planned - 1));
    let killed = 0;
    for (const at of moments.sort((a, b) => a - b)) {
      const worker = spawnWorker(settings);
      await untilAsked(host, Math.max(at, host.counts.total + 1), worker);
      // Somewhere between two replies, a beat or a batch.
      await new Promise((resolve) => setTimeout(resolve, uniformInt(random, 0, 40)));
      await worker.kill();
      killed += 1;
    }
    const code = await spawnWorker(settings).ended;
    if (code !== 0) failures.push(`${name} ended with ${code ?? "a signal"}`);
    tell(name, await accountOf(host, settings), killed, host.counts.most);
  });
}

/** Two workers share a job, a third joins, one dies. */
function share(database: string): Promise<void> {
  return withHost(database, SHARED_DELAY_MS, async (host, settings) => {
    const planned = ITEMS * TRIALS;
    const first = spawnWorker(settings);
    await untilAsked(host, 1, first);
    const second = spawnWorker(settings);
    await untilAsked(host, planned / 3, first);
    const third = spawnWorker(settings);
    await untilAsked(host, planned / 2, second);
    await first.kill();
    const codes = await Promise.all([second.ended, third.ended]);
    if (codes.some((code) => code !== 0)) failures.push("a worker that was not killed failed");
    tell("three workers, PostgreSQL", await accountOf(host, settings), 1, host.counts.most);
  });
}

/** Programs that share a server, each with connections of its own, put the same spec down. */
async function putDownAtOnce(database: string): Promise<void> {
  const set = itemSetOf(ITEMS);
  const programs = await Promise.all(
    Array.from({ length: PROGRAMS }, () => openJobDatabase({ dir: tmpdir(), url: database })),
  );
  const made = await Promise.all(
    programs.flatMap((program) =>
      [1, 2, 3].map(() => jobForSpec(program, portsOf([set]), specOf(set))),
    ),
  );
  const jobs = await listJobs(programs[0]!);
  const created = made.filter(({ how }) => how === "created").length;
  const ok = jobs.length === 1 && created === 1;
  if (!ok) failures.push("put down at once");
  console.log(
    `${made.length} times the same spec at once by ${PROGRAMS} programs, PostgreSQL: ` +
      `${jobs.length} jobs, ${created} created: ${ok ? "ok" : "FAILED"}`,
  );
  await Promise.all(programs.map((program) => program.close()));
}

if (kills > 0) await killOne("one worker, embedded");
const postgres = await startPostgres();
try {
  if (kills > 0) await killOne("one worker, PostgreSQL", await postgres.fresh());
  await share(await postgres.fresh());
  await putDownAtOnce(await postgres.fresh());
} finally {
  await postgres.stop();
}
const asked = accounts.reduce((sum, account) => sum + account.asked, 0);
const planned = accounts.reduce((sum, account) => sum + account.planned, 0);
console.log(`ratio, asked : planned = ${(asked / planned).toFixed(3)}`);
process.exit(failures.length > 0 ? 1 : 0);
