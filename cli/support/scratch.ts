import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";

/** Imports stream: what DuckDB keeps of them is a cache, and a small one is enough. */
export const IMPORT_MEMORY = "256MB";

/**
 * Runs with an engine whose database lies in a temporary directory, so that memory does not grow
 * with what is loaded. The directory is gone afterwards.
 * @param memoryLimit what DuckDB may keep in memory; the rest lies in the directory
 */
export async function withScratchEngine<T>(
  run: (engine: Engine) => Promise<T>,
  memoryLimit = "2GB",
): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-"));
  try {
    const engine = await openNodeEngine(join(dir, "scratch.duckdb"));
    try {
      await engine.exec(`SET memory_limit = '${memoryLimit}'`);
      return await run(engine);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
