/**
 * White space, and the marks that take no room on the line (zero-width spaces and joiners,
 * direction marks): neither is ever a part of an answer. For use inside a character class.
 */
export const SPACE = "\\s\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069";

const SPACE_RUN = new RegExp(`[${SPACE}]+`, "gu");
const SPACE_CHARACTER = new RegExp(`[${SPACE}]`, "u");

/** Whether the UTF-16 unit at an offset is white space or takes no room; false past the end. */
export function isSpaceAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  // ASCII is decided by hand: this runs once a character over texts of many megabytes.
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13);
  return offset < text.length && SPACE_CHARACTER.test(text.charAt(offset));
}

/** The text with every run of white space as one blank, and none at its ends. Case is kept. */
export function collapseSpace(text: string): string {
  return text.replace(SPACE_RUN, " ").replace(/^ | $/g, "");
}

export interface Span {
  start: number;
  end: number;
}

/** A span without the white space at its ends. */
export function trimSpan(text: string, span: Span): Span {
  let { start, end } = span;
  while (start < end && isSpaceAt(text, start)) start += 1;
  while (end > start && isSpaceAt(text, end - 1)) end -= 1;
  return { start, end };
}
