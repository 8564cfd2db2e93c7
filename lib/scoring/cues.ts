/**
 * How a reply says that its answer follows, language by language. Every quantifier is bounded, so
 * that looking for cues is linear whatever the text.
 */
export interface Cue {
  /** Whether "A" and "I" may be English words behind this cue. */
  readonly english: boolean;
  /** Whether only a capital or a wrapped label counts, since nothing separates it from the cue. */
  readonly capital: boolean;
  /** Whether the label must stand alone behind the cue, or be told from other text by a mark. */
  readonly delimited: boolean;
  readonly pattern: string;
}

/** No word may run into a cue: letters, digits and marks of every script count. */
const FRESH = "(?<![\\p{L}\\p{N}\\p{M}])";
/** Marks that may close around the cue's last word: `**Answer**:`, `"answer":`. */
const MID = "[*_\"'`’)\\]]{0,4}\\s{0,4}";
const GAP = "\\s{1,4}";

const ENGLISH_NOUN =
  `${FRESH}(?:answers?(?:${GAP}(?:choice|option|letter|number|key))?` +
  `|(?:correct|right|best|final)${GAP}(?:option|choice|letter|label|sentence|statement)s?)`;
/** "... to this question", "... among the options": stays within its clause. */
const ENGLISH_DETAIL = `(?:${GAP}(?:to|for|of|among|from|in|here|that|which|based|given)(?=\\s)[^.:;!?\\n]{0,60}?)?`;
const ENGLISH_VERB = `(?:is|are|was|(?:would|should|must|will|has${GAP}to)(?:${GAP}\\p{L}{1,12}){0,2}${GAP}be)(?![\\p{L}\\p{N}\\p{M}])`;

const TURKISH_NOUN =
  `${FRESH}(?:(?:do[ğg]ru|nihai|kesin|son)${GAP})?(?:cevap|cevab[ıi]m?|yan[ıiI]t[ıi]?m?)` +
  `(?:${GAP}(?:ş[ıiI]kk[ıi]|se[çc]ene[ğg]i|harfi|numaras[ıi]))?` +
  `|${FRESH}do[ğg]ru${GAP}(?:se[çc]enek|ş[ıiI]k)`;

const KOREAN_LEAD = `${FRESH}(?:(?:최종|올바른|옳은|맞는)\\s?)?`;
const KOREAN_DETAIL = "(?:\\s?(?:번호|선택지|문장|보기))?";

const CUES = {
  english: {
    english: true,
    capital: false,
    delimited: false,
    pattern: `${ENGLISH_NOUN}(?:${MID}[:=]|${ENGLISH_DETAIL}${GAP}${ENGLISH_VERB})|<answer>`,
  },
  /** A heading of its own line: "## Final answer", "**Answer**". */
  heading: {
    english: true,
    capital: false,
    delimited: true,
    pattern: "(?<=^|\\n)[#*]{1,6} ?(?:final )?answer\\*{0,2} {0,4}(?=\\n)",
  },
  boxed: {
    english: true,
    capital: false,
    delimited: true,
    pattern: "\\\\(?:boxed|fbox)\\s{0,4}\\{",
  },
  turkish: {
    english: false,
    capital: false,
    delimited: false,
    pattern: `(?:${TURKISH_NOUN})${MID}[:=]`,
  },
  turkishPlain: {
    english: false,
    capital: true,
    delimited: false,
    pattern: `(?:${TURKISH_NOUN})(?=\\s)`,
  },
  german: {
    english: false,
    capital: false,
    delimited: false,
    pattern: `${FRESH}Antwort(?:${MID}[:=]|${GAP}(?:ist|lautet|wäre)(?![\\p{L}\\p{N}\\p{M}]))`,
  },
  korean: {
    english: true,
    capital: false,
    delimited: false,
    pattern:
      `${KOREAN_LEAD}(?:정답|답안|답변|답)${KOREAN_DETAIL}(?:[은는이가]|${MID}[:=])` +
      `|${KOREAN_LEAD}정답(?=\\s)`,
  },
  chinese: {
    english: true,
    capital: false,
    delimited: false,
    pattern:
      `(?:答案|正[确確](?:选项|選項))(?:(?:应该|应当|应|應該|應當|應)?[是为為选選]|${MID}[:=])` +
      "|(?:故|因此|所以)[选選]",
  },
} as const satisfies Record<string, Cue>;

const ANY_CUE = new RegExp(
  Object.entries(CUES)
    .map(([name, cue]) => `(?<${name}>${cue.pattern})`)
    .join("|"),
  "giu",
);

/** A cue found in a text: what may follow it is read from `end` on. */
export interface FoundCue {
  start: number;
  end: number;
  cue: Cue;
}

const CUE_NAMES = Object.keys(CUES) as (keyof typeof CUES)[];

/** The first cue of a normalised text from an offset on, or null. */
export function nextCue(text: string, from: number): FoundCue | null {
  ANY_CUE.lastIndex = from;
  const match = ANY_CUE.exec(text);
  const name = CUE_NAMES.find((key) => match?.groups?.[key] !== undefined);
  return match && name
    ? { start: match.index, end: match.index + match[0].length, cue: CUES[name] }
    : null;
}

const FILLER = new RegExp(
  "(?:(?:therefore|thus|then|hence|so|indeed|clearly|probably|likely|most likely|simply|just|" +
    "actually|still|definitely|both|either|(?:the )?(?:option|choice|letter|number|statement|sentence)s?|" +
    "no\\.?(?=\\s?\\p{Nd})|Buchstabe|seçenek|ş[ıiI]k|다음과 같습니다|바로)(?![\\p{L}\\p{N}\\p{M}])" +
    "|옵션|선택지|보기|번호|선지|문장|选项|選項|第|[:=#}])",
  "iuy",
);

/** The end of a word or mark that may stand between a cue and its label, or null. */
export function fillerEnd(text: string, offset: number): number | null {
  FILLER.lastIndex = offset;
  return FILLER.test(text) ? FILLER.lastIndex : null;
}
