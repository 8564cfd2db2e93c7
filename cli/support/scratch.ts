import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";

/** What DuckDB keeps in memory; the rest of a large import lies in the scratch file. */
const MEMORY_LIMIT = "1GB";

/**
 * Runs with an engine whose database lies in a temporary directory, so that memory does not grow
 * with what is imported. The directory is gone afterwards.
 */
export async function withScratchEngine<T>(run: (engine: Engine) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "foilscope-"));
  try {
    const engine = await openNodeEngine(join(dir, "scratch.duckdb"));
    try {
      await engine.exec(`SET memory_limit = '${MEMORY_LIMIT}'`);
      return await run(engine);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
