"use client";
import {
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  useChartWidth,
  XAxis,
  YAxis,
} from "recharts";
import { fittingTicks } from "@/lib/chart-models/axis";
import { textWidth } from "@/lib/chart-models/labels";
import type { AxisModel, FigureModel, PanelModel } from "@/lib/chart-models/model";
import { chartRows } from "./chart-data";
import { ChartOverlay } from "./chart-overlay";
import { AXIS_HEIGHT, axisRoom, BARE_RIGHT, TICK_SIZE, TOP } from "./plot-room";
import { seriesLayers } from "./series-layers";

export interface PanelChartProps {
  readonly figure: FigureModel;
  readonly panel: PanelModel;
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

/** The x axis with the ticks that fit its width. */
function FittedXAxis({ axis, room }: { readonly axis: AxisModel; readonly room: number }) {
  const width = useChartWidth() ?? 0;
  const widthOf = (label: string) => textWidth(label, TICK_SIZE);
  return (
    <XAxis
      type="number"
      dataKey="x"
      scale={axis.scale}
      domain={[...axis.domain]}
      allowDataOverflow
      height={AXIS_HEIGHT}
      ticks={fittingTicks(axis, width - room, widthOf).map((tick) => tick.value)}
      tickFormatter={labelOf(axis)}
      interval={0}
      tick={tickStyle}
      stroke="var(--axis)"
      label={{
        value: axis.label,
        position: "insideBottom",
        offset: 4,
        style: { ...nameStyle, textAnchor: "middle" },
      }}
    />
  );
}

/** One panel's plot, filling its box. Draws and nothing else: see `InteractivePanel`. */
export function PanelChart(props: PanelChartProps) {
  const { figure, panel, labelRoom, highlighted } = props;
  const right = labelRoom > 0 ? labelRoom : BARE_RIGHT;
  const left = axisRoom(figure.y);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={chartRows(panel)}
        margin={{ top: TOP, right, bottom: 0, left: 0 }}
        barCategoryGap="12%"
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--grid)" />
        <FittedXAxis axis={figure.x} room={left + right} />
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
        {panel.series.flatMap((series, index) =>
          seriesLayers(series, index, highlighted !== null && highlighted !== series.id),
        )}
        <ChartOverlay {...props} />
      </ComposedChart>
    </ResponsiveContainer>
  );
}
