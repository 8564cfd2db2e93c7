import { linkSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "@/lib/records/store/error-code";
import { isDead, ownerOf, ownerText, ownProcessId, type ProcessId } from "./process-id";

const LOCK = /^lock\.(\d+)$/;
const RELEASED = "released\n";

/** A directory that another process has open. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

interface Lock {
  readonly number: number;
  readonly path: string;
  /** Null where its holder let go of it, or nothing can be read. */
  readonly holder: ProcessId | null;
}

function highest(dir: string): Lock | null {
  const numbers = readdirSync(dir).flatMap((name) => {
    const match = LOCK.exec(name);
    return match ? [Number(match[1])] : [];
  });
  if (numbers.length === 0) return null;
  const number = Math.max(...numbers);
  const path = join(dir, `lock.${number}`);
  try {
    return { number, path, holder: ownerOf(readFileSync(path, "utf8")) };
  } catch (error) {
    // Somebody took the next number meanwhile, and this file is gone: look again.
    if (errorCode(error) === "ENOENT") return highest(dir);
    throw error;
  }
}

/** Puts a file with a content in one step. @returns false where one of that name is there */
function place(path: string, content: string, token: string): boolean {
  const draft = `${path}.${token}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function refuse(dir: string, { holder, path }: Lock): never {
  const where = holder ? `process ${holder.pid} on ${holder.machine}` : "another process";
  throw new DirectoryInUse(
    `the job database in ${dir} is in use by ${where}: stop that program, or set DATABASE_URL to a PostgreSQL server that several can share (where it surely runs no more, remove ${path})`,
  );
}

/**
 * Takes a directory for this process. A lock is a file `lock.N`; the highest number counts, and who
 * finds its holder dead makes the next one, which only one process can. The highest file is never
 * removed, only marked, so that a number is never given twice.
 * @returns lets go of it
 * @throws DirectoryInUse where a process that lives holds it
 */
export function takeDirectoryLock(dir: string): Promise<() => void> {
  return Promise.resolve().then(() => take(dir));
}

function take(dir: string): () => void {
  for (;;) {
    const before = highest(dir);
    if (before?.holder && !isDead(before.holder)) refuse(dir, before);
    const own = ownProcessId();
    const number = (before?.number ?? 0) + 1;
    const path = join(dir, `lock.${number}`);
    if (!place(path, ownerText(own), own.token)) continue;
    // Whoever looked long ago may have made a number that was passed meanwhile.
    const now = highest(dir);
    if (now && now.number > number) {
      rmSync(path, { force: true });
      continue;
    }
    for (let old = before?.number ?? 0; old > 0 && old > number - 10; old -= 1)
      rmSync(join(dir, `lock.${old}`), { force: true });
    return () => {
      writeFileSync(`${path}.${own.token}`, RELEASED);
      renameSync(`${path}.${own.token}`, path);
    };
  }
}
