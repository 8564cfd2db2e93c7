import { z } from "zod";

/**
 * Dropped files in the origin's private file system, so that they survive a reload. It is a cache:
 * where the browser refuses, or its room is used up, everything works but for that.
 */
export interface FileCache {
  /** Files that this tab kept, in the order of their drops. */
  saved(): Promise<readonly SavedFiles[]>;
  /** Files of `saved` were read, or given up. A tab that dies before is not made to die again. */
  settled(key: string): void;
  /** @returns the key to remove them by; null where they could not be kept. */
  keep(files: readonly File[]): Promise<string | null>;
  remove(key: string): Promise<void>;
}

export interface SavedFiles {
  readonly key: string;
  readonly files: readonly File[];
}

const ROOT = "dropped";
const META = "meta.json";
const TAB_KEY = "foilscope-tab";
/** Tabs that were closed leave their files behind: they go after a week. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Marks files that are being read again. */
const READING = "foilscope-reading ";

/** Whether the reading of these files ended with the tab itself; marks them as being read. */
function diedReading(key: string): boolean {
  const died = sessionStorage.getItem(READING + key) !== null;
  sessionStorage.setItem(READING + key, "1");
  // A reload in the middle is no death.
  addEventListener("pagehide", () => sessionStorage.removeItem(READING + key));
  return died;
}

const metaSchema = z.strictObject({
  tab: z.string(),
  kept: z.number(),
  files: z.array(z.strictObject({ name: z.string(), type: z.string() })),
});
type Meta = z.infer<typeof metaSchema>;

/** A name that a reload keeps and another tab does not share. */
function tabId(): string {
  const known = sessionStorage.getItem(TAB_KEY);
  if (known !== null) return known;
  const fresh = crypto.randomUUID();
  sessionStorage.setItem(TAB_KEY, fresh);
  return fresh;
}

async function write(dir: FileSystemDirectoryHandle, name: string, content: Blob): Promise<void> {
  const file = await dir.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  try {
    await stream.write(content);
  } finally {
    await stream.close();
  }
}

async function readMeta(dir: FileSystemDirectoryHandle): Promise<Meta | null> {
  try {
    const file = await (await dir.getFileHandle(META)).getFile();
    const meta = metaSchema.safeParse(JSON.parse(await file.text()));
    return meta.success ? meta.data : null;
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

const root = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT, { create: true });

/** The cache of this tab. */
export const tabFileCache: FileCache = {
  async saved() {
    try {
      const dir = await root();
      const found: (SavedFiles & { kept: number })[] = [];
      for await (const [key, entry] of dir.entries()) {
        if (entry.kind !== "directory") continue;
        const meta = await readMeta(entry as FileSystemDirectoryHandle);
        // Half written, or left behind.
        if (!meta || Date.now() - meta.kept > KEPT_MS) {
          await dir.removeEntry(key, { recursive: true });
          continue;
        }
        if (meta.tab !== tabId()) continue;
        if (diedReading(key)) {
          await this.remove(key);
          continue;
        }
        const files = await readFiles(entry as FileSystemDirectoryHandle, meta);
        found.push({ key, files, kept: meta.kept });
      }
      return found.sort((a, b) => a.kept - b.kept);
    } catch {
      return [];
    }
  },

  settled(key) {
    sessionStorage.removeItem(READING + key);
  },

  async keep(files) {
    const key = crypto.randomUUID();
    try {
      const dir = await (await root()).getDirectoryHandle(key, { create: true });
      for (const [index, file] of files.entries()) await write(dir, String(index), file);
      const meta: Meta = {
        tab: tabId(),
        kept: Date.now(),
        files: files.map(({ name, type }) => ({ name, type })),
      };
      // Last: without it the rest counts for nothing.
      await write(dir, META, new Blob([JSON.stringify(meta)]));
      return key;
    } catch {
      await this.remove(key);
      return null;
    }
  },

  async remove(key) {
    this.settled(key);
    try {
      await (await root()).removeEntry(key, { recursive: true });
    } catch {
      // It is gone already, or the browser keeps no files at all.
    }
  },
};

/** Keeps nothing: for programs that hold no tab. */
export const noFileCache: FileCache = {
  saved: () => Promise.resolve([]),
  settled: () => undefined,
  keep: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
};
