import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/** What tells one process from all others, those that had its number before included. */
export const processIdSchema = z.strictObject({
  machine: z.string(),
  pid: z.int().positive(),
  /** When the process began, in ticks since the machine did; null where the system does not tell. */
  began: z.string().nullable(),
  /** Of this owner within the process. */
  token: z.string(),
});
export type ProcessId = z.infer<typeof processIdSchema>;

function beganOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold anything; the start time is the 20th field behind it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

/** A new owner within this process. */
export function ownProcessId(): ProcessId {
  return {
    machine: hostname(),
    pid: process.pid,
    began: beganOf(process.pid),
    token: randomUUID(),
  };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Whether an owner is of this very process. */
export function isOwn(id: ProcessId): boolean {
  return isLocal(id) && id.pid === process.pid && id.began === beganOf(process.pid);
}

export function isLocal(id: ProcessId): boolean {
  return id.machine === hostname();
}

/** Whether a process surely runs no more. Of another machine that cannot be known: false. */
export function isDead(id: ProcessId): boolean {
  if (!isLocal(id)) return false;
  return !exists(id.pid) || beganOf(id.pid) !== id.began;
}

/** As text, for a column. */
export function ownerText(id: ProcessId): string {
  return JSON.stringify(id);
}

/** The process that a text names; null where it names none. */
export function ownerOf(text: string): ProcessId | null {
  try {
    return processIdSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
