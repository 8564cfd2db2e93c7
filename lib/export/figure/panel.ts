import { fittingTicks } from "@/lib/chart-models/axis";
import { clipText, placeNames, spreadLabels, textWidth } from "@/lib/chart-models/labels";
import {
  levelNames,
  printedLabel,
  simulationOf,
  type FigureModel,
  type PanelModel,
} from "@/lib/chart-models/model";
import { colourOf } from "@/lib/chart-models/palette";
import { scaleOf, type Box, type Scale } from "@/lib/chart-models/scale";
import { namedPoints } from "@/lib/chart-models/shapes";
import { drawSeries, markerAt } from "./marks";
import { AXIS, element, GRID, INK, MUTED, text } from "./xml";
import { wrapName, wrapText } from "./wrap";

const TICK = 10;
const LABEL = 10.5;
const TITLE = 12;
/** How much wider than a plain one a bold text is. */
const BOLD = 1.06;
const MIN_TITLE_WIDTH = 60;
const LEFT = 46;
const BOTTOM = 34;
const READOUT_LINE = 15;
const PLOT_HEIGHT = 200;
const MOST_LABEL_WIDTH = 130;

/** Room right of the plot for labels at the ends of the lines. */
export function labelRoom(figure: FigureModel): number {
  if (figure.labels !== "direct") return 8;
  const widths = figure.panels
    .flatMap((panel) => panel.series)
    .filter((series) => series.role === "data")
    .map((series) => textWidth(printedLabel(series, simulationOf(figure)), LABEL));
  return 12 + Math.min(MOST_LABEL_WIDTH, Math.max(0, ...widths));
}

const LEVEL_LINE = 28;

/** Room that the names of the dotted levels take from the title. */
function levelRoom(panel: PanelModel): number {
  const widths = levelNames(panel).map((label) => textWidth(label, LABEL) + LEVEL_LINE);
  return widths.length === 0 ? 0 : Math.max(...widths) + 8;
}

/** Names of the dotted levels at the right of the title. */
function levelKeys(panel: PanelModel, width: number): string {
  return levelNames(panel)
    .map((label) => {
      const left = width - textWidth(label, LABEL) - LEVEL_LINE;
      const dotted = { stroke: AXIS, "stroke-width": 1, "stroke-dasharray": "2 3" };
      return (
        element("line", { x1: left, x2: left + 22, y1: 8, y2: 8, ...dotted }) +
        text(left + 26, 12, label, { size: LABEL, fill: MUTED })
      );
    })
    .join("");
}

/** What stands above the plot: title, read-outs, warning. */
function headOf(panel: PanelModel, width: number): { height: number; svg: string } {
  const room = Math.max(MIN_TITLE_WIDTH, width - levelRoom(panel));
  const titles = wrapName(panel.title, BOLD * TITLE, room);
  const rows = panel.levels.length === 0 ? titles.length : Math.max(1, titles.length);
  const title = rows === 0 ? 0 : rows * READOUT_LINE + 3;
  const quiet = { size: LABEL, fill: MUTED };
  const shade = panel.shade && panel.readouts.length > 0 ? [panel.shade.label] : [];
  const warning = panel.warning === null ? [] : wrapText(`Warning: ${panel.warning}`, LABEL, width);
  const lines: ((y: number) => string)[] = [
    ...shade.map((label) => (y: number) => text(0, y, label, quiet)),
    ...panel.readouts.map(
      ({ style, label, text: value }) =>
        (y: number) =>
          markerAt({ style }, 5, y - 4) + text(14, y, `${label}: ${value}`, quiet),
    ),
    ...warning.map((line) => (y: number) => text(0, y, line, { size: LABEL, fill: INK })),
  ];
  return {
    height: title + lines.length * READOUT_LINE + 6,
    svg: [
      ...titles.map((line, i) =>
        text(0, 12 + i * READOUT_LINE, line, { size: TITLE, weight: 600 }),
      ),
      levelKeys(panel, width),
      ...lines.map((line, i) => line(title + (i + 1) * READOUT_LINE - 3)),
    ].join(""),
  };
}

/** Height of what stands above a panel's plot; panels of one row share the largest. */
export function headHeight(panel: PanelModel, width: number): number {
  return headOf(panel, width).height;
}

/** Height of a panel under a head of the given height. */
export function panelHeight(head: number): number {
  return head + PLOT_HEIGHT + BOTTOM + 8;
}

function gridAndAxes(figure: FigureModel, box: Box, x: Scale, y: Scale): string {
  const bottom = box.y + box.height;
  const rows = figure.y.ticks.map(
    (tick) =>
      element("line", {
        x1: box.x,
        x2: box.x + box.width,
        y1: y(tick.value),
        y2: y(tick.value),
        stroke: GRID,
        "stroke-width": 1,
      }) +
      text(box.x - 6, y(tick.value) + 3.5, tick.label, { size: TICK, fill: MUTED, anchor: "end" }),
  );
  const widthOf = (label: string) => textWidth(label, TICK);
  const columns = fittingTicks(figure.x, box.width, widthOf).map(
    (tick) =>
      element("line", {
        x1: x(tick.value),
        x2: x(tick.value),
        y1: bottom,
        y2: bottom + 4,
        stroke: AXIS,
        "stroke-width": 1,
      }) +
      text(x(tick.value), bottom + 15, tick.label, { size: TICK, fill: MUTED, anchor: "middle" }),
  );
  const line = { stroke: AXIS, "stroke-width": 1 };
  return [
    ...rows,
    ...columns,
    element("line", { x1: box.x, x2: box.x + box.width, y1: bottom, y2: bottom, ...line }),
    text(box.x + box.width / 2, bottom + 30, figure.x.label, {
      size: LABEL,
      fill: MUTED,
      anchor: "middle",
    }),
    text(11, box.y + box.height / 2, figure.y.label, {
      size: LABEL,
      fill: MUTED,
      anchor: "middle",
      rotate: true,
    }),
  ].join("");
}

function shadeAndLevels(panel: PanelModel, box: Box, x: Scale, y: Scale): string {
  const { shade } = panel;
  const shading = shade
    ? element("rect", {
        x: x(shade.from),
        y: box.y,
        width: x(shade.to) - x(shade.from),
        height: box.height,
        fill: AXIS,
        "fill-opacity": 0.12,
      })
    : "";
  const levels = panel.levels.map((level) =>
    element("line", {
      x1: box.x,
      x2: box.x + box.width,
      y1: y(level.y),
      y2: y(level.y),
      stroke: AXIS,
      "stroke-width": 1,
      "stroke-dasharray": "2 3",
    }),
  );
  return shading + levels.join("");
}

function endLabels(panel: PanelModel, figure: FigureModel, box: Box, x: Scale, y: Scale): string {
  if (figure.labels !== "direct") return "";
  const ends = panel.series.flatMap((series) => {
    const last = [...series.points].reverse().find((point) => point.y !== null);
    return series.role === "data" && last?.y != null
      ? [{ item: { series, x: x(last.x) + (series.shift ?? 0) }, at: y(last.y) }]
      : [];
  });
  const right = box.x + box.width;
  return spreadLabels(ends, LABEL + 2, [box.y + 4, box.y + box.height])
    .map(({ item, at, label }) => {
      const colour = colourOf(item.series.style, "light");
      const lead = element("path", {
        d: `M${item.x.toFixed(1)} ${at.toFixed(1)}L${(right + 6).toFixed(1)} ${label.toFixed(1)}`,
        fill: "none",
        stroke: colour,
        "stroke-width": 0.75,
        "stroke-opacity": 0.6,
      });
      const name = clipText(
        printedLabel(item.series, simulationOf(figure)),
        LABEL,
        MOST_LABEL_WIDTH,
      );
      return lead + text(right + 9, label + 3.5, name, { size: LABEL, fill: INK });
    })
    .join("");
}

function pointNames(panel: PanelModel, figure: FigureModel, box: Box, x: Scale, y: Scale): string {
  if (figure.labels !== "points") return "";
  const room = {
    left: box.x,
    right: box.x + box.width,
    top: box.y,
    bottom: box.y + box.height,
  };
  return placeNames(namedPoints(panel, { x, y }, simulationOf(figure)), LABEL, room)
    .map((name) =>
      text(name.x, name.y, name.label, { size: LABEL, fill: INK, anchor: name.anchor }),
    )
    .join("");
}

/** One panel in a group whose origin is the panel's top left corner. */
export function drawPanel(
  panel: PanelModel,
  figure: FigureModel,
  width: number,
  head: number,
): string {
  const box: Box = {
    x: LEFT,
    y: head,
    width: width - LEFT - labelRoom(figure),
    height: PLOT_HEIGHT,
  };
  const x = scaleOf(figure.x, box.x, box.x + box.width);
  const y = scaleOf(figure.y, box.y + box.height, box.y);
  return [
    headOf(panel, width).svg,
    gridAndAxes(figure, box, x, y),
    shadeAndLevels(panel, box, x, y),
    ...panel.series.map((series) => drawSeries(series, { x, y })),
    endLabels(panel, figure, box, x, y),
    pointNames(panel, figure, box, x, y),
  ].join("");
}
