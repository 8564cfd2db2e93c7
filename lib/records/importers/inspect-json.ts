import { Fault, FileFault } from "./fault";
import { assertPositions, inspectHeader } from "./inspect-header";
import { InspectReader } from "./inspect-reader";
import { parsedBytes } from "./inspect-text";
import { isObject } from "./json";
import { LogSplitter, type LogPiece } from "./log-splitter";
import type { ImportedFile, ImportSession } from "./session";

const HEADER_FIELDS = ["status", "eval", "plan", "stats"];

/** Reads a log that is one JSON object, without holding more than one sample of it. */
export async function readInspectJson(
  session: ImportSession,
  file: ImportedFile,
  stream: AsyncIterable<Uint8Array>,
  between: () => Promise<void>,
): Promise<void> {
  const header: Record<string, unknown> = {};
  const log: { reader: InspectReader | null } = { reader: null };
  const open = (): InspectReader => {
    const read = inspectHeader(header);
    assertPositions(read);
    return new InspectReader(session, file, read);
  };
  const field = (text: Uint8Array): void => {
    const object = parsedBytes(wrapped(text));
    if (!isObject(object)) return;
    for (const name of HEADER_FIELDS) if (name in object) header[name] = object[name];
  };
  const splitter = new LogSplitter("samples", ({ kind, text, line, torn }: LogPiece) => {
    try {
      if (torn) throw new Fault(null, null, "cut off");
      if (kind === "field") field(text);
      else (log.reader ??= open()).sample(line, parsedBytes(text));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      session.reject(file, line, error);
    }
  });
  for await (const chunk of stream) {
    splitter.push(chunk);
    await between();
  }
  splitter.end();
  log.reader?.end();
  if (!splitter.closed)
    session.warn("cut_off", `${file.name} ends before its log does: samples may be missing`);
  if (log.reader === null) {
    open();
    throw new FileFault("the Inspect AI log holds no sample (it may have been written without)");
  }
}

/** A field as an object of its own. */
function wrapped(field: Uint8Array): Uint8Array {
  const object = new Uint8Array(field.length + 2);
  object[0] = 0x7b;
  object.set(field, 1);
  object[object.length - 1] = 0x7d;
  return object;
}
