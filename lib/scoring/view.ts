import type { Evidence } from "./scorer";

interface Edit {
  /** Where the changed piece lies in the normalised text. */
  start: number;
  end: number;
  /** Where it came from in the source. */
  sourceStart: number;
  sourceEnd: number;
}

/** A text in normal form NFKC, from which every span finds its way back to the text as given. */
export interface View {
  readonly text: string;
  evidence(start: number, end: number): Evidence;
}

/** What can change by standing behind another character: marks, and the vowels and finals of Hangul. */
const JOINING = "\\p{M}\\u1160-\\u11FF\\uD7B0-\\uD7FB\\u314F-\\u3163\\uFFC2-\\uFFDC\\uFF9E\\uFF9F";

/**
 * A character that normalisation may change, with all that may join it. Plain ASCII is left out:
 * it changes only under a mark. Thirty joined marks are the limit of Unicode's stream-safe format
 * (UAX #15), which keeps a megabyte of stacked accents linear.
 */
const PIECE = new RegExp(`(?:[\\0-\\x7F](?=[${JOINING}])|[^\\0-\\x7F])[${JOINING}]{0,30}`, "gu");

/** The last edit that starts at or before an offset of the normalised text. */
function editBefore(edits: readonly Edit[], offset: number): Edit | undefined {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((edits[middle]?.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return edits[low - 1];
}

const PLAIN = /^[\0-\x7F]*$/u;

/** A text in plain ASCII: it is its own normal form, and most replies are. */
class PlainView implements View {
  constructor(readonly text: string) {}

  evidence(start: number, end: number): Evidence {
    const to = Math.max(start, end);
    return { start, end: to, text: this.text.slice(start, to) };
  }
}

/** NFKC with a way back. A span that ends inside a changed piece grows to the whole piece. */
export function viewOf(source: string): View {
  if (PLAIN.test(source)) return new PlainView(source);
  const edits: Edit[] = [];
  const parts: string[] = [];
  let copied = 0;
  let length = 0;
  for (const match of source.matchAll(PIECE)) {
    const piece = match[0];
    const normal = piece.normalize("NFKC");
    if (normal === piece) continue;
    parts.push(source.slice(copied, match.index), normal);
    const start = length + match.index - copied;
    copied = match.index + piece.length;
    length = start + normal.length;
    edits.push({ start, end: length, sourceStart: match.index, sourceEnd: copied });
  }
  parts.push(source.slice(copied));

  const toSource = (offset: number, side: "start" | "end") => {
    // An end belongs to the character before it.
    const edit = editBefore(edits, side === "start" ? offset : offset - 1);
    if (!edit) return offset;
    if (side === "start" ? offset < edit.end : offset <= edit.end)
      return side === "start" ? edit.sourceStart : edit.sourceEnd;
    return edit.sourceEnd + offset - edit.end;
  };
  return {
    text: parts.join(""),
    evidence(start, end) {
      const from = toSource(start, "start");
      const to = Math.max(from, toSource(end, "end"));
      return { start: from, end: to, text: source.slice(from, to) };
    },
  };
}
