import type { AuditRecord, Correction } from "./audit";

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

/** A reviewer record as a line of JSONL, which imports again to the same record. */
export function recordLine(record: AuditRecord): string {
  const { answers, borrowed, ...rest } = record;
  const line = { kind: "record", ...rest, answers: parsed(answers), borrowed: parsed(borrowed) };
  return `${JSON.stringify(line)}\n`;
}

/** A correction as a line of JSONL. */
export function correctionLine(correction: Correction): string {
  const { original, revised, ...rest } = correction;
  const line = {
    kind: "correction",
    ...rest,
    original: parsed(original),
    revised: parsed(revised),
  };
  return `${JSON.stringify(line)}\n`;
}
