"use client";
import { useMemo } from "react";
import {
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceLine,
  XAxis,
  YAxis,
  ZIndexLayer,
} from "recharts";
import { fittingTicks } from "@/lib/chart-models/axis";
import { textWidth } from "@/lib/chart-models/labels";
import type { AxisModel, FigureModel, PanelModel } from "@/lib/chart-models/model";
import { scaleOf } from "@/lib/chart-models/scale";
import type { Scales } from "@/lib/chart-models/shapes";
import { ChartOverlay } from "./chart-overlay";
import { AXIS_HEIGHT, axisRoom, BARE_RIGHT, TICK_SIZE, TOP } from "./plot-room";
import { SeriesMarks } from "./series-marks";

export interface PanelChartProps {
  readonly figure: FigureModel;
  readonly panel: PanelModel;
  /** Pixels of the whole chart, axes included. */
  readonly width: number;
  readonly height: number;
  readonly labelRoom: number;
  readonly activeX: number | null;
  readonly activeId: string | null;
  readonly highlighted: string | null;
}

const labelOf = (axis: AxisModel) => {
  const texts = new Map(axis.ticks.map((tick) => [tick.value, tick.label]));
  return (value: number) => texts.get(value) ?? "";
};

const tickStyle = { fontSize: TICK_SIZE, fill: "var(--muted)" };
const nameStyle = { fontSize: TICK_SIZE, fill: "var(--muted)" };

/** Between reference areas (100) and axes (500) of recharts. */
const MARKS_Z = 300;

const NO_DATA: readonly never[] = [];

/**
 * One panel's plot: axes, grid and references by recharts, the series by us on the same scales.
 * Draws and nothing else: see `InteractivePanel`.
 */
export function PanelChart(props: PanelChartProps) {
  const { figure, panel, width, height, labelRoom, highlighted } = props;
  const right = labelRoom > 0 ? labelRoom : BARE_RIGHT;
  const left = axisRoom(figure.y);
  const scales = useMemo<Scales>(
    () => ({
      x: scaleOf(figure.x, left, width - right),
      y: scaleOf(figure.y, height - AXIS_HEIGHT, TOP),
    }),
    [figure.x, figure.y, left, right, width, height],
  );
  const ticks = fittingTicks(figure.x, width - left - right, (label) =>
    textWidth(label, TICK_SIZE),
  );
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
        scale={figure.x.scale}
        domain={[...figure.x.domain]}
        allowDataOverflow
        height={AXIS_HEIGHT}
        ticks={ticks.map((tick) => tick.value)}
        tickFormatter={labelOf(figure.x)}
        interval={0}
        tick={tickStyle}
        stroke="var(--axis)"
        label={{
          value: figure.x.label,
          position: "insideBottom",
          offset: 4,
          style: { ...nameStyle, textAnchor: "middle" },
        }}
      />
      <YAxis
        type="number"
        domain={[...figure.y.domain]}
        allowDataOverflow
        width={left}
        ticks={figure.y.ticks.map((tick) => tick.value)}
        tickFormatter={labelOf(figure.y)}
        interval={0}
        tick={tickStyle}
        tickLine={false}
        stroke="var(--axis)"
        label={{
          value: figure.y.label,
          angle: -90,
          position: "insideLeft",
          offset: 8,
          style: { ...nameStyle, textAnchor: "middle" },
        }}
      />
      {panel.shade && (
        <ReferenceArea
          x1={panel.shade.from}
          x2={panel.shade.to}
          ifOverflow="hidden"
          fill="var(--axis)"
          fillOpacity={0.14}
          stroke="none"
        />
      )}
      {panel.levels.map((level) => (
        <ReferenceLine
          key={level.label}
          y={level.y}
          stroke="var(--axis)"
          strokeDasharray="2 4"
          ifOverflow="hidden"
        />
      ))}
      <ZIndexLayer zIndex={MARKS_Z}>
        {panel.series.map((series) => (
          <SeriesMarks
            key={series.id}
            series={series}
            scales={scales}
            faint={highlighted !== null && highlighted !== series.id}
          />
        ))}
      </ZIndexLayer>
      <ChartOverlay {...props} scales={scales} right={width - right} />
    </ComposedChart>
  );
}
