import { z } from "zod";
import {
  auditFields,
  correctionFields,
  instantSchema,
  judgementSchema,
  weightSchema,
  type JudgementField,
} from "@/lib/records/audit";
import { Fault, FileFault } from "./fault";
import { parsedBy } from "./paired-schema";
import type { ImportedFile, ImportSession } from "./session";
import { readBoolean, readNumber } from "./values";

type Row = Readonly<Record<string, unknown>>;

const { record_set, list_hash, stratum, item_id } = auditFields.shape;
const name = {
  benchmark: item_id.min(1),
  item_id: item_id.min(1),
  item_hash: item_id.min(1).nullable().default(null),
  record_set,
  list_hash: list_hash.default(null),
};
const judgement = judgementSchema.shape;

const recordLine = z.object({
  ...name,
  stratum,
  weight: weightSchema,
  // Null is unresolved: a line that leaves the answers out says nothing.
  answers: judgement.answers,
  polarity: judgement.polarity.default(null),
  clarity: judgement.clarity.default(null),
  key_support: judgement.key_support.default(null),
  duplicates: judgement.duplicates.default(null),
  section_fit: judgement.section_fit.default(null),
  borrowed: judgement.borrowed.default(null),
  notes: judgement.notes.default(null),
  reviewer: z.string().nullable().default(null),
  locked_at: instantSchema.nullable().default(null),
});

const { field, reason, by, at, citation } = correctionFields.shape;
const present = z.unknown().refine((value) => value !== undefined, "is missing");
const correctionLine = z.object({
  ...name,
  field,
  original: present,
  revised: present,
  reason,
  by,
  at,
  citation: citation.default(null),
});

const isCorrection = (row: Row): boolean =>
  row.kind === undefined ? "field" in row && "revised" in row : row.kind === "correction";

/** Whether fields of these names are those of a reviewer record, or of a correction of one. */
export function areAudit(has: (name: string) => boolean): boolean {
  return has("record_set") && (has("answers") || has("revised"));
}

/** Whether an object is a reviewer record, or a correction of one. */
export const isAudit = (row: Row): boolean => areAudit((name) => name in row);

/** Columns whose cells are JSON, as they are in a line of JSONL. */
const JSON_CELLS: ReadonlySet<string> = new Set(["answers", "borrowed", "original", "revised"]);
const FLAG_CELLS: ReadonlySet<string> = new Set(["key_support", "duplicates", "section_fit"]);
const KNOWN: ReadonlySet<string> = new Set([
  "kind",
  ...Object.keys(recordLine.shape),
  ...Object.keys(correctionLine.shape),
]);

/** A cell of a table as the value that a JSON object would have; an empty one is null. */
function cellValue(column: string, cell: unknown): unknown {
  if (typeof cell !== "string") return cell ?? null;
  if (cell === "") return null;
  if (column === "weight") {
    const weight = readNumber(cell);
    if (Number.isNaN(weight)) throw new Fault(column, cell, "is no number, such as 2.5");
    return weight;
  }
  if (FLAG_CELLS.has(column)) return readBoolean(cell) ?? cell;
  if (!JSON_CELLS.has(column)) return cell;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    throw new Fault(column, cell, "is no JSON, such as [0,3]");
  }
}

/**
 * Takes reviewer records and corrections, from tables or JSON objects. They are no responses: they
 * stand beside those of the items that they name.
 */
export class AuditReader {
  private columnNames: readonly string[] = [];
  private readonly ignored = new Set<string>();

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {
    file.beside = true;
  }

  /** @throws FileFault naming the columns that are missing */
  columns(names: readonly string[]): void {
    const needed = names.includes("answers")
      ? ["item_id", "record_set", "stratum", "weight", "answers"]
      : ["item_id", "record_set", "field", "original", "revised", "reason", "by", "at"];
    const missing = needed.filter((column) => !names.includes(column));
    if (missing.length > 0)
      throw new FileFault(`columns of reviewer records are missing: ${missing.join(", ")}`, 1);
    this.columnNames = names;
  }

  row(line: number, cells: ArrayLike<unknown>): void {
    this.guarded(line, () =>
      Object.fromEntries(
        this.columnNames.map((column, i) => [column, cellValue(column, cells[i])] as const),
      ),
    );
  }

  object(line: number, row: Row): void {
    this.guarded(line, () => row);
  }

  private guarded(line: number, make: () => Row): void {
    try {
      this.take(make());
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.session.reject(this.file, line, error);
    }
  }

  private take(given: Row): void {
    const { sink, benchmark } = this.session;
    const row = { ...given, benchmark: given.benchmark ?? benchmark ?? undefined };
    for (const column of Object.keys(given)) if (!KNOWN.has(column)) this.ignored.add(column);
    if (isCorrection(row)) {
      const { original, revised, ...rest } = parsedBy(correctionLine, row);
      this.checkValues(rest.field, { original, revised });
      sink.addCorrection({
        ...rest,
        original: JSON.stringify(original),
        revised: JSON.stringify(revised),
      });
      return;
    }
    const { answers, borrowed, ...record } = parsedBy(recordLine, row);
    sink.addAudit({
      ...record,
      answers: answers && JSON.stringify(answers),
      borrowed: borrowed && JSON.stringify(borrowed),
    });
  }

  private checkValues(
    of: JudgementField,
    values: Readonly<Record<"original" | "revised", unknown>>,
  ): void {
    for (const side of ["original", "revised"] as const)
      if (!judgement[of].safeParse(values[side]).success)
        throw new Fault(side, values[side], `is no value of ${of}`);
  }

  /** Tells which fields were not read; call it at the end of the file. */
  end(): void {
    if (this.ignored.size === 0) return;
    const names = [...this.ignored].join(", ");
    this.session.warn("columns_ignored", `${this.file.name}: columns not read: ${names}`);
  }
}
