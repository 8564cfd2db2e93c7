import { fillerEnd, type Cue } from "./cues";
import { labelAt, ownTextEnd, type LabelSet, type LabelToken } from "./label-at";
import { isSpaceAt } from "./space";
import { MAX_WRAPPERS, openingEnd } from "./wrappers";

/** What a declaration names: its positions, each once, in the order of the text. */
export interface Statement {
  start: number;
  end: number;
  positions: readonly number[];
}

/** A list is read up to this length: it names several in any case. */
const MAX_NAMED = 32;

const BLANK = "[^\\S\\n]{0,8}";
/** Joins labels whatever follows the second one. */
const STRONG = new RegExp(
  `${BLANK}(?:[,;]${BLANK})?(?:(?:and/or|and|or|und|oder|veya|ve|ya da|ile|및|또는|혹은|그리고)(?![\\p{L}\\p{N}\\p{M}])` +
    `|와|과|이나|나|하고|랑|以及|和|或者|或|与|與|及|[、&/])${BLANK}`,
  "iuy",
);
/** Joins numbers alone: between letters it makes a compound. */
const RANGE = new RegExp(`${BLANK}[-–~]${BLANK}`, "uy");
/** Joins labels only where the second one ends the statement: "A, C", but not "A, C is wrong". */
const WEAK = new RegExp(`${BLANK}[,;]${BLANK}|[^\\S\\n]{1,8}`, "uy");
const STATEMENT_END = new RegExp(`${BLANK}(?:$|[\\n.!?…。)\\]}]|\\\\[)\\]])`, "uy");
const ITEM_START = /\n[^\S\n]{0,4}(?:[-•] {1,3})?[(*_]{0,3}/y;
const LINE_START = /\n[^\S\n]{0,4}(?:[-•] {1,3})?[(*_]{0,3}$/;
const ITEM_TEXT = /[.)][*_]{0,2}[^\S\n]{1,4}\S/y;

function matchEnd(pattern: RegExp, text: string, offset: number): number | null {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** Skips what may stand in front of a label: white space, opening marks and, where asked, fillers. */
export function skipOpenings(text: string, offset: number, fillers: boolean): number {
  let at = offset;
  for (let count = 0; count < MAX_WRAPPERS; count += 1) {
    while (isSpaceAt(text, at)) at += 1;
    const next = openingEnd(text, at) ?? (fillers ? fillerEnd(text, at) : null);
    if (next === null) break;
    at = next;
  }
  return at;
}

interface Named {
  token: LabelToken;
  strong: boolean;
}

function isListItem(text: string, token: LabelToken): boolean {
  return (
    LINE_START.test(text.slice(Math.max(0, token.start - 9), token.start)) &&
    matchEnd(ITEM_TEXT, text, token.end) !== null
  );
}

/** The label of the next line, where both lines are items of a list: "B. x" and below it "D. y". */
function nextItem(text: string, token: LabelToken, set: LabelSet, cue: Cue): Named | null {
  if (!isListItem(text, token)) return null;
  const line = text.indexOf("\n", token.closed);
  if (line < 0) return null;
  const next = labelAt(text, matchEnd(ITEM_START, text, line) ?? line, set, cue);
  return next && isListItem(text, next) ? { token: next, strong: true } : null;
}

/** The next label of a list, or null where the list ends at `token`. */
function nextNamed(text: string, token: LabelToken, set: LabelSet, cue: Cue): Named | null {
  // "(A, C)" goes on inside its brackets, "(A) and (C)" behind them, "A. x and C. y" behind the text.
  const ownText = ownTextEnd(text, token, set);
  for (const from of ownText === null ? [token.end, token.closed] : [ownText]) {
    const strong =
      matchEnd(STRONG, text, from) ??
      (set.style === "integers" ? matchEnd(RANGE, text, from) : null);
    const joined = strong ?? matchEnd(WEAK, text, from);
    if (joined === null) continue;
    const next = labelAt(text, skipOpenings(text, joined, false), set, { ...cue, capital: true });
    if (!next || (strong === null && next.position > set.count)) continue;
    return { token: next, strong: strong !== null };
  }
  return nextItem(text, token, set, cue);
}

/**
 * Reads the label, or the list of labels, that starts at an offset.
 *
 * @returns null where no label starts there
 */
export function listAt(text: string, offset: number, set: LabelSet, cue: Cue): Statement | null {
  const first = labelAt(text, offset, set, cue);
  if (!first) return null;
  const named: Named[] = [{ token: first, strong: true }];
  let next = nextNamed(text, first, set, cue);
  while (next && named.length < MAX_NAMED) {
    named.push(next);
    next = nextNamed(text, next.token, set, cue);
  }
  const last = named.at(-1);
  // A list that did not end within the bound goes on; it is no half sentence.
  if (last && !next && matchEnd(STATEMENT_END, text, last.token.closed) === null)
    while (named.length > 1 && named.at(-1)?.strong === false) named.pop();
  return {
    start: first.start,
    end: named.at(-1)?.token.closed ?? first.closed,
    positions: [...new Set(named.map(({ token }) => token.position))],
  };
}

/**
 * Reads what follows a cue, behind opening marks and words such as "option".
 *
 * @param offset where the cue ends
 * @returns null where no label follows: the cue declared nothing
 */
export function statementAt(
  text: string,
  offset: number,
  set: LabelSet,
  cue: Cue,
): Statement | null {
  // "so" and "no" are words in front of a label and, in large sets, labels.
  return (
    listAt(text, skipOpenings(text, offset, false), set, cue) ??
    listAt(text, skipOpenings(text, offset, true), set, cue)
  );
}
