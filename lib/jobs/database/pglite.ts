import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { checkedQueries, type Connection, type Database } from "./database";
import { DatabaseThread } from "./database-thread";
import { takeDirectoryLock } from "./directory-lock";

const DIRECTORY = "database";
const FRESH = ".new-";

/** Statements one after the other, within a turn that the thread was taken for. */
function statementsOf(thread: DatabaseThread): Connection {
  return {
    query: (sql, parameters) => thread.ask({ kind: "query", sql, parameters }),
    async script(sql) {
      await thread.ask({ kind: "script", sql });
    },
  };
}

/** Each statement in a turn of its own. */
function inTurns(thread: DatabaseThread): Connection {
  const statements = statementsOf(thread);
  return {
    query: (sql, parameters) => thread.alone(() => statements.query(sql, parameters)),
    script: (sql) => thread.alone(() => statements.script(sql)),
  };
}

function transactionsOf(thread: DatabaseThread): Database["transaction"] {
  const statements = statementsOf(thread);
  return (work) =>
    thread.alone(async () => {
      await statements.script("BEGIN");
      try {
        const result = await work(checkedQueries(statements));
        await statements.script("COMMIT");
        return result;
      } catch (error) {
        // Where the thread is gone, so is the transaction.
        await statements.script("ROLLBACK").catch(() => undefined);
        throw error;
      }
    });
}

/** Makes an empty database beside its place and renames it there: a crash leaves no half a one. */
async function makeDatabase(thread: DatabaseThread, dir: string): Promise<void> {
  for (const name of await readdir(dir))
    if (name.startsWith(FRESH)) await rm(join(dir, name), { recursive: true, force: true });
  const fresh = makeWorkDir(join(dir, FRESH));
  try {
    await thread.ask({ kind: "open", dir: join(fresh, DIRECTORY) });
    await thread.ask({ kind: "close" });
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
  const thread = new DatabaseThread();
  const end = async () => {
    await thread.terminate();
    release();
  };
  try {
    if (!existsSync(join(dir, DIRECTORY))) await makeDatabase(thread, dir);
    await thread.ask({ kind: "open", dir: join(dir, DIRECTORY) });
  } catch (error) {
    await end();
    throw error;
  }
  return {
    kind: "pglite",
    ...checkedQueries(inTurns(thread)),
    transaction: transactionsOf(thread),
    async close() {
      try {
        await thread.alone(() => thread.ask({ kind: "close" }));
      } finally {
        await end();
      }
    },
  };
}

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

/**
 * A database in memory, for tests: it is gone when it is closed, and needs no thread to be quick.
 * @param image of an empty one; making it takes seconds
 */
export async function openMemoryDatabase(image: Blob): Promise<Database> {
  const client = await PGlite.create({ loadDataDir: image });
  return {
    kind: "pglite",
    ...checkedQueries(connectionOf(client)),
    transaction: (work) => client.transaction((tx) => work(checkedQueries(connectionOf(tx)))),
    close: () => client.close(),
  };
}
