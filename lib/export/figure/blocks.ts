import { textWidth } from "@/lib/chart-models/labels";
import { capText, printedLabel, simulationOf, type FigureModel } from "@/lib/chart-models/model";
import { markerAt } from "./marks";
import { drawPanel, headHeight, panelHeight } from "./panel";
import { element, MUTED, text } from "./xml";
import { wrapText } from "./wrap";

/** A stretch of the page: drawn from its own top left corner. */
export interface Block {
  readonly height: number;
  readonly svg: string;
}

export function at(x: number, y: number, content: string): string {
  return element("g", { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})` }, content);
}

/** Blocks one under the other. */
export function stack(blocks: readonly Block[], gap: number): Block {
  let height = 0;
  const parts: string[] = [];
  for (const block of blocks) {
    if (height > 0) height += gap;
    parts.push(at(0, height, block.svg));
    height += block.height;
  }
  return { height, svg: parts.join("") };
}

/** Wrapped lines of text. */
export function paragraph(
  content: string,
  size: number,
  width: number,
  fill: string,
  weight: 400 | 600 = 400,
): Block {
  const lines = wrapText(content, size, width);
  const step = size * 1.35;
  return {
    height: lines.length * step,
    svg: lines.map((l, i) => text(0, (i + 0.8) * step, l, { size, fill, weight })).join(""),
  };
}

function legendBlock(figure: FigureModel, width: number): Block[] {
  const entries = figure.legend.filter((entry) => entry.state === "shown");
  const readOut = figure.panels.some((panel) => panel.readouts.length > 0);
  const wanted = figure.labels === "legend" || figure.labels === "points";
  if (!wanted || readOut || entries.length === 0) return [];
  let [x, row] = [0, 0];
  const parts = entries.map((entry) => {
    const label = printedLabel(entry, simulationOf(figure));
    const needed = textWidth(label, 10.5) + 30;
    if (x > 0 && x + needed > width) [x, row] = [0, row + 1];
    const y = row * 16 + 10;
    const part = markerAt(entry, x + 5, y - 3.5) + text(x + 14, y, label, { size: 10.5 });
    x += needed;
    return part;
  });
  return [{ height: (row + 1) * 16, svg: parts.join("") }];
}

const bandName = ({ panels }: FigureModel) =>
  panels.some(({ series }) => series.some((s) => s.interval === "band")) ? "Band" : "Whiskers";

/** A figure: heading, legend, its panels in up to three columns, its notes. */
export function figureBlock(heading: string | null, figure: FigureModel, width: number): Block {
  const count = figure.panels.length;
  const columns = count <= 1 ? 1 : count <= 4 ? 2 : 3;
  const gap = 20;
  const each = (width - gap * (columns - 1)) / columns;
  const rows: Block[] = [];
  for (let start = 0; start < count; start += columns) {
    const row = figure.panels.slice(start, start + columns);
    const head = Math.max(...row.map((panel) => headHeight(panel, each)));
    rows.push({
      height: panelHeight(head),
      svg: row
        .map((panel, i) => at(i * (each + gap), 0, drawPanel(panel, figure, each, head)))
        .join(""),
    });
  }
  const notes = [
    ...(figure.cap ? [`Drawn: ${capText(figure.cap)}.`] : []),
    ...(figure.intervalName === null ? [] : [`${bandName(figure)}: ${figure.intervalName}.`]),
    ...figure.notes,
  ].join(" ");
  return stack(
    [
      ...(heading === null ? [] : [paragraph(heading, 12.5, width, "#16191d", 600)]),
      ...legendBlock(figure, width),
      ...rows,
      ...(notes === "" ? [] : [paragraph(notes, 10, width, MUTED)]),
    ],
    10,
  );
}
