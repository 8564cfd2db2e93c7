const LONGEST = 2000;

/**
 * A text that a host chose, as a text column of PostgreSQL takes it: U+0000 it never does, half a
 * surrogate pair is no character, and what is far too long is cut.
 */
export function storable(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
  return cut.replaceAll("\0", "\uFFFD").toWellFormed();
}
