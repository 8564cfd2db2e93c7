import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { checkedQueries, type Connection, type Database } from "./database";
import { takeDirectoryLock } from "./directory-lock";

const DIRECTORY = "database";
const FRESH = ".new-";

function connectionOf(client: PGlite | Transaction): Connection {
  return {
    async query(sql, parameters) {
      const result = await client.query<Record<string, unknown>>(sql, [...parameters]);
      return { rows: result.rows, affected: result.affectedRows ?? 0 };
    },
    async script(sql) {
      await client.exec(sql);
    },
  };
}

function databaseOf(client: PGlite, release: () => void): Database {
  return {
    kind: "pglite",
    ...checkedQueries(connectionOf(client)),
    transaction: (work) => client.transaction((tx) => work(checkedQueries(connectionOf(tx)))),
    async close() {
      await client.close();
      release();
    },
  };
}

/** Makes an empty database beside its place and renames it there: a crash leaves no half a one. */
async function makeDatabase(dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.startsWith(FRESH)) await rm(join(dir, name), { recursive: true, force: true });
  const fresh = makeWorkDir(join(dir, FRESH));
  try {
    const client = await PGlite.create(join(fresh, DIRECTORY));
    await client.close();
    await rename(join(fresh, DIRECTORY), join(dir, DIRECTORY));
  } finally {
    await removeWorkDir(fresh);
  }
}

/**
 * Opens the embedded database of a directory, made when missing. One process at a time: two would
 * corrupt it, so a lock is held until `close`.
 * @throws DirectoryInUse where another process has it open
 */
export async function openPglite(dir: string): Promise<Database> {
  await mkdir(dir, { recursive: true });
  const release = await takeDirectoryLock(dir);
  try {
    if (!existsSync(join(dir, DIRECTORY))) await makeDatabase(dir);
    return databaseOf(await PGlite.create(join(dir, DIRECTORY)), release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * A database in memory, for tests: it is gone when it is closed.
 * @param image of an empty one; making it takes seconds
 */
export async function openMemoryDatabase(image: Blob): Promise<Database> {
  return databaseOf(await PGlite.create({ loadDataDir: image }), () => undefined);
}
