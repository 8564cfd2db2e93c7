import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { ImportSource, StreamHash } from "@/lib/records/importers/source";

const CHUNK_BYTES = 1 << 20;

function nodeSha256(): StreamHash {
  const hash = createHash("sha256");
  return { update: (bytes) => hash.update(bytes), hex: () => hash.digest("hex") };
}

/**
 * A file on the disk as a source.
 * @throws Error in one line when it is no readable file.
 */
export async function pathSource(path: string): Promise<ImportSource> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new Error(`${path}: no such file`);
  return {
    name: basename(path),
    size: found.size,
    stream: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>,
    slice: async (start, end) => {
      const file = await open(path);
      try {
        const bytes = new Uint8Array(end - start);
        await file.read(bytes, 0, bytes.length, start);
        return bytes;
      } finally {
        await file.close();
      }
    },
    sha256: nodeSha256,
  };
}
