import { createReadStream } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "../database/database";
import { isDead, isLocal, isOwn, ownerOf, ownerText, type ProcessId } from "../database/process-id";
import { storeBatch } from "../queue/results";
import { lineOf, recordFrom, type RecordLine } from "./record";

const LF = 10;
const BATCH = 200;
const REJECTED = ".rejected";

/** A complete line of a log with the byte behind its line end. */
export interface LogLine {
  readonly text: string;
  readonly end: number;
}

/**
 * The complete lines of a log from a byte on. What stands behind the last line end was torn by a
 * crash: it is no reply.
 */
export async function* linesOf(path: string, from: number): AsyncGenerator<LogLine> {
  let rest: Buffer = Buffer.alloc(0);
  let end = from;
  for await (const block of createReadStream(path, { start: from }) as AsyncIterable<Buffer>) {
    let bytes = rest.length === 0 ? block : Buffer.concat([rest, block]);
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF)) {
      end += at + 1;
      yield { text: bytes.toString("utf8", 0, at), end };
      bytes = bytes.subarray(at + 1);
    }
    rest = bytes;
  }
}

const storedRow = z.strictObject({ stored: z.number() });
const ownerRow = z.strictObject({ owner: z.string() });

async function storedOf(database: Database, name: string): Promise<number> {
  const [row] = await database.rows(storedRow, "SELECT stored FROM foilscope.logs WHERE log = $1", [
    name,
  ]);
  return row?.stored ?? 0;
}

async function ownerOfLog(path: string): Promise<ProcessId | null> {
  for await (const line of linesOf(path, 0)) return ownerOf(line.text);
  return null;
}

/** Whether nobody writes a log any more. */
async function isLeft(database: Database, owner: ProcessId | null): Promise<boolean> {
  if (owner === null) return true;
  // The lock of the embedded database says that no other process lives.
  if (database.kind === "pglite") return !isOwn(owner);
  if (isDead(owner)) return true;
  if (isLocal(owner)) return false;
  // A process of another machine, or of a container that is gone, is known by its beats alone.
  const alive = await database.rows(
    ownerRow,
    "SELECT owner FROM foilscope.workers WHERE owner = $1 AND until >= foilscope.now_ms()",
    [ownerText(owner)],
  );
  return alive.length === 0;
}

export interface Recovered {
  readonly replies: number;
  /** Files with a line that is no record: kept beside, under this name. */
  readonly rejected: readonly string[];
}

async function replay(database: Database, path: string, name: string) {
  let replies = 0;
  let rejected = false;
  let lines: RecordLine[] = [];
  let stored = await storedOf(database, name);
  const flush = async () => {
    await storeBatch(database, { owner: "", lines, finished: [], log: { name, stored } });
    replies += lines.length;
    lines = [];
  };
  const begins = stored === 0;
  let first = true;
  for await (const line of linesOf(path, stored)) {
    stored = line.end;
    const header = begins && first;
    first = false;
    if (header) continue;
    try {
      lines.push(lineOf(recordFrom(line.text)));
    } catch {
      rejected = true;
    }
    if (lines.length >= BATCH) await flush();
  }
  if (lines.length > 0) await flush();
  return { replies, rejected };
}

/**
 * Stores what workers that died had written but not stored, and removes their logs. The key of a
 * result decides, so that a log may be replayed twice, by two workers at once too.
 * @param own names of the logs of this worker, which are left alone
 */
export async function recoverLogs(
  database: Database,
  dir: string,
  own: ProcessId,
): Promise<Recovered> {
  const names = await readdir(dir).catch(() => [] as string[]);
  const rejected: string[] = [];
  let replies = 0;
  for (const name of names.filter((n) => n.endsWith(".jsonl") && !n.startsWith(own.token))) {
    const path = join(dir, name);
    try {
      if (!(await isLeft(database, await ownerOfLog(path)))) continue;
      const replayed = await replay(database, path, name);
      replies += replayed.replies;
      if (replayed.rejected) {
        await rename(path, path + REJECTED);
        rejected.push(path + REJECTED);
      } else await rm(path, { force: true });
      await forgetLogs(database, [name]);
    } catch (error) {
      // Another worker was faster.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  return { replies, rejected };
}

/** Forgets logs whose files are gone. */
export async function forgetLogs(database: Database, names: readonly string[]): Promise<void> {
  if (names.length > 0)
    await database.run("DELETE FROM foilscope.logs WHERE log = ANY($1::text[])", [names]);
}
