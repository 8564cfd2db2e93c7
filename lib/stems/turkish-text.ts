import { composed } from "./sentences";
import type { Span } from "./rule";

/**
 * Composed text. An i that still carries a combining dot (what lower-casing İ without Turkish rules
 * leaves behind) is an i: no composed character exists for it.
 */
export function composedTurkish(stem: string): string {
  return composed(composed(stem).replaceAll(/i\u0307+/gu, "i"));
}

/**
 * Lower case by Turkish rules in every locale: I becomes ı, İ becomes i. Keeps the length of the
 * text, so that positions in it hold in the original.
 */
export function lowerTurkish(text: string): string {
  return text.replaceAll("I", "ı").replaceAll("İ", "i").toLowerCase();
}

/** A word in lower case, and where it stands. */
export interface Word extends Span {
  readonly word: string;
}

/**
 * The runs of letters of a text. An apostrophe ends a word: what stands behind it is the suffix of a
 * name (`Yılmaz’lar`).
 */
export function turkishWords(text: string): Word[] {
  return [...lowerTurkish(text).matchAll(/[\p{L}\p{M}]+/gu)].map((match) => ({
    word: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A question mark, full-width as well, or `hangi` (which) anywhere, glued words included. */
export function asksInTurkish(sentence: string): boolean {
  return /[?？]|hangi/u.test(lowerTurkish(sentence));
}
