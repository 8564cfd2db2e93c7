import { portableSha256 } from "@/lib/records/hashes";
import { MANIFESTS_KEY, manifestSchema } from "@/lib/records/manifest";
import { readTable } from "./csv";
import { BOM_LENGTH, detectFormat, hasBom } from "./detect";
import { FileFault, type Fault } from "./fault";
import { InspectArchive, isInspectArchive, wasInspectArchive } from "./inspect-archive";
import { readInspectJson } from "./inspect-json";
import { readJsonElements, readJsonLines } from "./jsonl";
import { MinimalReader } from "./minimal-reader";
import { ObjectReader } from "./object-reader";
import { readParquet } from "./parquet";
import type { ImportedFile, ImportSession } from "./session";
import { bytesSource, type ImportSource, type StreamHash } from "./source";
import { TableReader } from "./table-reader";
import { zipMembers } from "./zip";
import { zipDirectory, type PackedFile } from "./zip-directory";
import { assertNoTrap } from "./zip-trap";

const HEAD_BYTES = 64 << 10;
const NO_DIRECTORY =
  "the archive is cut off or broken: its list of files is missing or cannot be read, so that there may be more in it than was read";
const NO_END =
  "the end of the archive is missing or broken, and an Inspect AI log cannot be read without it: Inspect's own recovery makes one that can";

export interface FileProgress {
  /** Bytes read of the file as it lies on the disk. */
  readonly bytes: number;
  readonly rows: number;
}

interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: FileProgress) => void;
}

/** A stream whose first bytes can be looked at before it is read. */
async function peek(
  stream: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; all: () => AsyncGenerator<Uint8Array> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const step = await iterator.next();
    if (step.done === true) break;
    parts.push(step.value);
    length += step.value.length;
  }
  const head = new Uint8Array(length);
  parts.reduce((at, part) => (head.set(part, at), at + part.length), 0);
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    for (;;) {
      const step = await iterator.next();
      if (step.done === true) return;
      yield step.value;
    }
  }
  return { head, all };
}

/** Hashes what passes. Leaving a loop over it early does not close it, so that it can be drained. */
function hashed(stream: AsyncIterable<Uint8Array>, hash: StreamHash): AsyncIterable<Uint8Array> {
  const iterator = stream[Symbol.asyncIterator]();
  const next = async () => {
    const step = await iterator.next();
    if (step.done !== true) hash.update(step.value);
    return step;
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

async function* withoutBom(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first = true;
  for await (const chunk of stream) {
    yield first && hasBom(chunk) ? chunk.subarray(BOM_LENGTH) : chunk;
    first = false;
  }
}

async function drain(stream: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of stream) parts.push(chunk as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

class FileReader {
  constructor(
    private readonly session: ImportSession,
    private readonly source: ImportSource,
    private readonly options: ReadOptions,
  ) {}

  private readonly between = async (): Promise<void> => {
    this.options.signal?.throwIfAborted();
    await this.session.sink.flushIfFull();
  };

  private report(bytes: number): void {
    this.options.onProgress?.({ bytes, rows: this.session.sink.taken });
  }

  private async *counted(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of stream) {
      bytes += chunk.length;
      yield chunk;
      this.report(bytes);
    }
  }

  async read(): Promise<void> {
    const { source, session } = this;
    const { head, all } = await peek(this.counted(source.stream()));
    if (detectFormat(source.name, head).kind !== "zip") {
      await this.guarded(session.openFile(source.name), (file) =>
        this.content(file, source, head, all()),
      );
      return;
    }
    const directory = await zipDirectory(source);
    if (directory) assertNoTrap(directory, source.size);
    if (!directory && wasInspectArchive(source.name, head)) throw new FileFault(NO_END);
    if (directory && isInspectArchive(directory.map(({ name }) => name))) {
      await this.guarded(session.openFile(source.name), (file) =>
        this.inspectArchive(file, directory, all()),
      );
      return;
    }
    let members = 0;
    for await (const member of zipMembers(all())) {
      members += 1;
      await this.guarded(session.openFile(`${source.name}/${member.name}`), async (file) => {
        const stream = member.stream();
        const inner = await peek(stream);
        await this.content(file, null, inner.head, inner.all());
      });
    }
    if (!directory) throw new FileFault(NO_DIRECTORY);
    if (members === 0) throw new FileFault("the archive holds no file");
  }

  /** A file that breaks off is a reject; what was read before it broke stays. */
  private async guarded(
    file: ImportedFile,
    read: (file: ImportedFile) => Promise<void>,
  ): Promise<void> {
    try {
      await read(file);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      this.session.reject(file, error.line, { column: null, value: null, message: error.message });
    }
  }

  private async content(
    file: ImportedFile,
    source: ImportSource | null,
    head: Uint8Array,
    stream: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await this.closing(file, stream, async (bytes) => {
      const { sink } = this.session;
      const before = sink.taken;
      await this.records(file, source, head, bytes);
      if (sink.taken === before && file.rejectCount === 0 && !file.beside)
        throw new FileFault("there are no rows in it, only column names or an empty list");
    });
  }

  /**
   * Hashes a file while it is read. One that broke off is hashed to its end all the same: the hash
   * names its runs.
   */
  private async closing(
    file: ImportedFile,
    stream: AsyncIterable<Uint8Array>,
    read: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  ): Promise<void> {
    const hash = this.source.sha256?.() ?? portableSha256();
    const bytes = hashed(stream, hash);
    let fault: FileFault | null = null;
    try {
      await read(bytes);
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      fault = error;
    }
    await drain(bytes);
    this.session.close(file, hash.hex());
    if (fault) throw fault;
  }

  /** A log whose samples are read where they lie in the archive. */
  private async inspectArchive(
    file: ImportedFile,
    directory: readonly PackedFile[],
    stream: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const archive = new InspectArchive(this.session, file, this.source, directory);
    await this.closing(file, stream, () =>
      archive.read(async (bytes) => {
        await this.between();
        this.report(bytes);
      }),
    );
  }

  private async records(
    file: ImportedFile,
    source: ImportSource | null,
    head: Uint8Array,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const { session, between } = this;
    const format = detectFormat(file.name, head);
    const reject = (line: number, fault: Fault) => session.reject(file, line, fault);
    switch (format.kind) {
      case "table": {
        const reader = new TableReader(session, file);
        await readTable(withoutBom(bytes), format.delimiter, reader, reject, between);
        reader.end();
        return;
      }
      case "jsonl": {
        const reader = new ObjectReader(session, file);
        await readJsonLines(withoutBom(bytes), reader.object, reject, between);
        reader.end();
        return;
      }
      case "json": {
        const reader = new ObjectReader(session, file);
        const text = withoutBom(bytes);
        const at = (element: number | null) => {
          file.part = element === null ? null : `element ${element}`;
        };
        const end = await readJsonElements(text, format.list, at, reader.object, reject, between);
        reader.end();
        if (!end.closed)
          session.warn("cut_off", `${file.name} ends before its array does: rows may be missing`);
        return;
      }
      case "inspect":
        await readInspectJson(session, file, withoutBom(bytes), between);
        return;
      case "parquet": {
        // Parquet is read from its end: an archive's member must be unpacked first.
        const whole = source ?? bytesSource(file.name, await collect(bytes));
        await this.parquet(file, whole);
        return;
      }
      case "zip":
        throw new FileFault("an archive inside an archive is not read");
    }
  }

  private async parquet(file: ImportedFile, source: ImportSource): Promise<void> {
    const { session } = this;
    const reader = new MinimalReader(session, file);
    await readParquet(
      source,
      {
        columns: (names, texts) => {
          this.takeManifests(texts.get(MANIFESTS_KEY));
          reader.columns(names);
        },
        row: (line, values) => reader.row(line, values),
      },
      async (done) => {
        await this.between();
        this.report(done);
      },
    );
    reader.end();
  }

  private takeManifests(text: string | undefined): void {
    if (text === undefined) return;
    const manifests = manifestSchema.array().safeParse(parsed(text));
    if (!manifests.success) return;
    for (const manifest of manifests.data) this.session.manifests.set(manifest.run_id, manifest);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Reads one file, or every file of an archive, into the session. */
export async function readFile(
  session: ImportSession,
  source: ImportSource,
  options: ReadOptions,
): Promise<void> {
  try {
    await new FileReader(session, source, options).read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const file = session.openFile(source.name);
    session.reject(file, error.line, { column: null, value: null, message: error.message });
  }
}
