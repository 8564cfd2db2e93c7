"use client";
import { Area, Bar, ErrorBar, Line, type DotItemDotProps } from "recharts";
import { hasMarker } from "@/lib/chart-models/markers";
import type { SeriesModel } from "@/lib/chart-models/model";
import { bandAt, valueAt, whiskerAt } from "./chart-data";
import { cssColour } from "./colour";
import { MarkerSign } from "./marker-sign";

/**
 * The recharts elements of one series, bands first. A function and not a component: recharts looks
 * for its own elements among a chart's children.
 */
export function seriesLayers(series: SeriesModel, index: number, faint: boolean) {
  const colour = cssColour(series.style);
  const type = series.mark === "step" ? "stepAfter" : "linear";
  const opacity = faint ? 0.2 : 1;
  if (series.mark === "bar") {
    return [
      <Bar
        key={series.id}
        dataKey={valueAt(index)}
        isAnimationActive={false}
        fillOpacity={0.75}
        style={{ fill: colour }}
      >
        {series.interval === "whisker" && (
          <ErrorBar
            dataKey={whiskerAt(index)}
            width={0}
            strokeWidth={1}
            stroke={colour}
            isAnimationActive={false}
          />
        )}
      </Bar>,
    ];
  }
  const dot = (props: DotItemDotProps) => {
    const { cx, cy, index: place, key } = props;
    if (cx === undefined || cy === undefined || !hasMarker(series, place)) return <g key={key} />;
    if (series.points[place]?.y == null) return <g key={key} />;
    return (
      <g key={key} opacity={opacity}>
        <MarkerSign style={series.style} x={cx} y={cy} />
      </g>
    );
  };
  const line = (
    <Line
      key={series.id}
      dataKey={valueAt(index)}
      type={type}
      connectNulls={false}
      isAnimationActive={false}
      dot={series.markerEvery > 0 ? dot : false}
      activeDot={false}
      stroke={colour}
      strokeOpacity={opacity}
      strokeWidth={series.role === "reference" ? 1.5 : 2}
      strokeDasharray={series.style.dash === "dashed" ? "5 4" : undefined}
    />
  );
  if (series.interval !== "band") return [line];
  const band = (
    <Area
      key={`${series.id}#band`}
      dataKey={bandAt(index)}
      type={type}
      connectNulls={false}
      isAnimationActive={false}
      activeDot={false}
      stroke="none"
      fill={colour}
      fillOpacity={faint ? 0.04 : 0.14}
    />
  );
  return [band, line];
}
