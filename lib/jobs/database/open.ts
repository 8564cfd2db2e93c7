import type { Database } from "./database";
import { migrate } from "./migrate";
import { openPglite } from "./pglite";
import { openPostgres } from "./postgres";

export interface DatabaseOptions {
  /** Where the embedded database and the logs lie. */
  readonly dir: string;
  /** DATABASE_URL; empty or undefined for the embedded database. */
  readonly url: string | undefined;
  readonly onLost?: (message: string) => void;
}

/**
 * Opens the job database with its schema up to date.
 * @throws DirectoryInUse, JobDatabaseError, or what the server says
 */
export async function openJobDatabase(options: DatabaseOptions): Promise<Database> {
  const database = options.url
    ? await openPostgres(options.url, options.onLost)
    : await openPglite(options.dir);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
