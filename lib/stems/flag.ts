import { ruleOfLanguage } from "./rules";
import type { StemReading } from "./rule";

/** The flag of an item, with what it stands on, as items hold both. */
export interface StemFlag {
  readonly stem_negative: boolean | null;
  readonly stem_evidence: string | null;
}

export const NO_FLAG: StemFlag = { stem_negative: null, stem_evidence: null };
/** Evidence of a flag that a file states: no rule of ours was asked. */
export const GIVEN = "given";

/** Evidence as stored: the rule's name, and behind a colon the forms that it found. */
export function evidenceText({ rule, evidence }: StemReading): string {
  const forms = [...new Set(evidence.map(({ form }) => form))];
  return forms.length === 0 ? rule : `${rule}: ${forms.join(", ")}`;
}

/**
 * The flag of an item: what the file states wins; else the rule of the language reads the stem. Null
 * where there is no stem (error identification) or no rule for the language.
 * @param language BCP 47; null where it is not known.
 * @param given the flag that came with the item; null or undefined where none did.
 */
export function stemFlag(
  stem: string | null,
  language: string | null,
  given?: boolean | null,
): StemFlag {
  if (given !== null && given !== undefined) return { stem_negative: given, stem_evidence: GIVEN };
  const rule = language === null ? null : ruleOfLanguage(language);
  if (rule === null || stem === null) return NO_FLAG;
  const reading = rule.read(stem);
  return { stem_negative: reading.negative, stem_evidence: evidenceText(reading) };
}

/** Stored evidence, taken apart: who flagged, and the forms that were found. */
export interface StoredEvidence {
  /** A rule's name, `given`, or null where nothing says. */
  readonly by: string | null;
  readonly forms: readonly string[];
}

/** Reads what `evidenceText` wrote. Text of another make names no rule: it counts as given. */
export function storedEvidence(text: string | null): StoredEvidence {
  if (text === null) return { by: null, forms: [] };
  const colon = text.indexOf(": ");
  if (colon < 0) return { by: text, forms: [] };
  return { by: text.slice(0, colon), forms: text.slice(colon + 2).split(", ") };
}
