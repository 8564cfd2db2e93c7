"use client";
import { memo } from "react";
import { CartesianGrid, ComposedChart, ReferenceArea, ReferenceLine, XAxis, YAxis } from "recharts";
import { fittingTicks } from "@/lib/chart-models/axis";
import { textWidth } from "@/lib/chart-models/labels";
import type { AxisModel, LevelModel, ShadeModel } from "@/lib/chart-models/model";
import { AXIS_HEIGHT, axisRoom, TICK_SIZE, TOP } from "./plot-room";

interface PlotAxesProps {
  readonly x: AxisModel;
  readonly y: AxisModel;
  readonly shade: ShadeModel | null;
  readonly levels: readonly LevelModel[];
  /** Pixels of the whole chart, axes included, and of the room right of the plot. */
  readonly width: number;
  readonly height: number;
  readonly right: number;
}

const labelOf = (axis: AxisModel) => {
  const texts = new Map(axis.ticks.map((tick) => [tick.value, tick.label]));
  return (value: number) => texts.get(value) ?? "";
};

const tickStyle = { fontSize: TICK_SIZE, fill: "var(--muted)" };
const NO_DATA: readonly never[] = [];

/**
 * Axes, grid and references of one plot, by recharts. Its axes lay themselves out in several passes,
 * which cost more than all else of a redraw: they are drawn anew only where they change.
 */
export const PlotAxes = memo(function PlotAxes({
  x,
  y,
  shade,
  levels,
  width,
  height,
  right,
}: PlotAxesProps) {
  const left = axisRoom(y);
  const ticks = fittingTicks(x, width - left - right, (label) => textWidth(label, TICK_SIZE));
  return (
    <ComposedChart
      width={width}
      height={height}
      data={NO_DATA}
      margin={{ top: TOP, right, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--grid)" />
      <XAxis
        type="number"
        dataKey="x"
        scale={x.scale}
        domain={[...x.domain]}
        allowDataOverflow
        height={AXIS_HEIGHT}
        ticks={ticks.map((tick) => tick.value)}
        tickFormatter={labelOf(x)}
        interval={0}
        tick={tickStyle}
        stroke="var(--axis)"
        label={{
          value: x.label,
          position: "insideBottom",
          offset: 4,
          style: { ...tickStyle, textAnchor: "middle" },
        }}
      />
      <YAxis
        type="number"
        domain={[...y.domain]}
        allowDataOverflow
        width={left}
        ticks={y.ticks.map((tick) => tick.value)}
        tickFormatter={labelOf(y)}
        interval={0}
        tick={tickStyle}
        tickLine={false}
        stroke="var(--axis)"
        label={{
          value: y.label,
          angle: -90,
          position: "insideLeft",
          offset: 8,
          style: { ...tickStyle, textAnchor: "middle" },
        }}
      />
      {shade && (
        <ReferenceArea
          x1={shade.from}
          x2={shade.to}
          ifOverflow="hidden"
          fill="var(--axis)"
          fillOpacity={0.14}
          stroke="none"
        />
      )}
      {levels.map((level) => (
        <ReferenceLine
          key={`${level.label} ${level.y}`}
          y={level.y}
          stroke="var(--axis)"
          strokeDasharray="2 4"
          ifOverflow="hidden"
        />
      ))}
    </ComposedChart>
  );
});
