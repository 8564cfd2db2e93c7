import { memo } from "react";
import { isPublished, type SeriesModel } from "@/lib/chart-models/model";
import { shapesOf, type Scales } from "@/lib/chart-models/shapes";
import { cssColour } from "./colour";
import { MarkerSign } from "./marker-sign";

interface SeriesMarksProps {
  readonly series: SeriesModel;
  readonly scales: Scales;
  /** Another series is looked at. */
  readonly faint: boolean;
}

/**
 * One series of a panel: band or whiskers, line or bars, markers. Drawn by us inside the axes of
 * recharts: its own line and area components cost more than all else of a redraw.
 */
export const SeriesMarks = memo(function SeriesMarks({ series, scales, faint }: SeriesMarksProps) {
  const { band, line, whiskers, bars, markers } = shapesOf(series, scales);
  const colour = cssColour(series.style);
  return (
    <g opacity={faint ? 0.25 : 1} data-series={series.id}>
      {band !== null && <path d={band} style={{ fill: colour }} fillOpacity={0.14} />}
      {bars.map((bar) => (
        <rect key={bar.x} {...bar} style={{ fill: colour }} fillOpacity={0.75} />
      ))}
      {whiskers.map(({ x, y1, y2 }) => (
        <line
          key={x}
          x1={x}
          x2={x}
          y1={y1}
          y2={y2}
          style={{ stroke: colour }}
          strokeDasharray={isPublished(series) ? "3 2" : undefined}
        />
      ))}
      {line !== null && (
        <path
          d={line}
          fill="none"
          style={{ stroke: colour }}
          strokeWidth={series.role === "reference" ? 1.5 : 2}
          strokeLinejoin="round"
          strokeDasharray={series.style.dash === "dashed" ? "5 4" : undefined}
        />
      )}
      {markers.map(({ x, y }) => (
        <MarkerSign key={x} style={series.style} x={x} y={y} />
      ))}
    </g>
  );
});
