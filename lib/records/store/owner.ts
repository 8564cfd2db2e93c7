import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { shortHash } from "@/lib/records/hashes";
import { errorCode } from "./error-code";

/** The process that a directory of work belongs to, as the directory's name tells it. */
export interface Owner {
  /** The machine, and in a container its own count of processes. */
  readonly host: string;
  readonly pid: number;
  /** Which of the processes that bear this number, one after the other; null where nothing tells. */
  readonly life: string | null;
}

const SIGNS = 8;
const UNKNOWN = "0";
const MARK = /-([0-9a-f]{8})-(\d{1,10})-([0-9a-f]{8}|0)-[A-Za-z0-9]{6}$/;

function readOr(path: string, read: (path: string) => string): string {
  try {
    return read(path);
  } catch {
    return "";
  }
}
const textOf = (path: string) =>
  readOr(path, (own) => readFileSync(/* turbopackIgnore: true */ own, "utf8").trim());

const addresses = () =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .flatMap(({ mac, internal }) => (internal ? [] : [mac]))
    .sort();

/** Machines may share a name and a store: their own id tells them apart, else their cards. */
function thisHost(): string {
  const machine = textOf("/etc/machine-id") || addresses();
  const processes = readOr("/proc/self/ns/pid", (path) => readlinkSync(path));
  return shortHash(["host", hostname(), machine, processes]).slice(0, SIGNS);
}

/** Tells a process from a later one of the same number: where /proc says when it began. */
function lifeOf(pid: number): string | null {
  const stat = textOf(`/proc/${pid}/stat`);
  // The name before the last bracket may hold anything; the time is the 22nd field.
  const began = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const boot = textOf("/proc/sys/kernel/random/boot_id");
  if (began === undefined || boot === "") return null;
  return shortHash(["life", boot, began]).slice(0, SIGNS);
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** This process. */
export const thisOwner = (): Owner => ({
  host: thisHost(),
  pid: process.pid,
  life: lifeOf(process.pid),
});

/** What names of this owner's directories end with, before the signs that make them unique. */
export const markOf = ({ host, pid, life }: Owner) => `${host}-${pid}-${life ?? UNKNOWN}-`;

/** Whose directory bears a name; null where the name does not say. */
export function ownerOf(name: string): Owner | null {
  const [, host, pid, life] = MARK.exec(name) ?? [];
  if (host === undefined || pid === undefined || life === undefined) return null;
  return { host, pid: Number(pid), life: life === UNKNOWN ? null : life };
}

/** Whether a process has certainly ended: one of another machine never has. */
export function hasEnded(owner: Owner): boolean {
  if (owner.host !== thisHost()) return false;
  if (!runs(owner.pid)) return true;
  const life = lifeOf(owner.pid);
  return owner.life !== null && life !== null && owner.life !== life;
}
