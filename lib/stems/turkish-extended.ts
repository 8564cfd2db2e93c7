import { stemRule, type StemRule } from "./rule";
import { questionSentence } from "./sentences";
import { EXCLUDED, startsNegative, WORDS } from "./turkish";
import {
  asksInTurkish,
  composedTurkish,
  lowerTurkish,
  turkishWords,
  type Word,
} from "./turkish-text";

/** Endings that make a predicate, with what may follow: plural and a copula of any tense. */
const FINITE =
  /.(?:(?:maz|mamış)(?:lar|(?:lar)?(?:dır|tır|dı|tı|mış)(?:lar)?)|(?:mez|memiş)(?:ler|(?:ler)?(?:dir|tir|di|ti|miş)(?:ler)?)|madı(?:lar|ydı)?|medi(?:ler|ydi)?)$/u;
/** The same endings bare: a predicate at the end of a clause, an attribute before a noun. */
const BARE = /.(?:maz|mez|mamış|memiş)$/u;
/** Nouns and names that end so. */
const NOUNS =
  /^(?:(?:namaz|yılmaz|taşınmaz)(?:lar)?(?:dır)?|(?:traji)?komedi(?:ler)?|damadı|(?:ah|meh|muham)medi)$/u;
/** What may stand behind a predicate in its clause: nothing, a mark, a particle, a conjunction. */
const CLAUSE_END =
  /^\s*(?:$|[.,;:!?？…()[\]"”’»–-]|(?:m[ıiuü]|ve|veya|ya|ama|fakat|ancak)(?![\p{L}\p{M}]))/u;
/**
 * As the published rule, and where a full stop is glued to the next sentence (`genleşirler.Normal`):
 * three small letters before it tell it from an abbreviation or an initial.
 */
const BOUNDARY = /[.!?？…]\s+|(?<=\p{Ll}{3})[.!?？…](?=\p{Lu}\p{Ll})/gu;

function isNegative({ word, end }: Word, lower: string): boolean {
  if (EXCLUDED.has(word) || NOUNS.test(word)) return false;
  if (startsNegative(word) || FINITE.test(word)) return true;
  return (WORDS.has(word) || BARE.test(word)) && (!BARE.test(word) || endsClause(lower, end));
}

function endsClause(lower: string, end: number): boolean {
  return CLAUSE_END.test(lower.slice(end));
}

/**
 * Our extension of the published rule, for Turkish: also -mamış/-memiş and -madı/-medi; -maz/-mez (and
 * -mamış) left out where it stands before a noun; glued sentences are told apart.
 */
export const turkishExtended: StemRule = stemRule("tr-extended-1", "tr", {
  compose: composedTurkish,
  sentence: (text) => questionSentence(text, BOUNDARY, asksInTurkish),
  find(sentence) {
    const lower = lowerTurkish(sentence);
    return turkishWords(sentence).filter((word) => isNegative(word, lower));
  },
});
