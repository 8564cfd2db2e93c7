import { readFile, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { errorCode } from "@/lib/records/store/error-code";
import { hostConfigSchema, type HostConfig } from "./config";

const FILE = "hosts.json";
const OWNER_ALONE = 0o600;

const fileSchema = z.strictObject({ version: z.literal(1), hosts: z.array(z.unknown()) });

/** An entry that is no host: it is kept in the file as it is, and told. */
export interface BrokenHost {
  /** Zero-based place in the file. */
  readonly index: number;
  readonly reason: string;
}

export interface AttachedHosts {
  readonly hosts: readonly HostConfig[];
  readonly broken: readonly BrokenHost[];
}

export function hostsFile(dataDir: string): string {
  return join(dataDir, FILE);
}

function reasonOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
}

/** Where a text stops being JSON, as the engine says; its message may quote the text. */
const placeOf = (error: unknown): string =>
  /\(line \d+ column \d+\)/.exec(String(error))?.[0] ?? "(it ends too early)";

/** Messages name the file alone: whoever reads them need not know where the store lies. */
async function readEntries(path: string): Promise<unknown[]> {
  const name = basename(path);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return [];
    throw new Error(`${name} cannot be read (${code ?? String(error)})`, { cause: error });
  }
  // Editors of Windows begin a file with it.
  const json = text.replace(/^\uFEFF/, "");
  if (json.trim() === "") throw new Error(`${name} is empty; mend it or move it away`);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw new Error(`${name} is no JSON; mend it or move it away ${placeOf(error)}`);
  }
  const file = fileSchema.safeParse(value);
  if (!file.success) throw new Error(`${name}: ${reasonOf(file.error)}`);
  return file.data.hosts;
}

/** The attached hosts of a store, as {@link readHostsFile} has them. */
export function readHosts(dataDir: string): Promise<AttachedHosts> {
  return readHostsFile(hostsFile(dataDir));
}

/**
 * The attached hosts of a file; none where it is not there. An entry that cannot be read does not
 * hide the others.
 * @throws Error in one line where the file as a whole cannot be read.
 */
export async function readHostsFile(path: string): Promise<AttachedHosts> {
  const entries = await readEntries(path);
  const hosts: HostConfig[] = [];
  const broken: BrokenHost[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = hostConfigSchema.safeParse(entry);
    if (!read.success) broken.push({ index, reason: reasonOf(read.error) });
    else if (hosts.some(({ id }) => id === read.data.id))
      broken.push({ index, reason: `id: "${read.data.id}" stands twice` });
    else hosts.push(read.data);
  }
  return { hosts, broken };
}

/** Written beside and renamed: whoever reads sees the old file or the new one. */
async function writeEntries(dataDir: string, entries: readonly unknown[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const fresh = join(dataDir, `.${FILE}.${randomUUID()}`);
  try {
    const file = await open(fresh, "wx", OWNER_ALONE);
    try {
      await file.writeFile(`${JSON.stringify({ version: 1, hosts: entries }, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, hostsFile(dataDir));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

const hasId = (entry: unknown, id: string): boolean =>
  typeof entry === "object" && entry !== null && (entry as { id?: unknown }).id === id;

// Changes of one process wait for each other: each reads what the one before has written. Next loads
// a module once for each route, so what must exist once hangs on the process.
const KEY = Symbol.for("foilscope.hosts-file");
const holder = globalThis as { [KEY]?: Promise<unknown> };

function oneAtATime<T>(change: () => Promise<T>): Promise<T> {
  const next = (holder[KEY] ?? Promise.resolve()).then(change);
  holder[KEY] = next.catch(() => undefined);
  return next;
}

/** Attaches a host, in place of one with the same id. */
export function attachHost(dataDir: string, host: HostConfig): Promise<void> {
  return oneAtATime(async () => {
    const entries = await readEntries(hostsFile(dataDir));
    const at = entries.findIndex((entry) => hasId(entry, host.id));
    await writeEntries(dataDir, at === -1 ? [...entries, host] : entries.with(at, host));
  });
}

/** @returns whether there was such a host. */
export function detachHost(dataDir: string, id: string): Promise<boolean> {
  return oneAtATime(async () => {
    const entries = await readEntries(hostsFile(dataDir));
    const left = entries.filter((entry) => !hasId(entry, id));
    if (left.length < entries.length) await writeEntries(dataDir, left);
    return left.length < entries.length;
  });
}
