import { z } from "zod";
import { OUTCOMES, UNSCORED_OUTCOMES, type Outcome } from "@/lib/records/response";
import { summary, tInterval } from "@/lib/stats/means";
import { ratio, wilson } from "@/lib/stats/proportions";
import type { Interval } from "@/lib/stats/types";
import { batchesOf, type JobBatch } from "./batches/read";
import type { Database, Queries } from "./database/database";
import { jobEventData, type JobEventData } from "./queue/events";
import { doneOf, readJob, readRuns, type JobRun, type Tally } from "./queue/rows";
import { hostPool } from "./queue/slots";
import { recordFrom } from "./runner/record";
import type { JobState } from "./state";

/** Events from which the rate is read, and how far back they may lie. */
const RATE_EVENTS = 200;
const RATE_MS = 60_000;
const FEWEST = 10;

/** Sums of tokens over the rows that say them; null where none does. */
export interface Tokens {
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly reasoning: number | null;
  readonly cached: number | null;
  /** Cached tokens of the prompt tokens of those rows that say how many were cached. */
  readonly cachedShare: number | null;
}

export interface HostProgress {
  readonly host: string;
  readonly done: number;
  readonly planned: number;
  readonly stopped: number;
  readonly errors: number;
  /** Slots that workers hold: requests in flight at most. */
  readonly slots: number;
}

/**
 * Where a job stands. Counts add up: done is the sum of the outcomes, planned is done, stopped and
 * left.
 */
export interface JobProgress {
  readonly state: JobState;
  readonly reason: string | null;
  readonly planned: number;
  readonly done: number;
  /** Requests that the stopping rule spared. */
  readonly stopped: number;
  readonly left: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Results a second over the last minute; null where that is not known. */
  readonly rate: number | null;
  readonly secondsLeft: number | null;
  readonly tokens: Tokens;
  readonly hosts: readonly HostProgress[];
  /** Files of requests at hosts that take such, the newest first. */
  readonly batches: readonly JobBatch[];
}

const total = (runs: readonly JobRun[], column: keyof Tally | "planned" | "stopped"): number =>
  runs.reduce((sum, run) => sum + run[column], 0);

function tokensOf(runs: readonly JobRun[]): Tokens {
  const of = (kind: "prompt" | "completion" | "reasoning" | "cached") =>
    total(runs, `${kind}_known`) === 0 ? null : total(runs, `${kind}_tokens`);
  const cached = of("cached");
  return {
    prompt: of("prompt"),
    completion: of("completion"),
    reasoning: of("reasoning"),
    cached,
    cachedShare: cached === null ? null : ratio(cached, total(runs, "cached_of")),
  };
}

export interface TimedEvent {
  readonly at: number;
  readonly data: JobEventData;
}

/**
 * Results a second from the newest events of a job, newest first: those since the job was last
 * started, and of the last minute where that leaves ten.
 * @returns null where fewer than two moments are known
 */
export function rateOf(newestFirst: readonly TimedEvent[]): number | null {
  const said = newestFirst.filter(({ data }) => data.kind !== "looked" && data.kind !== "batches");
  const stop = said.findIndex((event) => event.data.kind !== "results");
  const since = stop === -1 ? said : said.slice(0, stop);
  const newest = since[0];
  if (!newest) return null;
  const recent = since.filter((event, i) => i < FEWEST || newest.at - event.at <= RATE_MS);
  const oldest = recent.at(-1);
  if (newest.data.kind !== "results" || oldest?.data.kind !== "results") return null;
  const seconds = (newest.at - oldest.at) / 1000;
  return seconds <= 0 ? null : (newest.data.done - oldest.data.done) / seconds;
}

const eventRow = z.strictObject({
  at: z.number(),
  data: z.string().transform((text) => jobEventData.parse(JSON.parse(text))),
});
const slotRow = z.strictObject({ pool: z.string(), held: z.int() });

async function hostsOf(queries: Queries, runs: readonly JobRun[]): Promise<HostProgress[]> {
  const slots = await queries.rows(
    slotRow,
    `SELECT pool, count(*)::integer AS held FROM foilscope.slots
      WHERE owner IS NOT NULL AND until >= foilscope.now_ms() GROUP BY pool`,
  );
  const held = new Map(slots.map((row) => [row.pool, row.held]));
  return [...new Set(runs.map((run) => run.host))].map((host) => {
    const own = runs.filter((run) => run.host === host);
    return {
      host,
      done: own.reduce((sum, run) => sum + doneOf(run), 0),
      planned: total(own, "planned"),
      stopped: total(own, "stopped"),
      errors: total(own, "error"),
      slots: held.get(hostPool(host)) ?? 0,
    };
  });
}

/** Where a job stands, from sums that are kept with every batch. @throws NoSuchJob */
export async function progressOf(database: Database, id: number): Promise<JobProgress> {
  const job = await readJob(database, id);
  const runs = await readRuns(database, id);
  const events = await database.rows(
    eventRow,
    `SELECT at, data FROM foilscope.events WHERE job = $1::integer
      ORDER BY id DESC LIMIT ${RATE_EVENTS}`,
    [id],
  );
  const done = runs.reduce((sum, run) => sum + doneOf(run), 0);
  const stopped = total(runs, "stopped");
  const left = Math.max(0, job.planned - done - stopped);
  const rate = job.state === "running" ? rateOf(events) : null;
  return {
    state: job.state,
    reason: job.reason,
    planned: job.planned,
    done,
    stopped,
    left,
    outcomes: Object.fromEntries(
      OUTCOMES.map((outcome) => [outcome, total(runs, outcome)]),
    ) as Record<Outcome, number>,
    rate,
    secondsLeft: rate === null || rate === 0 ? null : left / rate,
    tokens: tokensOf(runs),
    hosts: await hostsOf(database, runs),
    batches: await batchesOf(database, id),
  };
}

/** Accuracy of a run so far, of its scored rows. */
export interface RunningAccuracy {
  readonly runId: string;
  readonly model: number;
  readonly correct: number;
  readonly scored: number;
  readonly items: number;
  /** `wilson`: correct / scored of questions asked once. `item`: mean over items of their means. */
  readonly kind: "wilson" | "item";
  readonly accuracy: number | null;
  readonly interval: Interval | null;
}

export interface ItemCount {
  readonly scored: number;
  readonly correct: number;
}

/** Accuracy with its interval from counts by item; items without a scored row are left out. */
export function accuracyFrom(
  counts: readonly ItemCount[],
  askedOnce: boolean,
): Omit<RunningAccuracy, "runId" | "model"> {
  const items = counts.filter((item) => item.scored > 0);
  const correct = items.reduce((sum, item) => sum + item.correct, 0);
  const scored = items.reduce((sum, item) => sum + item.scored, 0);
  const counted = { correct, scored, items: items.length };
  if (askedOnce)
    return {
      ...counted,
      kind: "wilson",
      accuracy: ratio(correct, scored),
      interval: wilson(correct, scored),
    };
  const { n, mean, sd } = summary(items.map((item) => item.correct / item.scored));
  return { ...counted, kind: "item", accuracy: mean, interval: tInterval(mean, sd, n) };
}

const itemRow = z.strictObject({ scored: z.int(), correct: z.int() });

/** Accuracy so far of every run of a job. It reads all results: ask seldom. */
export async function accuracyOf(database: Database, id: number): Promise<RunningAccuracy[]> {
  const all: RunningAccuracy[] = [];
  for (const run of await readRuns(database, id)) {
    const counts = await database.rows(
      itemRow,
      `SELECT count(*) FILTER (WHERE outcome <> ALL ($2::text[]))::integer AS scored,
          count(*) FILTER (WHERE correct)::integer AS correct
        FROM foilscope.results WHERE run_id = $1 GROUP BY item_id`,
      [run.run_id, [...UNSCORED_OUTCOMES]],
    );
    const { run_id: runId, model } = run;
    all.push({ runId, model, ...accuracyFrom(counts, run.planned === run.items) });
  }
  return all;
}

/** Errors of one kind, with what the host said in one of them. */
export interface ErrorKind {
  readonly host: string;
  readonly kind: string;
  readonly count: number;
  readonly example: string;
}

const errorRow = z.strictObject({
  run_id: z.string(),
  host: z.string(),
  failure: z.string(),
  n: z.int(),
});
const recordRow = z.strictObject({ record: z.string() });

/** Rows of outcome `error` by host and kind, the most first. */
export async function errorsOf(database: Database, id: number): Promise<ErrorKind[]> {
  const rows = await database.rows(
    errorRow,
    `SELECT min(r.run_id) AS run_id, u.host, r.failure, count(*)::integer AS n
      FROM foilscope.results r JOIN foilscope.runs u USING (run_id)
      WHERE u.job = $1::integer AND r.failure IS NOT NULL
      GROUP BY u.host, r.failure ORDER BY n DESC, r.failure`,
    [id],
  );
  const kinds: ErrorKind[] = [];
  for (const { run_id, host, failure, n } of rows) {
    const [one] = await database.rows(
      recordRow,
      "SELECT record FROM foilscope.results WHERE run_id = $1 AND failure = $2 LIMIT 1",
      [run_id, failure],
    );
    const example = one ? (recordFrom(one.record).failure?.message ?? "") : "";
    kinds.push({ host, kind: failure, count: n, example });
  }
  return kinds;
}
