import { spreadLabels } from "./labels";
import type { SeriesStyle } from "./model";

/**
 * A prepared flow: how items part between what they were on the left and on the right. Renderers
 * (components/charts for the screen, lib/export/figure for paper) lay it out by `layoutFlow` and
 * draw the same.
 */
export interface FlowStream {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** Names of the blocks that it leaves and enters. */
  readonly left: string;
  readonly right: string;
  readonly style: SeriesStyle;
  /** The stream that it is a part of, whose total stands above it; null for a stream of its own. */
  readonly within: FlowTotal | null;
}

/** Several streams taken together. */
export interface FlowTotal {
  readonly id: string;
  readonly label: string;
  readonly count: number;
}

export interface FlowModel {
  /** What is drawn, for whoever does not see it. */
  readonly title: string;
  /** What stands over both sides: the name, and what it comes to. */
  readonly from: { readonly name: string; readonly text: string };
  readonly to: { readonly name: string; readonly text: string };
  /** Names of the blocks from top to bottom, the same on both sides. */
  readonly blocks: readonly string[];
  /** From top to bottom as they lie within their blocks. */
  readonly streams: readonly FlowStream[];
  /** The items of all streams. */
  readonly total: number;
  /** Streams are outlines: published ones, which no items stand behind. */
  readonly hollow?: boolean;
  readonly notes: readonly string[];
}

interface Band {
  readonly stream: FlowStream;
  readonly path: string;
}
interface Block {
  readonly name: string;
  readonly side: "left" | "right";
  readonly x: number;
  readonly y: number;
  readonly height: number;
}
/** A label beside the right ends: of a stream, or of several together. */
export interface FlowLabel {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly share: number | null;
  /** Null for a total, which has no colour of its own. */
  readonly style: SeriesStyle | null;
  readonly part: boolean;
  /** Middle of the end that it names, and of its own line. */
  readonly at: number;
  readonly y: number;
}
export interface FlowLayout {
  readonly bands: readonly Band[];
  readonly blocks: readonly Block[];
  readonly labels: readonly FlowLabel[];
}

export interface FlowRoom {
  /** Pixels: the outer edges of both rows of blocks, and the height of the whole. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
  /** Height of a label's line. */
  readonly line: number;
}

/** Width of a block, and the room between two of one side. */
export const BLOCK_WIDTH = 8;
const BLOCK_GAP = 16;
/** A stream of few items among many is still seen. */
const LEAST = 1;

interface Stretch {
  readonly y: number;
  readonly height: number;
}

/** Where each block of a side stands, and each stream in it. */
function sideOf(flow: FlowModel, side: "left" | "right", scale: number) {
  const streams = new Map<string, Stretch>();
  const blocks: (Stretch & { readonly name: string })[] = [];
  let y = 0;
  for (const name of flow.blocks) {
    const own = flow.streams.filter((stream) => stream[side] === name);
    const top = y;
    for (const stream of own) {
      streams.set(stream.id, { y, height: stream.count * scale });
      y += stream.count * scale;
    }
    blocks.push({ name, y: top, height: y - top });
    // An empty block keeps its place: what has no items is shown as such.
    y += BLOCK_GAP;
  }
  return { streams, blocks };
}

/** The area between two S-shaped curves. */
function bandPath(from: Stretch, to: Stretch, x0: number, x1: number): string {
  const middle = (x0 + x1) / 2;
  const n = (value: number) => value.toFixed(2);
  const thick = (stretch: Stretch) => Math.max(LEAST, stretch.height);
  const curve = (x: number, y: number, from: number) =>
    `C${n(middle)} ${n(from)} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`;
  const [top, bottom] = [to.y, to.y + thick(to)];
  const [back, start] = [from.y + thick(from), from.y];
  return `M${n(x0)} ${n(start)}${curve(x1, top, start)}L${n(x1)} ${n(bottom)}${curve(x0, back, bottom)}Z`;
}

interface Unplaced {
  readonly item: Omit<FlowLabel, "at" | "y">;
  readonly at: number;
}

function labelsOf(flow: FlowModel, ends: ReadonlyMap<string, Stretch>): Unplaced[] {
  const share = (count: number) => (flow.total === 0 ? null : count / flow.total);
  const told = new Set<string>();
  return flow.streams.flatMap(({ id, label, count, style, within }): Unplaced[] => {
    const end = ends.get(id) ?? { y: 0, height: 0 };
    const own = {
      item: { id, label, count, share: share(count), style, part: within !== null },
      at: end.y + end.height / 2,
    };
    if (within === null || told.has(within.id)) return [own];
    told.add(within.id);
    const total = {
      item: { ...within, share: share(within.count), style: null, part: false },
      at: end.y,
    };
    return [total, own];
  });
}

/** Lays a flow out: the same for screen and paper. */
export function layoutFlow(flow: FlowModel, { left, right, height, line }: FlowRoom): FlowLayout {
  const gaps = BLOCK_GAP * Math.max(0, flow.blocks.length - 1);
  const scale = flow.total === 0 ? 0 : Math.max(0, height - gaps) / flow.total;
  const [from, to] = [sideOf(flow, "left", scale), sideOf(flow, "right", scale)];
  const [x0, x1] = [left + BLOCK_WIDTH, right - BLOCK_WIDTH];
  const bands = flow.streams.flatMap((stream): Band[] => {
    const [start, end] = [from.streams.get(stream.id), to.streams.get(stream.id)];
    if (stream.count === 0 || !start || !end) return [];
    return [{ stream, path: bandPath(start, end, x0, x1) }];
  });
  const placed = (side: "left" | "right", x: number) =>
    (side === "left" ? from : to).blocks.map((block) => ({ ...block, side, x }));
  const labels = spreadLabels(labelsOf(flow, to.streams), line, [line / 2, height - line / 2]);
  return {
    bands,
    blocks: [...placed("left", left), ...placed("right", x1)],
    labels: labels.map(({ item, at, label }) => ({ ...item, at, y: label })),
  };
}
