import { FileFault } from "./fault";

/** Hashes a stream piece by piece. */
export interface StreamHash {
  update(bytes: Uint8Array): void;
  /** Lower-case hexadecimal; called once, at the end. */
  hex(): string;
}

/** Bytes of one file: a File in the browser, a path in Node. */
export interface ImportSource {
  /** Base name, as people know the file. */
  readonly name: string;
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  slice(start: number, end: number): Promise<Uint8Array>;
  /** A faster SHA-256 than the portable one, where the platform has it. */
  sha256?(): StreamHash;
}

/** A dropped folder looks like a file until it is read, and a file may change after it was dropped. */
const unreadable = () =>
  // The browser's own words ("network error") would lead astray.
  new FileFault(
    "it cannot be read: it is a folder, or it was changed or moved since. Of a folder, give the files",
  );

/** A source over a File or Blob, which the browser and Node both have. */
export function blobSource(name: string, blob: Blob): ImportSource {
  return {
    name,
    size: blob.size,
    stream: () => chunksOf(blob.stream()),
    slice: async (start, end) => {
      const part = blob.slice(start, end).arrayBuffer();
      return new Uint8Array(
        await part.catch(() => {
          throw unreadable();
        }),
      );
    },
  };
}

/** A source over bytes in memory. */
export function bytesSource(name: string, bytes: Uint8Array): ImportSource {
  return blobSource(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
}

// Safari has no async iteration of streams.
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw unreadable();
      });
      if (done) return;
      yield value;
    }
  } finally {
    // One that failed is ended already.
    await reader.cancel().catch(() => undefined);
  }
}
