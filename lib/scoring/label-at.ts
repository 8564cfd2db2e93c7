import type { Cue } from "./cues";
import { asciiDigits } from "./digits";
import { positionOf, type LabelStyle } from "./labels";
import { isSpaceAt } from "./space";
import { skipClosings } from "./wrappers";

/** The labels of one question, with its option texts in normal form where they are known. */
export interface LabelSet {
  readonly style: LabelStyle;
  /** How many options were shown. */
  readonly count: number;
  /** Letters in a row up to this many can be a label, be it one outside the set. */
  readonly longest: number;
  /** NFKC, white space collapsed, case kept. */
  readonly options: readonly string[];
}

/** A label that stands in a text. Its position may lie outside the set. */
export interface LabelToken {
  start: number;
  /** Behind the label itself. */
  end: number;
  /** Behind what closes around the label. */
  closed: number;
  position: number;
}

/** Blanks of one line. */
const BLANK = "[^\\S\\n]{0,8}";
const WORD = "[\\p{L}\\p{N}\\p{M}]";

const LETTERS = /[A-Za-z]{1,11}/y;
const DIGITS = /\p{Nd}+/uy;

/**
 * What Korean and Chinese write behind a label without a blank: a counter, a particle, a copula.
 * The list is closed: "A형" and "C언어" are words of their own.
 */
const SUFFIX = new RegExp(
  "(?:(?:번째|번|항)(?:\\s?(?:문장|보기|선택지))?|号|號|番目|番|个|個|项|項|选项|選項|句|st|nd|rd|th)?" +
    "(?:입니다|이에요|예요|이다|이며|이고|이므로|임|으로|로|이|가|을|를|은|는|만|요)?" +
    `(?:(?!${WORD})|(?=因为|因為|所以|而|是|正确|正確))`,
  "uy",
);
const COUNTER =
  /(?:번째|번|号|號|番目|番|个|個|项|項|选项|選項|句)?(?=와|과|이나|나|하고|랑|和|或|与|與|及|、)/uy;

/** What takes a label back: "B가 아니라", "A değil". */
const DENIED = `[가이은는]?\\s?아니|${BLANK}değil`;
/** What makes a letter a variable, a compound or an abbreviation rather than a label. */
const LETTER_GOES_ON = new RegExp(
  `${DENIED}|_[\\p{L}\\p{N}{\\\\]|[-‐‑]${WORD}|\\.\\p{L}\\.|\\([a-z0-9]\\)|/A(?!${WORD})(?<=[Nn]/A)` +
    `|${BLANK}(?:[=>+^×÷≈≠≤≥~→%°]|<(?!/)|\\\\(?:approx|simeq|sim|equiv|times|cdot|leq?|geq?|neq?|propto|to|pm|in)(?![a-z]))`,
  "uy",
);
/** What makes digits a part of another number, of a time, a share or a quantity of something. */
const NUMBER_GOES_ON = new RegExp(
  `(?:번째|번)?(?:${DENIED})|_[\\p{L}\\p{N}{\\\\]|[-‐‑]\\p{L}|[.:]\\p{Nd}|${BLANK}(?:[=>+^×÷≈≠≤≥→%°]|<(?!/)|\\\\(?:times|cdot|%|\\^))`,
  "uy",
);
const APOSTROPHE = /['’]\p{L}/uy;
/** The Turkish case endings and copulas: "B'dir", "C'yi". */
const TURKISH_ENDING = new RegExp(`['’]\\p{L}{1,6}(?!${WORD})`, "uy");

/** Marks that open something else when a blank stands before them count only without one. */
const DELIMITER = new RegExp(
  `${BLANK}(?:$|[\\n.,;:!?…。、)\\]}|&]|\\\\[)\\]\\\\]|</|[-–—](?!${WORD}))|["'”’»」』】〕〉》*_\`$]`,
  "uy",
);
/** Words that follow a label in an English sentence, and not the article or the pronoun. */
const AFTER_LABEL =
  /[^\S\n]{1,8}(?:and|or|nor|but|not|is|are|was|because|since|as|with|which|for|due|based|while|although)(?![A-Za-z])/y;
/** What may stand between a label and its option's text: "B. ", "B) **", "B - ". */
const BEFORE_TEXT = /[^\S\n]{0,8}[.:,)–—-]{0,2}[\s*_"'“$`]{0,8}/y;
/** Text on the same line behind "(a)" or "a.". */
const PART_TEXT = /[.:)]?[^\S\n]{1,8}[^\s.,;:!?)\]}*_`$"'”’]/y;
const LATIN_WORD = /[^\S\n]{1,8}[A-Za-z]/y;

function matches(pattern: RegExp, text: string, offset: number): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** Where the label's word ends, its suffix included, or null where the label runs into a word. */
function wordEnd(text: string, end: number, cue: Cue): number | null {
  if (!cue.english && matches(TURKISH_ENDING, text, end)) return TURKISH_ENDING.lastIndex;
  if (matches(APOSTROPHE, text, end)) return null;
  if (matches(COUNTER, text, end)) return COUNTER.lastIndex;
  return matches(SUFFIX, text, end) ? SUFFIX.lastIndex : null;
}

/** Where the text behind a label ends, if it is the label's own option's text; else null. */
export function ownTextEnd(text: string, token: LabelToken, set: LabelSet): number | null {
  const option = set.options[token.position - 1];
  if (!option) return null;
  let at = matches(BEFORE_TEXT, text, token.closed) ? BEFORE_TEXT.lastIndex : token.closed;
  for (const character of option) {
    if (character === " " ? !isSpaceAt(text, at) : !text.startsWith(character, at)) return null;
    at += character.length;
    if (character === " ") while (isSpaceAt(text, at)) at += 1;
  }
  return at;
}

/** Whether letters that run on into a sentence are a label all the same, and no word. */
function standsInSentence(text: string, token: LabelToken, set: LabelSet, cue: Cue): boolean {
  const run = text.slice(token.start, token.end);
  const capital = /^[A-Z]+$/.test(run);
  if (cue.delimited || ((run.length > 1 || cue.capital) && !capital)) return false;
  if (run.length > 1 && token.position > set.count) return false;
  if (!cue.english || !/^[AaIi]$/.test(run)) return true;
  if (ownTextEnd(text, token, set) !== null) return true;
  return (
    capital && (matches(AFTER_LABEL, text, token.end) || !matches(LATIN_WORD, text, token.end))
  );
}

/**
 * Whether "(a)" or "a." opens a part of an answer in several parts ("(a) 3 m, (b) 5 s") and does not
 * name an option: it is small, and what follows is neither the end nor that option's text.
 */
function opensPart(text: string, token: LabelToken, set: LabelSet): boolean {
  return (
    set.options.length > 0 &&
    /^[ai]$/.test(text.slice(token.start, token.end)) &&
    matches(PART_TEXT, text, token.closed) &&
    !matches(AFTER_LABEL, text, token.closed) &&
    ownTextEnd(text, token, set) === null
  );
}

/**
 * The position that letters or digits name as a label, be it outside the set: zero and numbers of
 * any length are labels too. Null where the run is too long for a label, or a word sooner than one
 * (a pair of small letters beyond the set, such as "no").
 */
export function positionNamed(run: string, set: LabelSet): number | null {
  if (set.style === "integers")
    return positionOf(asciiDigits(run), "integers") ?? (/^\p{Nd}{1,15}$/u.test(run) ? 0 : Infinity);
  const position = run.length > set.longest ? null : positionOf(run, "letters");
  const word = run.length > 1 && (position ?? 0) > set.count && !/^[A-Z]+$/.test(run);
  return word ? null : position;
}

/**
 * Reads the label at an offset: the longest run of letters or digits that is one, ended by a true
 * word boundary. Whether a single small letter or an English "A" or "I" counts depends on what
 * stands around it and on the cue in front.
 */
export function labelAt(text: string, offset: number, set: LabelSet, cue: Cue): LabelToken | null {
  const letters = set.style === "letters";
  const pattern = letters ? LETTERS : DIGITS;
  if (!matches(pattern, text, offset)) return null;
  const end = pattern.lastIndex;
  const position = positionNamed(text.slice(offset, end), set);
  const word = wordEnd(text, end, cue);
  if (position === null || word === null) return null;
  if (matches(letters ? LETTER_GOES_ON : NUMBER_GOES_ON, text, end)) return null;
  const token = { start: offset, end: word, closed: skipClosings(text, word), position };
  const delimited = matches(DELIMITER, text, word);
  if (letters && delimited) return cue.english && opensPart(text, token, set) ? null : token;
  if (delimited || (word > end && letters)) return token;
  return (letters ? standsInSentence(text, token, set, cue) : !cue.delimited) ? token : null;
}
