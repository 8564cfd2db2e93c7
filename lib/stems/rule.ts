/** A stretch of a text: `end` is the first UTF-16 unit behind it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a rule stood on: a stretch of the composed text, and the text that stands there. */
export interface Evidence extends Span {
  readonly form: string;
}

/** What a rule read in a stem. */
export interface StemReading {
  /** Name of the rule, with its version. */
  readonly rule: string;
  /** Something was found. Unflagged does not mean positive: rules miss wordings. */
  readonly negative: boolean;
  /** The stem in composed Unicode (NFC): what all spans count in. */
  readonly text: string;
  /** The question sentence: the only part that the rule looks at. */
  readonly sentence: Span;
  /** In the order of the text, not overlapping; empty exactly where `negative` is false. */
  readonly evidence: readonly Evidence[];
}

/**
 * A rule that tells stems that ask for what does *not* hold. Versioned by name: a rule never changes
 * its readings under its name, since flags that it gave are stored with that name.
 */
export interface StemRule {
  readonly name: string;
  /** BCP 47, primary subtag. */
  readonly language: string;
  read(stem: string): StemReading;
}

/** Finds forms in a question sentence; spans count from the sentence's start. */
export type FindForms = (sentence: string) => Iterable<Span>;

/** The parts of a rule put together. */
export function stemRule(
  name: string,
  language: string,
  parts: {
    readonly compose: (stem: string) => string;
    readonly sentence: (text: string) => Span;
    readonly find: FindForms;
  },
): StemRule {
  return {
    name,
    language,
    read(stem) {
      const text = parts.compose(stem);
      const sentence = parts.sentence(text);
      const found = [...parts.find(text.slice(sentence.start, sentence.end))];
      const evidence = withoutOverlap(found).map(({ start, end }) => ({
        start: sentence.start + start,
        end: sentence.start + end,
        form: text.slice(sentence.start + start, sentence.start + end),
      }));
      return { rule: name, negative: evidence.length > 0, text, sentence, evidence };
    },
  };
}

/** In the order of the text; of overlapping spans the one that starts first, then the longer. */
function withoutOverlap(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
}
