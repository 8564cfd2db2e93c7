import { bareStatement } from "./bare";
import { asciiDigits } from "./digits";
import { lastDeclaration, prepareDeclared } from "./declarations";
import type { LabelSet } from "./label-at";
import { positionOf } from "./labels";
import { noReading, readingOf, type Prepared } from "./readings";
import type { Reading, ScorerInput } from "./scorer";
import { collapseSpace, trimSpan, type Span } from "./space";
import type { Statement } from "./statement";

export const LEGACY_1 = "legacy-1";

/** Code points of a text that are embedded: models of sentences read no more than their beginning. */
const EMBEDDED_LENGTH = 1000;

/** The old evaluator knows the key: a label that is not the key's goes to the fallback. */
export interface LegacyInput extends ScorerInput {
  /** One-based. */
  readonly gold_pos: number;
}

/** Vectors of texts, in their order, all of one length. */
export type Embed = (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;

/** A reply that only the nearest option can tell, and the span that stands for it. */
interface Nearest {
  readonly reply: Prepared;
  readonly span: Span;
  readonly text: string;
}

const OPENING = {
  letters: /^([A-Za-z]{1,10})\s{0,2}[).:\-–—](?![\p{L}\p{N}])/u,
  integers: /^(\p{Nd}{1,15})\s{0,2}[):\-–—.](?!\p{Nd})/u,
};
const LOOSE = {
  letters: /(?<![\p{L}\p{N}\p{M}_])[A-Z]{1,10}(?![\p{L}\p{N}\p{M}_])/gu,
  integers: /(?<![\p{L}\p{N}\p{M}_.,])\p{Nd}{1,15}(?![\p{L}\p{N}\p{M}_])(?![.,]\p{Nd})/gu,
};

function within(label: string, { style, count }: LabelSet): number | null {
  const position = positionOf(style === "integers" ? asciiDigits(label) : label, style);
  return position !== null && position <= count ? position : null;
}

/** "B) the capital": a label that opens the reply, before a mark. */
function openingLabel({ view, set }: Prepared, { start, end }: Span): Statement | null {
  const found = OPENING[set.style].exec(view.text.slice(start, end));
  const label = found?.[1];
  const position = label === undefined ? null : within(label, set);
  return label === undefined || position === null
    ? null
    : { start, end: start + label.length, positions: [position] };
}

/** The first capital, or integer, that stands alone anywhere and is a label of the item. */
function looseLabel({ view, set }: Prepared, { start, end }: Span): Statement | null {
  for (const found of view.text.slice(start, end).matchAll(LOOSE[set.style])) {
    const position = within(found[0], set);
    const at = start + found.index;
    if (position !== null) return { start: at, end: at + found[0].length, positions: [position] };
  }
  return null;
}

/** A declaration or a bare reply that names one label. */
function oneOf(statement: Statement | null, { count }: LabelSet): Statement | null {
  const [position, ...others] = statement?.positions ?? [];
  const known = position !== undefined && position >= 1 && position <= count;
  return known && others.length === 0 ? statement : null;
}

/**
 * The label that the old heuristics find, from the surest to the loosest: a reply that is nothing but
 * a label, a label that opens it, the last declaration, the first label that stands alone.
 */
function labelIn(reply: Prepared, span: Span): Statement | null {
  return (
    oneOf(bareStatement(reply), reply.set) ??
    openingLabel(reply, span) ??
    oneOf(lastDeclaration(reply), reply.set) ??
    looseLabel(reply, span)
  );
}

const beginning = (text: string): string =>
  Array.from(collapseSpace(text)).slice(0, EMBEDDED_LENGTH).join("");

const optionsOf = ({ reply }: Nearest): string[] => reply.set.options.map(beginning);

/** The reading, where a label tells it; else what the nearest option has to tell. */
function firstLook(input: LegacyInput): Reading | Nearest {
  const reply = prepareDeclared(input, input.labels);
  const span = trimSpan(reply.view.text, reply);
  const text = beginning(reply.view.text.slice(span.start, span.end));
  if (reply.reasoning || text === "") return noReading(reply);
  const label = labelIn(reply, span);
  return label?.positions[0] === input.gold_pos ? readingOf(reply, label) : { reply, span, text };
}

/** @throws RangeError for a vector of zeros, which points nowhere */
function norm(vector: readonly number[]): number {
  if (vector.every((value) => value === 0))
    throw new RangeError("a text has a vector of zeros: it is near to none");
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/** @throws RangeError also where a length leaves what a number can hold: the cosine would be none */
function cosine(a: readonly number[], b: readonly number[]): number {
  const lengths = norm(a) * norm(b);
  if (!(lengths > 0 && Number.isFinite(lengths)))
    throw new RangeError(
      "a text has a vector whose numbers are too large or too small to tell what it is near to",
    );
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0) / lengths;
}

/**
 * The one-based position of the option whose vector has the largest cosine with the reply's, however
 * small it is; of equal ones the lower position. Options without a vector take no part.
 */
export function nearestOption(
  reply: readonly number[],
  options: readonly (readonly number[] | null)[],
): number | null {
  let best: { position: number; cosine: number } | null = null;
  for (const [index, option] of options.entries()) {
    if (option === null) continue;
    const near = cosine(reply, option);
    if (best === null || near > best.cosine) best = { position: index + 1, cosine: near };
  }
  return best?.position ?? null;
}

/**
 * Reads replies as the old evaluator of _Turkish MMLU Pro_ did (sections 4.1 and 4.3, appendix E): by
 * heuristics for labels, of which only the key's is believed, and else by the option whose text is
 * nearest to the reply. What the paper leaves open is decided in docs/scoring.md. A diagnostic: its
 * excess over a strict scorer is no answer coverage.
 * @param inputs replies whose options are known
 * @returns one reading a reply; what the host says against embedding is thrown
 */
export async function readByLegacy(
  inputs: readonly LegacyInput[],
  embed: Embed,
): Promise<Reading[]> {
  const looks = inputs.map(firstLook);
  const texts = new Set<string>();
  for (const look of looks)
    if ("reply" in look) for (const text of [look.text, ...optionsOf(look)]) texts.add(text);
  // An option without a text has no place among the others.
  texts.delete("");
  const wanted = [...texts];
  const vectors = wanted.length === 0 ? [] : await embed(wanted);
  const vectorOf = new Map(wanted.map((text, i) => [text, vectors[i] ?? null]));
  return looks.map((look) => {
    if (!("reply" in look)) return look;
    const reply = vectorOf.get(look.text);
    const options = optionsOf(look).map((text) => vectorOf.get(text) ?? null);
    const position = reply ? nearestOption(reply, options) : null;
    return position === null
      ? noReading(look.reply)
      : readingOf(look.reply, { ...look.span, positions: [position] });
  });
}
