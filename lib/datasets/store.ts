import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import {
  setManifestSchema,
  type ItemSet,
  type ItemSetParts,
  type SetManifest,
} from "@/lib/records/item-set";
import { dataDir } from "@/lib/records/store/paths";
import { placeDirectory, type DirectoryKind } from "@/lib/records/store/place-dir";
import { itemSetHash } from "./hash";
import { readTables, writeTables } from "./tables";
import { faultLine, SET_FILES, type SetFault } from "./set-files";
import { contentFaults } from "./verify";

/** An item set that cannot be used, with all that is wrong with it. */
export class BrokenSetError extends Error {
  override readonly name = "BrokenSetError";
  constructor(
    readonly dir: string,
    readonly faults: readonly SetFault[],
  ) {
    const [first] = faults;
    const more = faults.length > 1 ? `; and ${faults.length - 1} more faults` : "";
    super(`${dir}: ${first ? faultLine(first) : "is no item set"}${more}`);
  }
}

const HASH_NAME = /^[0-9a-f]{16}$/;

/** Where a store keeps item sets: `sets` in its data directory. */
export function itemSetsIn(dir: string): string {
  return join(dir, "sets");
}

/** Where the store keeps item sets. */
export function itemSetsDir(): string {
  return itemSetsIn(dataDir());
}

/**
 * Directories that item sets are looked for in: the store's, then those that the package ships.
 * @param root the package's root, where a server runs
 */
export function itemSetDirs(root = process.cwd()): string[] {
  return [itemSetsDir(), join(/* turbopackIgnore: true */ root, "samples/item-sets")];
}

async function isSetDir(dir: string): Promise<boolean> {
  return (await stat(join(dir, SET_FILES.manifest)).catch(() => null))?.isFile() ?? false;
}

const ITEM_SET: DirectoryKind = {
  name: "an item set",
  files: new Set(Object.values(SET_FILES)),
  stands: isSetDir,
};

async function withEngine<T>(use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openNodeEngine();
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

async function readManifest(
  dir: string,
): Promise<{ readonly manifest: SetManifest | null; readonly faults: readonly SetFault[] }> {
  const where = SET_FILES.manifest;
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(dir, where), "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? `is not JSON (${error.message})` : "cannot be read";
    return { manifest: null, faults: [{ what: "file", where, why }] };
  }
  const parsed = setManifestSchema.safeParse(content);
  if (parsed.success) return { manifest: parsed.data, faults: [] };
  const faults = parsed.error.issues.map(({ path, message }) => ({
    what: path.join(".") || "file",
    where,
    why: message,
  }));
  return { manifest: null, faults };
}

interface Loaded {
  readonly set: ItemSet | null;
  readonly faults: readonly SetFault[];
}

/** Reads a directory and all that is wrong with it; no set where its shape is wrong. */
async function load(dir: string): Promise<Loaded> {
  const { manifest, faults } = await readManifest(dir);
  if (!manifest) return { set: null, faults };
  const { faults: broken, ...tables } = await withEngine((engine) =>
    readTables(engine, dir, manifest.kind),
  );
  if (broken.length > 0) return { set: null, faults: broken };
  const parts = { manifest, ...tables };
  return { set: { hash: itemSetHash(parts), ...parts }, faults: contentFaults(parts) };
}

function nameFaults({ set }: Loaded, dir: string): SetFault[] {
  const name = basename(dir);
  if (!set || name === set.hash) return [];
  return [
    { what: "hash", where: name, why: `is not the directory's name: what it holds is ${set.hash}` },
  ];
}

/**
 * Reads an item set.
 * @param dir its directory, named by the set's hash
 * @throws BrokenSetError where anything is wrong with it, its name included
 */
export async function readItemSet(dir: string): Promise<ItemSet> {
  const loaded = await load(dir);
  const faults = [...loaded.faults, ...nameFaults(loaded, dir)];
  if (!loaded.set || faults.length > 0) throw new BrokenSetError(dir, faults);
  return loaded.set;
}

/**
 * All that is wrong with an item set: files and fields that cannot be read, contents (see
 * `contentFaults`), and a hash that is not the directory's name. Empty for a sound one.
 */
export async function verifyItemSet(dir: string): Promise<SetFault[]> {
  const loaded = await load(dir);
  return [...loaded.faults, ...nameFaults(loaded, dir)];
}

async function fillDir(dir: string, parts: ItemSetParts): Promise<void> {
  await withEngine((engine) => writeTables(engine, dir, parts));
  // Last, since it is what makes the directory an item set.
  await writeFile(join(dir, SET_FILES.manifest), `${JSON.stringify(parts.manifest, null, 2)}\n`);
}

/**
 * Writes an item set into `parent`, in one step, as a directory named by its hash. A set that is
 * there already stays; one that is there and broken is replaced.
 * @param parent made when missing
 * @throws BrokenSetError where something is wrong with the parts
 */
export async function writeItemSet(parent: string, parts: ItemSetParts): Promise<ItemSet> {
  const hash = itemSetHash(parts);
  const dir = join(parent, hash);
  const faults = contentFaults(parts);
  if (faults.length > 0) throw new BrokenSetError(dir, faults);
  const there = await isSetDir(dir);
  if (there && (await verifyItemSet(dir)).length === 0) return { hash, ...parts };
  await placeDirectory(dir, ITEM_SET, there, async (fresh) => {
    await fillDir(fresh, parts);
    // What a file cannot hold must not be found out by whoever reads it.
    const written = await load(fresh);
    if (written.set?.hash !== hash)
      throw new BrokenSetError(dir, [
        ...written.faults,
        { what: "hash", where: hash, why: "is not that of what was written" },
      ]);
  });
  return { hash, ...parts };
}

/** An item set as a list shows it. */
export interface ListedSet {
  readonly hash: string;
  readonly dir: string;
  readonly manifest: SetManifest;
}

export interface ListedSets {
  readonly sets: readonly ListedSet[];
  readonly broken: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * The item sets of some directories, by their set.json alone (`readItemSet` reads and checks one).
 * A set that stands in several is listed where it stands first. A directory that is not there holds none.
 */
export async function listItemSets(dirs: readonly string[]): Promise<ListedSets> {
  const sets = new Map<string, ListedSet>();
  const broken: { path: string; reason: string }[] = [];
  for (const parent of dirs) {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((e) => e.isDirectory() && HASH_NAME.test(e.name));
    for (const hash of names.map((e) => e.name).sort()) {
      if (sets.has(hash)) continue;
      const dir = join(parent, hash);
      const { manifest, faults } = await readManifest(dir);
      if (manifest) sets.set(hash, { hash, dir, manifest });
      else broken.push({ path: dir, reason: faults.map(faultLine).join("; ") });
    }
  }
  return { sets: [...sets.values()], broken };
}

/**
 * The directory of the item set with this hash.
 * @throws Error in one line where none of the directories has it
 */
export async function findItemSet(hash: string, dirs: readonly string[]): Promise<string> {
  if (HASH_NAME.test(hash))
    for (const parent of dirs) {
      const dir = join(parent, hash);
      if (await isSetDir(dir)) return dir;
    }
  throw new Error(`no item set "${hash}" in ${dirs.join(" or ")}`);
}
