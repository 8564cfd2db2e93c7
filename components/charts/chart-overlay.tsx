"use client";
import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { clipText, spreadLabels } from "@/lib/chart-models/labels";
import { printedLabel, type FigureModel, type PanelModel } from "@/lib/chart-models/model";
import { cssColour } from "./colour";
import { MarkerSign } from "./marker-sign";

const FONT = 12;

interface OverlayProps {
  readonly figure: FigureModel;
  readonly panel: PanelModel;
  /** Room right of the plot for labels at the line ends; 0 draws none. */
  readonly labelRoom: number;
  readonly activeX: number | null;
  readonly activeId: string | null;
  readonly highlighted: string | null;
}

/** What recharts has no words for: the names at the line ends and the crosshair. */
export function ChartOverlay(props: OverlayProps) {
  const { panel, labelRoom, activeX } = props;
  const plot = usePlotArea();
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (!plot || !x || !y) return null;
  const place = (px: number, py: number) => {
    const at = { x: x(px), y: y(py) };
    return at.x === undefined || at.y === undefined ? null : { x: at.x, y: at.y };
  };
  const crosshair = activeX === null ? undefined : x(activeX);
  return (
    <g pointerEvents="none">
      {labelRoom > 0 && <EndLabels {...props} plot={plot} place={place} />}
      {crosshair !== undefined && (
        <line
          x1={crosshair}
          x2={crosshair}
          y1={plot.y}
          y2={plot.y + plot.height}
          className="stroke-axis"
          strokeDasharray="3 3"
        />
      )}
      {activeX !== null &&
        panel.series.map((series) => {
          const point = series.points.find((candidate) => candidate.x === activeX);
          const at = point?.y == null ? null : place(point.x, point.y);
          if (!at) return null;
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

interface EndLabelsProps extends OverlayProps {
  readonly plot: { x: number; y: number; width: number; height: number };
  readonly place: (x: number, y: number) => { x: number; y: number } | null;
}

function EndLabels({ figure, panel, labelRoom, plot, place, highlighted }: EndLabelsProps) {
  const ends = panel.series.flatMap((series) => {
    const last = [...series.points].reverse().find((point) => point.y !== null);
    const at = last?.y == null ? null : place(last.x, last.y);
    return series.role === "data" && at ? [{ item: { series, x: at.x }, at: at.y }] : [];
  });
  const right = plot.x + plot.width;
  return spreadLabels(ends, FONT + 3, [plot.y + 4, plot.y + plot.height]).map(
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
          <title>{printedLabel(series, figure)}</title>
          {clipText(printedLabel(series, figure), FONT, labelRoom - 12)}
        </text>
      </g>
    ),
  );
}
