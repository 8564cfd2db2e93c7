import { z } from "zod";
import type { Queries } from "../database/database";
import { factsSchema, type RunFacts } from "./rows";

const beganRow = z.strictObject({ facts: z.string().nullable() });
const idRow = z.strictObject({ id: z.int() });

/**
 * Says that runs are being asked, and keeps what is known of their host.
 * @returns what was known when each first began; null for those that begin now
 */
export async function beginRuns(
  queries: Queries,
  runs: readonly string[],
  facts: RunFacts,
): Promise<(RunFacts | null)[]> {
  const before = await queries.rows(
    beganRow,
    "SELECT facts FROM foilscope.runs WHERE run_id = ANY($1::text[])",
    [runs],
  );
  await queries.run(
    `UPDATE foilscope.runs SET facts = coalesce(facts, $2),
        started = coalesce(started, foilscope.now_ms()), last_active = foilscope.now_ms()
      WHERE run_id = ANY($1::text[])`,
    [runs, JSON.stringify(facts)],
  );
  return before.map((row) =>
    row.facts === null ? null : factsSchema.parse(JSON.parse(row.facts)),
  );
}

/**
 * Counts the time since the last beat as time that runs were asked in; a longer gap was none.
 * Several workers at one run together count it once.
 */
export async function countActive(
  queries: Queries,
  runs: readonly string[],
  longestMs: number,
): Promise<void> {
  for (const run of runs)
    await queries.run(
      `UPDATE foilscope.runs SET last_active = foilscope.now_ms(),
          active_ms = active_ms + CASE
            WHEN foilscope.now_ms() - last_active <= $2::double precision
            THEN greatest(0, foilscope.now_ms() - last_active) ELSE 0 END
        WHERE run_id = $1`,
      [run, longestMs],
    );
}

/** Jobs that have ended and whose run directories do not hold all of their results. */
export async function unpublishedJobs(queries: Queries): Promise<number[]> {
  const rows = await queries.rows(
    idRow,
    `SELECT id FROM foilscope.jobs
      WHERE state IN ('complete', 'incomplete', 'cancelled') AND NOT published
        AND started IS NOT NULL ORDER BY id`,
  );
  return rows.map((row) => row.id);
}
