import pg from "pg";
import { checkedQueries, JobDatabaseError, type Connection, type Database } from "./database";

const MAX_CONNECTIONS = 6;
const CONNECT_MS = 10_000;
/** Deadlock, and a transaction that could not be put in an order with another. */
const GAVE_WAY: ReadonlySet<string | undefined> = new Set(["40P01", "40001"]);
const TRIES = 5;

function connectionOf(client: pg.Pool | pg.PoolClient): Connection {
  return {
    async query(sql, parameters) {
      const result = await client.query<Record<string, unknown>>(sql, [...parameters]);
      return { rows: result.rows, affected: result.rowCount ?? 0 };
    },
    async script(sql) {
      await client.query(sql);
    },
  };
}

const gaveWay = (error: unknown): boolean =>
  error instanceof Error && GAVE_WAY.has((error as Error & { code?: string }).code);

/**
 * Opens PostgreSQL.
 * @param url as in DATABASE_URL
 * @param onLost is told of connections that broke while nobody used them
 * @throws JobDatabaseError where the server cannot be reached
 */
export async function openPostgres(
  url: string,
  onLost: (message: string) => void = () => undefined,
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
  });
  // Without a listener a server that restarts would end this process.
  const lost = (error: Error) => onLost(error.message);
  pool.on("error", lost);
  const database: Database = {
    kind: "postgres",
    ...checkedQueries(connectionOf(pool)),
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        const client = await pool.connect();
        // The pool listens to idle connections alone; the statement that waits fails by itself.
        client.on("error", lost);
        let broken = false;
        try {
          await client.query("BEGIN");
          const result = await work(checkedQueries(connectionOf(client)));
          await client.query("COMMIT");
          return result;
        } catch (error) {
          // A connection that cannot roll back is not given to anyone else.
          await client.query("ROLLBACK").catch(() => (broken = true));
          if (!gaveWay(error) || attempt === TRIES) throw error;
        } finally {
          client.off("error", lost);
          client.release(broken);
        }
      }
    },
    close: () => pool.end(),
  };
  await database.run("SELECT 1").catch(async (error: unknown) => {
    await pool.end();
    // The address may hold a password: what is said names none of it.
    const { code, message } = error as Error & { code?: string };
    throw new JobDatabaseError(
      `the PostgreSQL server that DATABASE_URL names cannot be used: ${message || (code ?? "no reason given")}`,
    );
  });
  return database;
}
