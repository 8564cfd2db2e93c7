import type { FlowModel } from "@/lib/chart-models/flow";
import type { FigureModel } from "@/lib/chart-models/model";
import type { SortState, TableModel } from "@/lib/chart-models/table-model";
import { figureBlock, paragraph, stack, type Block } from "./blocks";
import { flowBlock } from "./flow-block";
import { tableBlock } from "./table-block";
import { element, escapeXml, INK, MUTED, text } from "./xml";

/** A font file to embed: without it a figure looks different on every machine. */
export interface EmbeddedFont {
  readonly family: string;
  readonly weight: 400 | 600;
  /** woff2, base64. */
  readonly data: string;
  readonly unicodeRange: string;
  /** A sign that this file draws. */
  readonly sample: string;
}

export type FigurePart =
  | { readonly kind: "figure"; readonly heading: string | null; readonly figure: FigureModel }
  | { readonly kind: "flow"; readonly heading: string | null; readonly flow: FlowModel }
  | {
      readonly kind: "table";
      readonly table: TableModel;
      /** The sort that the screen shows it under. */
      readonly sort: SortState | null;
      /** Which of its rows are left out; null where all are there. */
      readonly note: string | null;
    };

export interface FigureFrame {
  readonly title: string;
  readonly subtitle: string;
  /** Where the records come from: "Foilscope · data: samples". */
  readonly source: string;
  readonly simulated: "all" | "some" | "none";
  /** ISO date of the export. */
  readonly date: string;
  readonly parts: readonly FigurePart[];
  readonly fonts: readonly EmbeddedFont[];
  /**
   * Adds one sign of each font below the figure's own height: who draws the file to pixels sees there
   * whether the fonts are in (png.ts).
   */
  readonly probes?: boolean;
}

/** Height of the strip of probes, and the width of each. */
export const PROBE = 24;

function probesOf(fonts: readonly EmbeddedFont[], top: number): string {
  return fonts
    .map(({ sample, weight }, i) =>
      text(i * PROBE + 2, top + PROBE - 6, sample, { size: 18, weight, fill: "#000000" }),
    )
    .join("");
}

/** Paper width in CSS pixels: 190 mm at 96 dpi. */
export const PAPER_WIDTH = 718;
const MARGIN = 16;

const SIMULATED = {
  all: "All records are simulated.",
  some: "Some records are simulated, marked (simulated).",
  none: null,
} as const;

function styles(fonts: readonly EmbeddedFont[]): string {
  const faces = fonts.map(
    ({ family, weight, data, unicodeRange }) =>
      `@font-face{font-family:"${family}";font-weight:${weight};` +
      `src:url(data:font/woff2;base64,${data}) format("woff2");unicode-range:${unicodeRange}}`,
  );
  return [
    ...faces,
    `text{font-family:Inter,"Noto Sans KR","Noto Sans CJK KR","Malgun Gothic",sans-serif}` +
      `.n{font-variant-numeric:tabular-nums}`,
  ].join("");
}

function partBlock(part: FigurePart, width: number): Block {
  switch (part.kind) {
    case "figure":
      return figureBlock(part.heading, part.figure, width);
    case "flow":
      return flowBlock(part.heading, part.flow, width);
    case "table":
      return tableBlock(part, width);
  }
}

/**
 * The whole figure as one SVG file that needs nothing else: title, subtitle, charts or table, source
 * line and date, light, at paper width. Pure: the same input gives the same file.
 */
export function composeFigure(frame: FigureFrame): { svg: string; width: number; height: number } {
  const width = PAPER_WIDTH - 2 * MARGIN;
  const source = [frame.source, SIMULATED[frame.simulated], frame.date]
    .filter((part) => part !== null)
    .join(" · ");
  const body: Block = stack(
    [
      paragraph(frame.title, 16, width, INK, 600),
      ...(frame.subtitle === "" ? [] : [paragraph(frame.subtitle, 11, width, MUTED)]),
      ...frame.parts.map((part) => partBlock(part, width)),
      paragraph(source, 10, width, MUTED),
    ],
    14,
  );
  const height = Math.ceil(body.height + 2 * MARGIN);
  const full = height + (frame.probes ? PROBE : 0);
  const svg = element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: PAPER_WIDTH,
      height: full,
      viewBox: `0 0 ${PAPER_WIDTH} ${full}`,
      role: "img",
    },
    [
      element("title", {}, escapeXml(frame.title)),
      element("desc", {}, escapeXml(`${frame.subtitle} ${source}`.trim())),
      `<style>${styles(frame.fonts)}</style>`,
      element("rect", { width: PAPER_WIDTH, height: full, fill: "#ffffff" }),
      element("g", { transform: `translate(${MARGIN} ${MARGIN})` }, body.svg),
      frame.probes ? probesOf(frame.fonts, height) : "",
    ].join(""),
  );
  return { svg: `<?xml version="1.0" encoding="UTF-8"?>\n${svg}\n`, width: PAPER_WIDTH, height };
}
