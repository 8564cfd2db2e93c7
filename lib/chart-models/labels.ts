/** Minimal vertical room of labels at line ends, found without a browser. */
export interface Placed<T> {
  readonly item: T;
  /** Where the line ends, and where its label is printed so that none touch. */
  readonly at: number;
  readonly label: number;
}

/**
 * Moves labels apart by at least `gap` within [low, high], each as near to its own place as the
 * others allow (pool adjacent violators: labels that would touch form a block around their mean).
 * When they do not all fit the gap shrinks evenly.
 */
export function spreadLabels<T>(
  items: readonly { readonly item: T; readonly at: number }[],
  gap: number,
  [low, high]: readonly [number, number],
): Placed<T>[] {
  const sorted = [...items].sort((a, b) => a.at - b.at);
  const room = Math.min(gap, sorted.length > 1 ? (high - low) / (sorted.length - 1) : gap);
  // In coordinates without the gaps, order is all that has to hold.
  const blocks: { sum: number; count: number }[] = [];
  sorted.forEach(({ at }, index) => {
    blocks.push({ sum: at - index * room, count: 1 });
    for (;;) {
      const last = blocks[blocks.length - 1];
      const before = blocks[blocks.length - 2];
      if (!last || !before || before.sum / before.count <= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  });
  const upper = high - Math.max(0, sorted.length - 1) * room;
  const places = blocks.flatMap(({ sum, count }) =>
    new Array<number>(count).fill(Math.min(Math.max(sum / count, low), upper)),
  );
  return sorted.map(({ item, at }, index) => ({
    item,
    at,
    label: (places[index] ?? at) + index * room,
  }));
}

/** Rough width of a text in Inter, in em; good enough to reserve room for labels. */
export function textWidth(text: string, fontSize: number): number {
  let em = 0;
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    if (code >= 0x1100) em += 1;
    else if ("iljtfrI.,:;'|!()[] ".includes(sign)) em += 0.33;
    else if ("mwMW@%".includes(sign)) em += 0.9;
    else if (sign >= "A" && sign <= "Z") em += 0.68;
    else em += 0.58;
  }
  return em * fontSize;
}

/** Shortens a text to a width, with an ellipsis. */
export function clipText(text: string, fontSize: number, width: number): string {
  if (textWidth(text, fontSize) <= width) return text;
  const signs = Array.from(text);
  const fits = (count: number) =>
    textWidth(`${signs.slice(0, count).join("")}…`, fontSize) <= width;
  let count = signs.length - 1;
  while (count > 1 && !fits(count)) count -= 1;
  return `${signs.slice(0, count).join("").trimEnd()}…`;
}

/** A point that is to be named, in pixels; `low` and `high` are the ends of its whisker. */
export interface NamedPoint {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Where a name is printed: on its baseline, from or up to x. */
export interface PlacedName {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
}

interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const MARKER = 6;
const BESIDE = MARKER + 3;
/** Beside, above and below a point, right before left: steps from it, in pixels and lines. */
const SPOTS = [-1, 0, 1]
  .flatMap((line) => [
    { side: 1, line },
    { side: -1, line },
  ])
  .sort((a, b) => Math.abs(a.line) - Math.abs(b.line) || b.side - a.side);

const meet = (a: Rect, b: Rect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/**
 * Names beside their points, none over another name or a marker, and over a whisker only where
 * there is no other room. A name that fits nowhere is left out: a legend has it.
 */
export function placeNames(
  points: readonly NamedPoint[],
  fontSize: number,
  box: Rect,
): PlacedName[] {
  const markers = points.map(({ x, y }): Rect => ({
    left: x - MARKER,
    right: x + MARKER,
    top: y - MARKER,
    bottom: y + MARKER,
  }));
  const whiskers = points.flatMap(({ x, low, high }): Rect[] =>
    low === null || high === null
      ? []
      : [{ left: x - 1, right: x + 1, top: Math.min(low, high), bottom: Math.max(low, high) }],
  );
  const taken = [...markers];
  return points.flatMap(({ id, label, x, y }) => {
    const width = textWidth(label, fontSize);
    const spots = SPOTS.map(({ side, line }) => {
      const from = x + side * BESIDE;
      const baseline = y + fontSize * 0.35 + line * fontSize * 1.1;
      const rect: Rect = {
        left: side > 0 ? from : from - width,
        right: side > 0 ? from + width : from,
        top: baseline - fontSize * 0.8,
        bottom: baseline + fontSize * 0.25,
      };
      const anchor = side > 0 ? ("start" as const) : ("end" as const);
      return { rect, name: { id, label, x: from, y: baseline, anchor } };
    }).filter(
      ({ rect }) =>
        rect.left >= box.left &&
        rect.right <= box.right &&
        rect.top >= box.top &&
        rect.bottom <= box.bottom &&
        taken.every((other) => !meet(rect, other)),
    );
    const spot =
      spots.find(({ rect }) => whiskers.every((other) => !meet(rect, other))) ?? spots[0];
    if (!spot) return [];
    taken.push(spot.rect);
    return [spot.name];
  });
}
