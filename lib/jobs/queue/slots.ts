import { z } from "zod";
import type { Queries } from "../database/database";

/**
 * Requests in flight are limited by slots: one row a slot of a pool (a host, or one job at one
 * host), leased by workers and renewed with every beat, never per request. A worker asks no more at
 * a time than it holds slots, so that all together stay within the limit.
 */
export interface Slot {
  readonly pool: string;
  readonly slot: number;
}

export const hostPool = (host: string): string => `host:${host}`;
export const jobPool = (job: number, host: string): string => `job:${job}:${host}`;

const slotRow = z.strictObject({ pool: z.string(), slot: z.int() });
const shareRow = z.strictObject({ pool: z.string(), workers: z.int() });

/** Takes free slots of a pool, at most `want`. @param limit of the pool: slots 1 to limit count */
export async function takeSlots(
  queries: Queries,
  owner: string,
  pool: string,
  limit: number,
  want: number,
  ttlMs: number,
): Promise<Slot[]> {
  if (want <= 0) return [];
  await queries.run(
    `INSERT INTO foilscope.slots (pool, slot) SELECT $1, s FROM generate_series(1, $2::integer) AS s
      ON CONFLICT (pool, slot) DO NOTHING`,
    [pool, limit],
  );
  return queries.rows(
    slotRow,
    `UPDATE foilscope.slots SET owner = $3, until = foilscope.now_ms() + $5::double precision
      WHERE pool = $1 AND slot IN (
        SELECT slot FROM foilscope.slots
        WHERE pool = $1 AND slot <= $2::integer AND (owner IS NULL OR until < foilscope.now_ms())
        ORDER BY slot LIMIT $4::integer FOR UPDATE SKIP LOCKED)
      RETURNING pool, slot`,
    [pool, limit, owner, want, ttlMs],
  );
}

/** Prolongs all slots of a worker that have not run out. @returns those that it still holds */
export function renewSlots(queries: Queries, owner: string, ttlMs: number): Promise<Slot[]> {
  return queries.rows(
    slotRow,
    `UPDATE foilscope.slots SET until = foilscope.now_ms() + $2::double precision
      WHERE owner = $1 AND until >= foilscope.now_ms() RETURNING pool, slot`,
    [owner, ttlMs],
  );
}

/** Gives slots of one pool back. */
export async function releaseSlots(
  queries: Queries,
  owner: string,
  pool: string,
  slots: readonly number[],
): Promise<void> {
  if (slots.length === 0) return;
  await queries.run(
    `UPDATE foilscope.slots SET owner = NULL, until = NULL
      WHERE owner = $1 AND pool = $2 AND slot = ANY($3::integer[])`,
    [owner, pool, slots],
  );
}

/**
 * Says that a worker lives and which pools it draws from.
 * @returns by pool, how many workers that live draw from it
 */
export async function beat(
  queries: Queries,
  owner: string,
  pools: readonly string[],
  ttlMs: number,
): Promise<ReadonlyMap<string, number>> {
  await queries.run(
    `INSERT INTO foilscope.workers (owner, until, pools)
      VALUES ($1, foilscope.now_ms() + $2::double precision, $3::text[])
      ON CONFLICT (owner) DO UPDATE SET until = excluded.until, pools = excluded.pools`,
    [owner, ttlMs, pools],
  );
  const rows = await queries.rows(
    shareRow,
    `SELECT pool, count(*)::integer AS workers FROM foilscope.workers, unnest(pools) AS pool
      WHERE until >= foilscope.now_ms() GROUP BY pool`,
  );
  return new Map(rows.map((row) => [row.pool, row.workers]));
}

/** A late worker must not starve: each takes its share of a pool alone. */
export function shareOf(limit: number, workers: number): number {
  return Math.ceil(limit / Math.max(1, workers));
}
