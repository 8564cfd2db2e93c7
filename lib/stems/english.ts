import { stemRule, type Span, type StemRule } from "./rule";
import { composed, matchesOf, questionSentence } from "./sentences";

/** A sentence ends at . ! or ? before white space, and at a line break. */
const BOUNDARY = /[.!?]["”’')\]]*\s+|\n+/gu;
const ASKS = /\?|\b(?:which|following)\b/iu;

const BE = "is|are|was|were";
const AUX = `${BE}|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must`;
/** Words behind which another clause begins: what they negate is not what is asked for. */
const OTHER_CLAUSE =
  "that|who|whom|whose|why|because|if|when|where|whether|how|but|such|as|though|although|to|so|than|while|since|unless|best|be|been|" +
  "(?:explain|describe|suggest|show|mean|support|demonstrate|illustrate|account|reflect)s?";
const WORD = `(?!(?:${AUX}|${OTHER_CLAUSE})\\b)[\\p{L}\\p{N}'’-]+`;
const ADVERBS = "(?:(?:most|likely|also|\\p{L}+ly)\\s+){0,2}";
/**
 * `which` that asks, and the words up to the verb of its clause. Before a verb it asks at the start of
 * a sentence or behind a colon or semicolon, else it refers back (", which was not"); so it does
 * before an article or a pronoun ("at which the coin").
 */
const WHICH = `(?:\\bwhat(?=\\s+(?:one\\s+)?of\\s+(?:the\\s+following|these)\\b)|\\bwhich(?!\\s+(?:${AUX}|the|an?|this|its?|he|she|they|we|you|his|her|their)\\b)|(?<=^|[:;]\\s*)which)(?:\\s+${WORD}){0,14}?\\s+`;
/** `what` or `who` that asks, before its verb. */
const WHO = "(?:\\bwhat|(?<=^|[:;]\\s*)who)\\s+";
/** Up to the place of `not`: "which … is (most likely)", "which … did Domhoff", "what is", "who did". */
const ASKED = `(?:${WHICH}(?:(?:${BE})\\s+${ADVERBS}|(?:${AUX})\\s+(?:${WORD}\\s+){0,6}?)|${WHO}(?:${AUX})\\s+)`;
const WRONG = "(?:false|incorrect|untrue|inaccurate|wrong)";
const STATEMENT = "(?:statement|assertion|claim|description|interpretation|conclusion|assumption)";
const RATED =
  "likely|probable|plausible|accurate|appropriate|suitable|effective|useful|helpful|relevant|" +
  "important|significant|consistent|predictive|associated|affected|similar|related|persuasive|valid|" +
  "characteristic|typical|desirable|beneficial|informative|supported|applicable|acceptable|correct|serious";

const OF_ALL = "\\b(?:all|each|any|every|following)\\b[\\s\\S]*";

/** A token with what must stand before it: the token is looked for first, which is quick. */
const after = (before: string, token: string, behind: string) =>
  new RegExp(`\\b${token}(?<=${before}${token})${behind}`, "giu");

/** Words set in capitals to be noticed; they say nothing where all is in capitals. */
const CAPITALS =
  /\b(?:NOT|CANNOT|EXCEPT|LEAST(?<!\bAT\s+LEAST)|INCORRECT|UNTRUE|FALSE(?<!\bTRUE\W+(?:or\W+)?FALSE))\b/gu;
const FORMS = [
  after(`${ASKED}(?<!\\b(?:for|of|or|and|by|in|than)\\s+)`, "not", "\\b(?!\\s+(?:only|to)\\b)"),
  after(`(?:${WHICH}|${WHO})`, `(?:cannot|(?:${AUX}|ca|wo)n['’]t)`, "\\b"),
  after(`${WHICH}(?:${BE}|must\\s+be)\\s+${ADVERBS}`, WRONG, "\\b(?!\\s+(?:with|to|for)\\b)"),
  after(`${WHICH}(?:${BE})\\s+(?:an?|the)\\s+`, WRONG, `(?=\\s+${STATEMENT}\\b)`),
  after("\\bit\\s+is\\s+", "(?:false|incorrect|untrue|not true)", "(?=\\s+(?:that|to)[\\s:_….]*$)"),
  after(`${WHICH}(?:${BE})\\s+`, "incorrectly", "\\b"),
  after(`\\b(?:${AUX})\\s+`, "not", `(?=(?:\\s+${WORD}){1,6}\\s+which\\s+(?:one\\s+)?of\\b)`),
  after(OF_ALL, "except", "(?=(?:\\s+for)?(?:\\s+which(?:\\s+one)?)?[\\s:.?_…-]*$)"),
  after(OF_ALL, "with the exception of", "(?=[\\s:.?_…-]*$)"),
  after("(?<!\\bat\\s+(?:the\\s+)?)", "least", `(?=\\s+(?:${RATED})\\b)`),
];

function* forms(sentence: string): Generator<Span> {
  if (/\p{Ll}/u.test(sentence)) yield* matchesOf(sentence, CAPITALS);
  for (const form of FORMS) yield* matchesOf(sentence, form);
}

/**
 * English, ours: NOT, EXCEPT, LEAST, FALSE in capitals; which … is not, cannot, does not; which … is
 * false or incorrect; all of the following … except; least likely and its like.
 * docs/negative-stems.md lists the forms, and how often the rule is right.
 */
export const english: StemRule = stemRule("en-1", "en", {
  compose: composed,
  sentence: (text) => questionSentence(text, BOUNDARY, (sentence) => ASKS.test(sentence)),
  find: forms,
});
