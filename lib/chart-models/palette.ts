import { MARKERS, type Marker, type SeriesStyle } from "./model";

/**
 * Eight colours, each for both themes. Found by search over OKLab under constraints: contrast of at
 * least 3:1 to the theme's ground, and the largest smallest distance between any two as seen with
 * normal sight and simulated protanopia, deuteranopia and tritanopia (Machado et al. 2009).
 */
export const PALETTE = [
  { name: "blue", light: "#1e31b1", dark: "#4163e4" },
  { name: "orange", light: "#ea6a12", dark: "#f57323" },
  { name: "green", light: "#25a37e", dark: "#6aaf95" },
  { name: "violet", light: "#ac70fa", dark: "#b98dfb" },
  { name: "brown", light: "#705f25", dark: "#8a5f18" },
  { name: "plum", light: "#7b2f5f", dark: "#bb2d8c" },
  { name: "sky", light: "#3c7999", dark: "#9be4fd" },
  { name: "olive", light: "#313e03", dark: "#dee053" },
] as const;

/** References: gold positions, fits, chance. */
export const NEUTRAL = { name: "grey", light: "#6b7280", dark: "#9ca3af" } as const;

export const NEUTRAL_STYLE: SeriesStyle = { colour: null, marker: null, dash: "solid" };

/** FNV-1a over UTF-16 code units: only has to be stable. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  }
  return value;
}

interface StyledCell {
  readonly model: string;
  readonly benchmark: string;
  /** Index of the open source, where there are several. */
  readonly source?: number;
}

/**
 * One style a model, from the model's own name. `cells` name all models of the data, so that a filter
 * never changes a colour. Each takes the slot of its hash; where that is taken by a model of the same
 * benchmark, which it may be drawn beside, the first has it and the other takes the next that is free.
 * First is who was there first: a file dropped later never changes the colours of what is on screen;
 * within one source it goes by name. Models that share a colour after all differ in their markers.
 * Styles in `beside` are drawn next to all of them.
 */
export function assignStyles(
  cells: Iterable<StyledCell>,
  beside: readonly SeriesStyle[] = [],
): ReadonlyMap<string, SeriesStyle> {
  const benchmarks = new Map<string, Set<string>>();
  const first = new Map<string, number>();
  for (const { model, benchmark, source = 0 } of cells) {
    benchmarks.set(model, (benchmarks.get(model) ?? new Set()).add(benchmark));
    first.set(model, Math.min(first.get(model) ?? source, source));
  }
  const rank = (model: string) => first.get(model) ?? 0;
  const order = [...benchmarks.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  const styles = new Map<string, SeriesStyle>();
  const slots = new Map<string, number>();
  for (const model of order) {
    const own = benchmarks.get(model) ?? new Set<string>();
    const met = [...slots].filter(([other]) =>
      [...(benchmarks.get(other) ?? [])].some((benchmark) => own.has(benchmark)),
    );
    const taken = [...met.map(([, slot]) => slot), ...beside.map(({ colour }) => colour)];
    const uses = PALETTE.map((_, slot) => taken.filter((other) => other === slot).length);
    const fewest = Math.min(...uses);
    let slot = hash(model) % PALETTE.length;
    while ((uses[slot] ?? 0) > fewest) slot = (slot + 1) % PALETTE.length;
    const marker = freeMarker(
      slot,
      [...styles.values()],
      [...beside, ...met.flatMap(([other]) => styles.get(other) ?? [])],
    );
    slots.set(model, slot);
    styles.set(model, { colour: slot, marker, dash: "solid" });
  }
  return styles;
}

/**
 * The marker of a colour's own, unless a model of that colour has it, or one that is drawn beside:
 * then the marker that is seen beside least.
 */
function freeMarker(
  colour: number,
  all: readonly SeriesStyle[],
  beside: readonly SeriesStyle[],
): Marker {
  const cost = (marker: Marker) =>
    100 * all.filter((style) => style.colour === colour && style.marker === marker).length +
    beside.filter((style) => style.marker === marker).length;
  const order = MARKERS.map((_, i) => MARKERS[(colour + i) % MARKERS.length] ?? "circle");
  return order.reduce((best, marker) => (cost(marker) < cost(best) ? marker : best));
}

/**
 * The style of a model's further curves in one figure (another padding, mode, condition): the same
 * colour, another marker, dashed.
 */
export function variantOf(style: SeriesStyle, place: number): SeriesStyle {
  if (place === 0 || style.marker === null) return style;
  const marker = MARKERS[(MARKERS.indexOf(style.marker) + place) % MARKERS.length];
  return { ...style, marker: marker ?? style.marker, dash: "dashed" };
}

export function styleOf(styles: ReadonlyMap<string, SeriesStyle>, model: string): SeriesStyle {
  return styles.get(model) ?? NEUTRAL_STYLE;
}

export type Theme = "light" | "dark";

/**
 * The end of the scale of heat tables; its start is the ground of the theme. One hue that darkens, or
 * lightens, evenly: whoever sees no colours reads it too. At both ends, and between, the theme's ink
 * on it has a contrast of at least 4.5:1.
 */
export const HEAT = {
  light: { ground: "#ffffff", end: "#7fa3da" },
  dark: { ground: "#171a1d", end: "#48618a" },
} as const;

/** The colour at a place of the scale, 0 to 1; places beyond count as its ends. */
export function heatColour(place: number, theme: Theme): string {
  const share = Math.min(1, Math.max(0, place));
  const { ground, end } = HEAT[theme];
  const channel = (hex: string, at: number) => parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => {
    const from = channel(ground, at);
    return Math.round(from + share * (channel(end, at) - from));
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export function colourOf(style: SeriesStyle, theme: Theme): string {
  const entry = style.colour === null ? NEUTRAL : (PALETTE[style.colour] ?? NEUTRAL);
  return entry[theme];
}
