import { z } from "zod";
import type { FileCache, LostFiles, SavedFiles } from "./file-cache";
import { claimTabName, whileClosed } from "./tab-name";

/** What a browser has to keep things in. Each may throw: site data can be blocked. */
export interface TabRooms {
  readonly directory: () => Promise<FileSystemDirectoryHandle>;
  readonly locks: () => LockManager;
  readonly session: () => Storage;
  /** Calls when the page goes in good order: closed, reloaded, left. */
  readonly onLeave: (listener: () => void) => void;
  /** For how long a reload waits for the page before it. */
  readonly patience: () => AbortSignal;
}

/** Layout: `dropped/<tab>/<drop>/`, the files by number; beside the drops, when they were used. */
const ROOT = "dropped";
const META = "meta.json";
const USED = "used";
/** Tabs that were closed may come back: what they left goes after a week. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** In the session's storage: marks files that are being read again. */
const READING = "foilscope-reading ";

const metaSchema = z.strictObject({
  kept: z.number(),
  files: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});
type Meta = z.infer<typeof metaSchema>;

async function write(dir: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const file = await dir.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  try {
    await stream.write(content);
    await stream.close();
  } catch (error) {
    await stream.abort().catch(() => undefined);
    throw error;
  }
}

async function readText(dir: FileSystemDirectoryHandle, name: string): Promise<string> {
  return (await (await dir.getFileHandle(name)).getFile()).text();
}

async function readMeta(dir: FileSystemDirectoryHandle): Promise<Meta | null> {
  try {
    return metaSchema.parse(JSON.parse(await readText(dir, META)));
  } catch {
    return null;
  }
}

async function readFiles(dir: FileSystemDirectoryHandle, meta: Meta): Promise<File[]> {
  return Promise.all(
    meta.files.map(async ({ name, type }, index) => {
      const stored = await (await dir.getFileHandle(String(index))).getFile();
      return new File([stored], name, { type });
    }),
  );
}

/** The directories in one, listed before anything is done to them. */
async function directoriesIn(
  dir: FileSystemDirectoryHandle,
): Promise<(readonly [string, FileSystemDirectoryHandle])[]> {
  const found: (readonly [string, FileSystemDirectoryHandle])[] = [];
  for await (const [name, entry] of dir.entries())
    if (entry.kind === "directory") found.push([name, entry as FileSystemDirectoryHandle]);
  return found;
}

async function markUsed(dir: FileSystemDirectoryHandle): Promise<void> {
  await write(dir, USED, new Blob([String(Date.now())]));
}

/** When a tab last used what it kept; long ago where nothing says so. */
async function usedAt(dir: FileSystemDirectoryHandle): Promise<number> {
  try {
    return Number(await readText(dir, USED));
  } catch {
    return 0;
  }
}

/** The cache of one tab, in the origin's private file system. */
export function tabFiles(rooms: TabRooms): FileCache {
  let name: Promise<string> | null = null;
  const tabName = () => (name ??= claim());
  const claim = async () => claimTabName(rooms.locks(), rooms.session(), rooms.patience());
  const root = async () => (await rooms.directory()).getDirectoryHandle(ROOT, { create: true });
  const ownDirectory = async (create: boolean) =>
    (await root()).getDirectoryHandle(await tabName(), { create });

  const mark = (change: (session: Storage) => void) => {
    try {
      change(rooms.session());
    } catch {
      // Without a session's storage nothing is kept, and nothing read again.
    }
  };
  const diedReading = (key: string) => rooms.session().getItem(READING + key) !== null;
  const reading = new Set<string>();
  // A reload in the middle is no death.
  const onLeave = () =>
    mark((session) => {
      for (const key of reading) session.removeItem(READING + key);
    });

  /** Removes what closed tabs left long ago; each for itself, since one may be stuck. */
  const sweep = async (): Promise<void> => {
    const all = await root();
    const own = await tabName();
    for (const [tab, dir] of await directoriesIn(all)) {
      if (tab === own) continue;
      const clear = async () => {
        if (Date.now() - (await usedAt(dir)) > KEPT_MS)
          await all.removeEntry(tab, { recursive: true });
      };
      await whileClosed(rooms.locks(), tab, clear).catch(() => undefined);
    }
  };

  const cache: FileCache = {
    async saved() {
      const found: (SavedFiles & { kept: number })[] = [];
      const lost: LostFiles[] = [];
      const giveUp = async (key: string, meta: Meta, why: string) => {
        lost.push({ files: meta.files.map((file) => file.name), why });
        await cache.remove(key);
      };
      try {
        sweep().catch(() => undefined);
        const own = await ownDirectory(false);
        await markUsed(own);
        for (const [key, dir] of await directoriesIn(own)) {
          const meta = await readMeta(dir);
          // Half written: the page went before the copy was whole.
          if (!meta) await cache.remove(key);
          else if (diedReading(key))
            await giveUp(key, meta, "the page ended while reading it the last time");
          else
            try {
              found.push({ key, files: await readFiles(dir, meta), kept: meta.kept });
            } catch {
              await giveUp(key, meta, "the browser's copy of it cannot be read");
            }
        }
      } catch {
        // This tab kept nothing, or the browser keeps nothing at all.
      }
      return { files: found.sort((a, b) => a.kept - b.kept), lost };
    },

    begin(key) {
      if (reading.size === 0) rooms.onLeave(onLeave);
      reading.add(key);
      mark((session) => session.setItem(READING + key, "1"));
    },

    settled(key) {
      reading.delete(key);
      mark((session) => session.removeItem(READING + key));
    },

    async keep(files) {
      const kept = Date.now();
      let key: string | null = null;
      try {
        const own = await ownDirectory(true);
        await markUsed(own);
        key = crypto.randomUUID();
        const dir = await own.getDirectoryHandle(key, { create: true });
        for (const [index, file] of files.entries()) await write(dir, String(index), file);
        const meta: Meta = { kept, files: files.map(({ name, type }) => ({ name, type })) };
        // Last: without it the rest counts for nothing.
        await write(dir, META, new Blob([JSON.stringify(meta)]));
        return key;
      } catch {
        if (key !== null) await cache.remove(key);
        return null;
      }
    },

    async remove(key) {
      cache.settled(key);
      try {
        await (await ownDirectory(false)).removeEntry(key, { recursive: true });
      } catch {
        // It is gone already, or the browser keeps no files at all.
      }
    },
  };
  return cache;
}

/** The cache of this tab. */
export const tabFileCache: FileCache = tabFiles({
  directory: async () => navigator.storage.getDirectory(),
  locks: () => navigator.locks,
  session: () => sessionStorage,
  onLeave: (listener) => addEventListener("pagehide", listener),
  patience: () => AbortSignal.timeout(2000),
});
