import type { Span } from "./rule";

/** Composed Unicode (NFC): a letter and its accent are one character, however the file has them. */
export function composed(stem: string): string {
  return stem.normalize("NFC");
}

/** Where a pattern with the flag `g` ends its matches: a sentence starts there. */
function startsBehind(text: string, boundary: RegExp): number[] {
  return [...text.matchAll(boundary)].map((match) => match.index + match[0].length);
}

/**
 * A text cut into sentences, white space at either end left out; empty ones are dropped.
 * @param boundary pattern with the flag `g`; the next sentence starts where a match ends.
 */
export function sentencesOf(text: string, boundary: RegExp): Span[] {
  const starts = [0, ...startsBehind(text, boundary)];
  return starts.flatMap((start, i) => {
    const end = starts[i + 1] ?? text.length;
    const part = text.slice(start, end);
    const lead = part.length - part.trimStart().length;
    const length = part.trim().length;
    return length === 0 ? [] : [{ start: start + lead, end: start + lead + length }];
  });
}

/** The last sentence that asks, else the last; an empty span of an empty text. */
export function questionSentence(
  text: string,
  boundary: RegExp,
  asks: (sentence: string) => boolean,
): Span {
  const sentences = sentencesOf(text, boundary);
  return (
    sentences.findLast(({ start, end }) => asks(text.slice(start, end))) ??
    sentences.at(-1) ?? { start: 0, end: 0 }
  );
}

/** Spans of all matches of a pattern with the flag `g`. */
export function* matchesOf(text: string, pattern: RegExp): Generator<Span> {
  for (const match of text.matchAll(pattern))
    yield { start: match.index, end: match.index + match[0].length };
}
