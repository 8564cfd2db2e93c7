import { Fault, FileFault } from "./fault";
import { assertPositions, inspectHeader } from "./inspect-header";
import { InspectReader } from "./inspect-reader";
import { parsedBytes } from "./inspect-text";
import { isObject } from "./json";
import type { ImportedFile, ImportSession } from "./session";
import type { ImportSource } from "./source";
import { leadingNames, type PackedFile } from "./zip-directory";
import { readZipFile } from "./zip-file";

const HEADER = "header.json";
/** What a log has from its first moment on; one that crashed may have no other header. */
const START = "_journal/start.json";
/** A sample is one file, or a folder of them whose `sample.json` holds what is read. */
const SAMPLE = /^samples\/.+_epoch_\d+\.json$/;
const IN_PARTS = /^(samples\/.+_epoch_\d+)\/sample\.json$/;
const ATTACHMENTS = /^(samples\/.+_epoch_\d+)\/attachments\/(\d+)\.json$/;

/** Whether an archive of files of these names is an Inspect AI log (`.eval`). */
export function isInspectArchive(names: readonly string[]): boolean {
  if (names.includes(START)) return true;
  return names.includes(HEADER) && names.some((name) => name.startsWith("samples/"));
}

/** Whether an archive without a directory began as a log, by its name and its first bytes. */
export function wasInspectArchive(name: string, head: Uint8Array): boolean {
  return /\.eval$/i.test(name) || isInspectArchive(leadingNames(head));
}

/** Reads the samples of an archive one after another; a broken one is a reject of its own. */
export class InspectArchive {
  /** By name: where a name stands twice, the last one counts. */
  private readonly files: ReadonlyMap<string, PackedFile>;
  /** Of samples in parts, by their folder: files of texts, each with the number of its first. */
  private readonly attachmentsOf = new Map<string, { first: number; file: PackedFile }[]>();

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
    private readonly source: ImportSource,
    files: readonly PackedFile[],
  ) {
    this.files = new Map(files.map((entry) => [entry.name, entry]));
    for (const entry of this.files.values()) {
      const [, folder, first] = ATTACHMENTS.exec(entry.name) ?? [];
      if (folder === undefined) continue;
      const parts = this.attachmentsOf.get(folder) ?? [];
      this.attachmentsOf.set(folder, [...parts, { first: Number(first), file: entry }]);
    }
  }

  /** @param between is told the packed bytes that were read so far */
  async read(between: (bytes: number) => Promise<void>): Promise<void> {
    const { session, file } = this;
    const header = inspectHeader(await this.headerValue());
    assertPositions(header);
    const reader = new InspectReader(session, file, header);
    let bytes = 0;
    let samples = 0;
    for (const entry of this.files.values()) {
      bytes += entry.packed;
      const folder = IN_PARTS.exec(entry.name)?.[1];
      if (folder === undefined && !SAMPLE.test(entry.name)) continue;
      samples += 1;
      try {
        reader.sample(null, await this.sampleValue(entry, folder ?? null));
      } catch (error) {
        if (!(error instanceof Fault || error instanceof FileFault)) throw error;
        session.reject(file, null, {
          column: null,
          value: null,
          message: `${entry.name}: ${error.message}`,
        });
      }
      await between(bytes);
    }
    reader.end();
    if (samples === 0)
      throw new FileFault("the Inspect AI log holds no sample: it ended before one was written");
  }

  private async headerValue(): Promise<unknown> {
    const entry = this.files.get(HEADER) ?? this.files.get(START);
    if (!entry) throw new FileFault("the Inspect AI log has no header");
    try {
      return parsedBytes(await readZipFile(this.source, entry));
    } catch (error) {
      if (!(error instanceof Fault || error instanceof FileFault)) throw error;
      throw new FileFault(`${entry.name}: ${error.message}`);
    }
  }

  /** @param folder of a sample in several files, whose long texts lie in files of their own */
  private async sampleValue(entry: PackedFile, folder: string | null): Promise<unknown> {
    const value = parsedBytes(await readZipFile(this.source, entry));
    if (folder === null || !isObject(value)) return value;
    const attachments: Record<string, string> = {};
    for (const part of this.attachmentsOf.get(folder) ?? []) {
      const texts = parsedBytes(await readZipFile(this.source, part.file));
      if (Array.isArray(texts))
        texts.forEach((text: unknown, i) => {
          if (typeof text === "string") attachments[part.first + i] = text;
        });
    }
    return { ...value, attachments };
  }
}
