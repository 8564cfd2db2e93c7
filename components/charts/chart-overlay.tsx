"use client";
import { clipText, placeNames, spreadLabels } from "@/lib/chart-models/labels";
import { printedLabel, type FigureFrame, type PanelModel } from "@/lib/chart-models/model";
import { namedPoints, type Scales } from "@/lib/chart-models/shapes";
import { cssColour } from "./colour";
import { MarkerSign } from "./marker-sign";
import { AXIS_HEIGHT, axisRoom, TOP } from "./plot-room";

const FONT = 12;

interface OverlayProps {
  readonly frame: FigureFrame;
  readonly panel: PanelModel;
  /** Room right of the plot for labels at the line ends; 0 draws none. */
  readonly labelRoom: number;
  readonly activeX: number | null;
  readonly activeId: string | null;
  readonly highlighted: string | null;
  readonly scales: Scales;
  readonly height: number;
  /** Where the plot ends, in pixels. */
  readonly right: number;
}

/** What recharts has no words for: the names at the line ends and the crosshair. */
export function ChartOverlay(props: OverlayProps) {
  const { panel, labelRoom, activeX, scales, height } = props;
  const crosshair = activeX === null ? null : scales.x(activeX);
  return (
    <g pointerEvents="none">
      {labelRoom > 0 && <EndLabels {...props} />}
      {props.frame.labels === "points" && <PointNames {...props} />}
      {crosshair !== null && (
        <line
          x1={crosshair}
          x2={crosshair}
          y1={TOP}
          y2={height - AXIS_HEIGHT}
          className="stroke-axis"
          strokeDasharray="3 3"
        />
      )}
      {activeX !== null &&
        panel.series.map((series) => {
          const point = series.points.find((candidate) => candidate.x === activeX);
          if (point?.y == null) return null;
          const at = { x: scales.x(point.x) + (series.shift ?? 0), y: scales.y(point.y) };
          return (
            <g key={series.id}>
              <circle
                cx={at.x}
                cy={at.y}
                r={series.id === props.activeId ? 8 : 6}
                fill="none"
                strokeWidth={series.id === props.activeId ? 2.5 : 1.5}
                style={{ stroke: cssColour(series.style) }}
              />
              <MarkerSign style={series.style} x={at.x} y={at.y} />
            </g>
          );
        })}
    </g>
  );
}

/** Names beside points, where they have room; the legend has all. */
function PointNames({ frame, panel, scales, height, right, highlighted }: OverlayProps) {
  const box = { left: axisRoom(frame.y), right, top: 0, bottom: height - AXIS_HEIGHT };
  const names = placeNames(namedPoints(panel, scales, frame.simulation), FONT, box);
  return names.map(({ id, label, x, y, anchor }) => (
    <text
      key={id}
      x={x}
      y={y}
      fontSize={FONT}
      textAnchor={anchor}
      className="fill-ink"
      opacity={highlighted === null || highlighted === id ? 1 : 0.25}
    >
      {label}
    </text>
  ));
}

function EndLabels({ frame, panel, labelRoom, scales, height, right, highlighted }: OverlayProps) {
  const ends = panel.series.flatMap((series) => {
    const last = [...series.points].reverse().find((point) => point.y !== null);
    return series.role === "data" && last?.y != null
      ? [{ item: { series, x: scales.x(last.x) + (series.shift ?? 0) }, at: scales.y(last.y) }]
      : [];
  });
  return spreadLabels(ends, FONT + 3, [TOP + 4, height - AXIS_HEIGHT]).map(
    ({ item: { series, x }, at, label }) => (
      <g key={series.id} opacity={highlighted === null || highlighted === series.id ? 1 : 0.25}>
        <path
          d={`M${x} ${at}L${right + 7} ${label}`}
          fill="none"
          strokeWidth={1}
          strokeOpacity={0.6}
          style={{ stroke: cssColour(series.style) }}
        />
        <text x={right + 10} y={label + 4} fontSize={FONT} className="fill-ink">
          <title>{printedLabel(series, frame.simulation)}</title>
          {clipText(printedLabel(series, frame.simulation), FONT, labelRoom - 12)}
        </text>
      </g>
    ),
  );
}
