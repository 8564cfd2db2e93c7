import { isSpaceAt, trimSpan, type Span } from "./space";

/**
 * More wrappers than this around one answer are no answer any more. The bound keeps a reply of a
 * million brackets linear.
 */
export const MAX_WRAPPERS = 32;

/** Opening marks and their closing ones, longer marks first. Fullwidth forms arrive as ASCII. */
const PAIRS = [
  ["**", "**"],
  ["__", "__"],
  ["\\(", "\\)"],
  ["\\[", "\\]"],
  ["*", "*"],
  ["_", "_"],
  ["`", "`"],
  ["$", "$"],
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“"],
  ["„", "”"],
  ["‘", "’"],
  ["‚", "‘"],
  ["«", "»"],
  ["»", "«"],
  ["‹", "›"],
  ["「", "」"],
  ["『", "』"],
  ["【", "】"],
  ["〔", "〕"],
  ["〈", "〉"],
  ["《", "》"],
] as const;

const LATEX_COMMAND = /\\(?:boxed|fbox|(?:text|math)(?:bf|it|rm|sf|tt)?|mathbf)\s{0,4}\{/y;

/** The end of a LaTeX wrapper's opening (`\boxed{`, `\text{`, ...) that starts here, or null. */
function latexOpeningEnd(text: string, offset: number): number | null {
  if (text.charAt(offset) !== "\\") return null;
  LATEX_COMMAND.lastIndex = offset;
  return LATEX_COMMAND.test(text) ? LATEX_COMMAND.lastIndex : null;
}

/** The offset of the brace that closes the group whose inside starts at `inside`, or null. */
function closingBrace(text: string, inside: number, end: number): number | null {
  let depth = 1;
  for (let offset = inside; offset < end; offset += 1) {
    const character = text.charAt(offset);
    if (character === "\\") offset += 1;
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return offset;
  }
  return null;
}

function unwrapOnce(text: string, span: Span): Span | null {
  const inside = latexOpeningEnd(text, span.start);
  if (inside !== null) {
    const closing = closingBrace(text, inside, span.end);
    return closing === span.end - 1 ? trimSpan(text, { start: inside, end: closing }) : null;
  }
  for (const [open, close] of PAIRS) {
    if (span.end - span.start <= open.length + close.length) continue;
    if (!text.startsWith(open, span.start) || !text.endsWith(close, span.end)) continue;
    return trimSpan(text, { start: span.start + open.length, end: span.end - close.length });
  }
  return null;
}

/**
 * A span and what is left of it wrapper by wrapper, outermost first: white space is trimmed at
 * each, and only wrappers around the whole are taken off.
 */
export function layersOf(text: string, span: Span): Span[] {
  const layers: Span[] = [];
  let layer: Span | null = trimSpan(text, span);
  while (layer && layer.start < layer.end && layers.length <= MAX_WRAPPERS) {
    layers.push(layer);
    layer = unwrapOnce(text, layer);
  }
  return layers;
}

// An angle bracket opens a tag or a comparison sooner than a label.
const OPENINGS = [...new Set(PAIRS.map(([open]) => open))].filter((open) => open !== "<");
const CLOSINGS = [...new Set(PAIRS.map(([, close]) => close))].filter((close) => close !== ">");

/** The end of the opening mark that starts here, or null. Angle brackets do not count. */
export function openingEnd(text: string, offset: number): number | null {
  const latex = latexOpeningEnd(text, offset);
  if (latex !== null) return latex;
  const open = OPENINGS.find((mark) => text.startsWith(mark, offset));
  return open === undefined ? null : offset + open.length;
}

/**
 * Skips closing marks; at most `MAX_WRAPPERS`. Behind blanks of the same line a mark counts only
 * where it cannot be an opening one.
 */
export function skipClosings(text: string, offset: number): number {
  let end = offset;
  for (let count = 0; count < MAX_WRAPPERS; count += 1) {
    let next = end;
    while (next < end + 2 && text.charAt(next) !== "\n" && isSpaceAt(text, next)) next += 1;
    const close = CLOSINGS.find((mark) => text.startsWith(mark, next));
    if (close === undefined || (next > end && OPENINGS.some((open) => open === close))) break;
    end = next + close.length;
  }
  return end;
}
