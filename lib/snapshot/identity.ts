import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { CUBE_TABLES, ROW_TABLES } from "@/lib/cubes/schema";

/** Raised by hand when the same runs would compile to other rows or files. */
const REVISION = 6;

/** The newest storage format that DuckDB-wasm 1.32 (DuckDB 1.4) attaches; a test pins the pair. */
export const STORAGE_VERSION = "v1.4.0";

const SHORT = 16;

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, SHORT);
}

/** Changes whenever a table's columns do. */
export const COMPILER_VERSION = `${REVISION}-${shortHash(JSON.stringify([CUBE_TABLES, ROW_TABLES]))}`;

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/**
 * The id of the snapshot that compiling these files gives: a hash of their contents, whatever their
 * place or order, and of the compiler.
 */
export async function snapshotId(files: readonly string[]): Promise<string> {
  const hashes = await Promise.all(files.map(hashFile));
  return shortHash(JSON.stringify([COMPILER_VERSION, STORAGE_VERSION, hashes.sort()]));
}
