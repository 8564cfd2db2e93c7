import type { z } from "zod";
import { clip } from "@/lib/records/importers/fault";
import { readJsonLines } from "@/lib/records/importers/jsonl";
import type { Reject } from "@/lib/records/importers/session";
import type { ImportSource, StreamHash } from "@/lib/records/importers/source";
import { portableSha256 } from "@/lib/records/hashes";

/** The rows of a JSONL file, each checked, and the file's hash. */
export interface SourceRows<Row> {
  readonly name: string;
  readonly rows: readonly { readonly line: number; readonly row: Row }[];
  readonly rejects: readonly Reject[];
  readonly sha256: string;
}

async function* hashed(stream: AsyncIterable<Uint8Array>, hash: StreamHash) {
  for await (const chunk of stream) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Reads a JSONL file, one object a line; a line that the schema refuses becomes a reject. */
export async function readSourceRows<S extends z.ZodType>(
  source: ImportSource,
  schema: S,
): Promise<SourceRows<z.output<S>>> {
  const rows: { line: number; row: z.output<S> }[] = [];
  const rejects: Reject[] = [];
  const file = source.name;
  const hash = source.sha256?.() ?? portableSha256();
  await readJsonLines(
    hashed(source.stream(), hash),
    (line, object) => {
      const read = schema.safeParse(object);
      if (read.success) rows.push({ line, row: read.data });
      else {
        const [issue] = read.error.issues;
        const column = issue?.path.join(".") || null;
        const [field] = issue?.path ?? [];
        const value = clip(typeof field === "string" ? object[field] : object);
        rejects.push({ file, line, column, value, reason: issue?.message ?? "not valid" });
      }
    },
    (line, { column, value, message }) =>
      rejects.push({ file, line, column, value: clip(value), reason: message }),
    () => Promise.resolve(),
  );
  return { name: file, rows, rejects, sha256: hash.hex() };
}
