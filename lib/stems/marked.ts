import type { StoredEvidence } from "./flag";
import { ruleNamed } from "./rules";

/** A stretch of a stem: what the rule stood on is marked. */
export interface StemPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Characters shown before the question sentence. */
const BEFORE = 160;

/**
 * A stem as a list shows it: what stands before the question sentence cut short at its front, and
 * the forms that the rule named by the evidence finds marked. Nothing is marked where no rule of ours
 * flagged.
 */
export function markedStem(stem: string, { by }: StoredEvidence): StemPart[] {
  const reading = by === null ? undefined : ruleNamed(by)?.read(stem);
  if (!reading) return [{ text: stem, marked: false }];
  const { text, sentence, evidence } = reading;
  const cut = Math.max(0, sentence.start - BEFORE);
  // Not within a pair of UTF-16 units, nor within a word.
  const from = cut === 0 ? 0 : Math.max(text.indexOf(" ", cut) + 1, 0) || sentence.start;
  const parts: StemPart[] = from > 0 ? [{ text: "… ", marked: false }] : [];
  let at = Math.min(from, sentence.start);
  for (const { start, end, form } of evidence) {
    if (start > at) parts.push({ text: text.slice(at, start), marked: false });
    parts.push({ text: form, marked: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), marked: false });
  return parts;
}
