import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ownerText, type ProcessId } from "../database/process-id";
import type { RecordLine } from "./record";

/** Where a record ends in its log. */
export interface LogPosition {
  readonly name: string;
  /** Bytes from the start of the file. */
  readonly end: number;
}

/** Logs of a data directory lie in one folder, whichever worker wrote them. */
export const logsDir = (jobsDir: string): string => join(jobsDir, "logs");

const ROTATE_BYTES = 32 * 1024 * 1024;

interface OpenLog {
  readonly name: string;
  readonly fd: number;
  end: number;
}

/**
 * The log of one worker: every reply as one complete line, written in the tick in which it came, so
 * that a killed process loses none. What is stored in the database needs no log any more: a file
 * that has grown large gives way to the next one, and goes when all of it is stored.
 */
export class ReplyLog {
  private current: OpenLog | null = null;
  private readonly left: string[] = [];
  private files = 0;

  constructor(
    private readonly dir: string,
    private readonly owner: ProcessId,
    private readonly rotateBytes = ROTATE_BYTES,
  ) {}

  /**
   * Appends a line; on return the operating system has it.
   * @throws Error of the file system; the file then ends where it ended before
   */
  append({ text }: RecordLine): LogPosition {
    const log = this.writable();
    log.end = write(log, `${text}\n`);
    return { name: log.name, end: log.end };
  }

  /** All up to here is stored. @returns names of logs that are needed no more: their files are gone */
  storedUpTo({ name }: LogPosition): readonly string[] {
    const upTo = this.left.indexOf(name);
    const gone = this.left.splice(0, upTo === -1 ? this.left.length : upTo);
    for (const old of gone) rmSync(join(this.dir, old), { force: true });
    return gone;
  }

  /** Ends the log. @returns names of logs, whose files are gone where all of them is stored */
  close(allStored: boolean): readonly string[] {
    if (this.current) {
      closeSync(this.current.fd);
      this.left.push(this.current.name);
      this.current = null;
    }
    if (!allStored) return [];
    const gone = this.left.splice(0);
    for (const old of gone) rmSync(join(this.dir, old), { force: true });
    return gone;
  }

  private writable(): OpenLog {
    if (this.current && this.current.end < this.rotateBytes) return this.current;
    if (this.current) {
      closeSync(this.current.fd);
      this.left.push(this.current.name);
      this.current = null;
    }
    mkdirSync(this.dir, { recursive: true });
    this.files += 1;
    const name = `${this.owner.token}-${this.files}.jsonl`;
    const fd = openSync(join(this.dir, name), "ax");
    const log = { name, fd, end: 0 };
    this.current = log;
    log.end = write(log, `${ownerText(this.owner)}\n`);
    return log;
  }
}

/** Writes all of a text or nothing. @returns where the file then ends */
function write(log: OpenLog, text: string): number {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length;) done += writeSync(log.fd, bytes, done);
  } catch (error) {
    // Half a line would swallow the next one.
    ftruncateSync(log.fd, log.end);
    throw error;
  }
  return log.end + bytes.length;
}
