import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress } from "node:zlib";

/** Suffix of a file's compressed twin. */
const ENCODED_SUFFIX = ".br";

/**
 * Writes the Brotli twin of a file beside it.
 * Quality 4: DuckDB has packed the columns already, more effort gains little.
 * @returns bytes of the twin.
 */
export async function encodeFile(path: string): Promise<number> {
  const { size } = await stat(path);
  await pipeline(
    createReadStream(path),
    createBrotliCompress({
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: size,
      },
    }),
    createWriteStream(path + ENCODED_SUFFIX),
  );
  return (await stat(path + ENCODED_SUFFIX)).size;
}
