import { z } from "zod";
import { JobDatabaseError, type Database } from "./database";
import { MIGRATIONS, type Migration } from "./migrations";

/** Held while the schema changes, so that processes that start together do it once. */
const ADVISORY_KEY = 7_203_411;
const idRow = z.strictObject({ id: z.int() });

/**
 * Brings the schema up to date, in one transaction.
 * @throws JobDatabaseError where a newer Foilscope has changed it
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(${ADVISORY_KEY})`);
    await tx.script(`
      CREATE SCHEMA IF NOT EXISTS foilscope;
      CREATE TABLE IF NOT EXISTS foilscope.migrations (
        id integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())`);
    const done = new Set(
      (await tx.rows(idRow, "SELECT id FROM foilscope.migrations")).map((row) => row.id),
    );
    const known = new Set(migrations.map(({ id }) => id));
    const newer = [...done].find((id) => !known.has(id));
    if (newer !== undefined)
      throw new JobDatabaseError(
        `the job database has step ${newer} of a newer Foilscope: update this one`,
      );
    for (const { id, name, sql } of migrations) {
      if (done.has(id)) continue;
      await tx.script(sql);
      await tx.run("INSERT INTO foilscope.migrations (id, name) VALUES ($1, $2)", [id, name]);
    }
  });
}
