import { AuditReader, isAudit } from "./audit-reader";
import { MINIMAL_FIELDS } from "./fields";
import { isLmEval } from "./lm-eval-rows";
import { isLmResults } from "./lm-eval-results";
import { LmEvalReader, LmResultsReader } from "./lm-eval-reader";
import { MinimalReader } from "./minimal-reader";
import { isMmluPro, MmluProReader } from "./mmlu-pro";
import { isPairedBundle, PairedReader } from "./paired";
import type { ImportedFile, ImportSession } from "./session";

type Row = Readonly<Record<string, unknown>>;
type Reader =
  AuditReader | MinimalReader | MmluProReader | PairedReader | LmEvalReader | LmResultsReader;

/** So many objects without a field that tells their form are held back at most. */
const MAX_HELD = 100;
/** Forms that an object tells by its fields, whether or not it has some of the minimal form. */
const CERTAIN = [
  { is: isPairedBundle, Reader: PairedReader },
  { is: isMmluPro, Reader: MmluProReader },
  { is: isAudit, Reader: AuditReader },
];
/** Forms that an object without fields of the minimal form tells. */
const OTHERS = [
  { is: isLmEval, Reader: LmEvalReader },
  { is: isLmResults, Reader: LmResultsReader },
];

/** The reader of the form that an object tells; null where it tells none. */
function formOf(row: Row): (new (session: ImportSession, file: ImportedFile) => Reader) | null {
  const certain = CERTAIN.find(({ is }) => is(row));
  if (certain) return certain.Reader;
  if (MINIMAL_FIELDS.some((name) => name in row)) return MinimalReader;
  return OTHERS.find(({ is }) => is(row))?.Reader ?? null;
}

/**
 * JSON objects: the first one that tells decides which form they have. Broken ones before it wait,
 * so that they do not take the file with them.
 */
export class ObjectReader {
  private reader: Reader | null = null;
  private held: { line: number; row: Record<string, unknown> }[] = [];

  constructor(
    private readonly session: ImportSession,
    private readonly file: ImportedFile,
  ) {}

  readonly object = (line: number, row: Record<string, unknown>): void => {
    if (this.reader) {
      this.reader.object(line, row);
      return;
    }
    this.held.push({ line, row });
    if (formOf(row) !== null || this.held.length === MAX_HELD) this.decide(row);
  };

  private decide(row: Row): void {
    const reader = new (formOf(row) ?? MinimalReader)(this.session, this.file);
    this.reader = reader;
    for (const held of this.held) reader.object(held.line, held.row);
    this.held = [];
  }

  end(): void {
    const [first] = this.held;
    if (first) this.decide(first.row);
    if (this.reader instanceof MinimalReader || this.reader instanceof AuditReader)
      this.reader.end();
  }
}
