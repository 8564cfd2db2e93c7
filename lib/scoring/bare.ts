import type { Cue } from "./cues";
import { labelAt } from "./label-at";
import type { Prepared } from "./readings";
import { trimSpan } from "./space";
import { listAt, skipOpenings, type Statement } from "./statement";

/** A reply that is nothing but its label has no cue, and "a" and "I" are labels in it. */
const NO_CUE: Cue = { english: false, capital: false, delimited: false, pattern: "" };

const MARKS = "[\\s.,:;!)\\]}\"'”’»」』】〕〉》*_`$\\\\。、]*";
/** Closing marks, with a counter or a copula behind a bracket: "(3)번입니다.". */
const CLOSED = new RegExp(`^${MARKS}(?:(?:번째|번|号|番)?(?:입니다|이다|이에요)?${MARKS})$`, "u");

/**
 * The label, or the list of labels, that a reply consists of: in any of the wrappers, with a full
 * stop, a closing bracket or a counter behind it, and nothing else.
 */
export function bareStatement({ view: { text }, set, ...reply }: Prepared): Statement | null {
  const { start, end } = trimSpan(text, reply);
  const statement = listAt(text, skipOpenings(text, start, false), set, NO_CUE);
  return statement && CLOSED.test(text.slice(statement.end, end)) ? { ...statement, start } : null;
}

const NUMBER_START = /(?<![\p{L}\p{N}\p{M}_]|\p{N}[.:])\p{Nd}/gu;

/**
 * The first two different integers of a reply on integer labels, wherever they stand, as one
 * statement; null where it has fewer.
 */
export function looseIntegers({ view, set, start, end }: Prepared): Statement | null {
  const text = view.text.slice(0, end);
  const pattern = new RegExp(NUMBER_START);
  pattern.lastIndex = start;
  let first: { start: number; position: number } | null = null;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const token = labelAt(text, match.index, set, NO_CUE);
    if (!token) continue;
    if (first && first.position !== token.position)
      return { start: first.start, end: token.end, positions: [first.position, token.position] };
    first ??= token;
  }
  return null;
}
