import { positionNamed, type LabelSet } from "./label-at";
import { noReading, prepare, readingOf } from "./readings";
import type { Scorer } from "./scorer";
import { collapseSpace, type Span } from "./space";
import { skipOpenings } from "./statement";
import { layersOf, skipClosings } from "./wrappers";

const RUN = { letters: /[A-Za-z]{1,11}/y, integers: /\p{Nd}+/uy };
/** What may stand between a label and its option's text: at least one mark or blank. */
const SEPARATOR = /\s*[.):,–—-]?\s*/y;

/** The label that a text consists of, as a position that may lie outside the set, or null. */
function labelAlone(text: string, set: LabelSet): number | null {
  const alone = set.style === "letters" ? /^[A-Za-z]+$/ : /^\p{Nd}+$/u;
  return alone.test(text) ? positionNamed(text, set) : null;
}

/** The positions whose option has exactly this text. */
function optionsWithText(text: string, set: LabelSet): number[] {
  return set.options.flatMap((option, index) =>
    option === text && text !== "" ? [index + 1] : [],
  );
}

/** The position of a label that is followed by the exact text of its own option, or null. */
function labelWithText(text: string, set: LabelSet): number | null {
  const start = skipOpenings(text, 0, false);
  const run = RUN[set.style];
  run.lastIndex = start;
  if (!run.test(text)) return null;
  const end = run.lastIndex;
  const position = positionNamed(text.slice(start, end), set);
  const option = position === null ? undefined : set.options[position - 1];
  if (position === null || !option) return null;
  SEPARATOR.lastIndex = skipClosings(text, end);
  SEPARATOR.test(text);
  const from = skipClosings(text, SEPARATOR.lastIndex);
  if (from === end) return null;
  const rest = layersOf(text, { start: from, end: text.length });
  const same = rest.some((span) => collapseSpace(text.slice(span.start, span.end)) === option);
  return same ? position : null;
}

/** The positions that one layer of a reply stands for by an option's text. */
function namedByText(text: string, set: LabelSet): number[] {
  const labelled = labelWithText(text, set);
  const exact = optionsWithText(collapseSpace(text), set);
  return labelled === null ? exact : [labelled, ...exact];
}

/**
 * For answers that are asked to be one label and nothing else (Turkish MMLU Pro, section 4.1, its
 * strict scorer version 2).
 */
export const strict2: Scorer = {
  name: "strict-2",
  description:
    "Reads a reply that is one label, one option's exact text, or both of the same option.",
  read(input) {
    const reply = prepare(input, input.labels);
    if (reply.reasoning) return noReading(reply);
    const { text } = reply.view;
    const layers = layersOf(text, reply);
    const read = (span: Span, positions: readonly number[]) =>
      readingOf(reply, { ...span, positions });

    const inner = layers.at(-1);
    const label = inner ? labelAlone(text.slice(inner.start, inner.end), reply.set) : null;
    const inSet = label !== null && label >= 1 && label <= reply.set.count;
    if (inner && label !== null && inSet) return read(inner, [label]);
    for (const span of layers) {
      const positions = new Set(namedByText(text.slice(span.start, span.end), reply.set));
      // Two options with one text, or a label and another option's text: nothing is said clearly.
      if (positions.size > 0)
        return positions.size > 1 ? noReading(reply) : read(span, [...positions]);
    }
    return inner && label !== null ? read(inner, [label]) : noReading(reply);
  },
};
