import { markerPath } from "@/lib/chart-models/markers";
import type { SeriesStyle } from "@/lib/chart-models/model";
import { cssColour } from "./colour";

interface MarkerSignProps {
  readonly style: SeriesStyle;
  readonly x: number;
  readonly y: number;
  readonly area?: number;
}

/** A curve's marker inside an SVG. */
export function MarkerSign({ style, x, y, area = 40 }: MarkerSignProps) {
  if (style.marker === null) return null;
  const colour = cssColour(style);
  return (
    <path
      d={markerPath(style.marker, area)}
      transform={`translate(${x} ${y})`}
      style={{ fill: style.hollow === true ? "var(--surface)" : colour, stroke: colour }}
      strokeWidth={style.hollow === true ? 1.5 : 1}
    />
  );
}

/** A curve's line and marker as they stand in a legend. */
export function SeriesSwatch({ style }: { readonly style: SeriesStyle }) {
  return (
    <svg width={22} height={12} aria-hidden className="shrink-0 overflow-visible">
      <line
        x1={0}
        x2={22}
        y1={6}
        y2={6}
        strokeWidth={2}
        strokeDasharray={style.dash === "dashed" ? "4 3" : undefined}
        style={{ stroke: cssColour(style) }}
      />
      <MarkerSign style={style} x={11} y={6} />
    </svg>
  );
}
