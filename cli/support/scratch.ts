import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { makeWorkDir, removeWorkDir } from "@/lib/records/store/work-dirs";

/** How an engine that only loads is set: it works on disk, and what it keeps is a small cache. */
const IMPORT_SETTINGS = [
  "memory_limit = '128MB'",
  "threads = 2",
  "preserve_insertion_order = false",
];
const SETTINGS = ["memory_limit = '2GB'"];

async function withEngine<T>(
  settings: readonly string[],
  run: (engine: Engine) => Promise<T>,
): Promise<T> {
  const dir = makeWorkDir(join(tmpdir(), "foilscope-"));
  try {
    const engine = await openNodeEngine(join(dir, "scratch.duckdb"));
    try {
      for (const setting of settings) await engine.exec(`SET ${setting}`);
      return await run(engine);
    } finally {
      await engine.close();
    }
  } finally {
    await removeWorkDir(dir);
  }
}

/**
 * Runs with an engine whose database lies in a temporary directory, so that memory does not grow
 * with what is loaded. The directory is gone afterwards.
 */
export function withScratchEngine<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
  return withEngine(SETTINGS, run);
}

/** The same for an import: a file of any size passes through about 128 MB. */
export function withImportEngine<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
  return withEngine(IMPORT_SETTINGS, run);
}
