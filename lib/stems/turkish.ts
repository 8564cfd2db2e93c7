import { stemRule, type StemRule } from "./rule";
import { questionSentence } from "./sentences";
import { asksInTurkish, composedTurkish, turkishWords } from "./turkish-text";

/** Forms that may go on: değildir, yanlıştır, dışındaki, olmayanı. */
export const STARTS = ["değil", "yanlış", "dışında", "olmayan"] as const;
/** Words that count as they are. */
export const WORDS: ReadonlySet<string> = new Set([
  "yok",
  "yoktur",
  "olamaz",
  "söylenemez",
  "hariç",
]);
/** Words that end like a negative aorist and are none, as they are. */
export const EXCLUDED: ReadonlySet<string> = new Set(["namaz", "yılmaz", "taşınmaz"]);

/** -maz/-mez, with the plural and the copula -dır/-dir. */
const AORIST = /(?:maz(?:lar)?(?:dır)?|mez(?:ler)?(?:dir)?)$/u;
/** A sentence ends at . ! ? or … with white space behind it. */
const BOUNDARY = /[.!?？…]\s+/gu;

export const startsNegative = (word: string) => STARTS.some((start) => word.startsWith(start));

function isNegative(word: string): boolean {
  if (EXCLUDED.has(word)) return false;
  return WORDS.has(word) || startsNegative(word) || AORIST.test(word);
}

/**
 * The published rule: P2, Appendix B. What its wording leaves open is decided so, and stated in
 * docs/negative-stems.md: sentences end at . ! ? … before white space (not inside a closing
 * quotation mark, not after an abbreviation); `hangi` counts inside longer and glued words; the
 * endings are -maz/-mez, with -lar/-ler, with -dır/-dir, and with both.
 */
export const turkishAppendixB: StemRule = stemRule("tr-appendix-b-1", "tr", {
  compose: composedTurkish,
  sentence: (text) => questionSentence(text, BOUNDARY, asksInTurkish),
  find: (sentence) => turkishWords(sentence).filter(({ word }) => isNegative(word)),
});
