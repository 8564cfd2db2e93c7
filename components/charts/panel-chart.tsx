"use client";
import { useMemo } from "react";
import type { FigureFrame, PanelModel } from "@/lib/chart-models/model";
import { scaleOf } from "@/lib/chart-models/scale";
import type { Scales } from "@/lib/chart-models/shapes";
import { ChartOverlay } from "./chart-overlay";
import { PlotAxes } from "./plot-axes";
import { AXIS_HEIGHT, axisRoom, BARE_RIGHT, TOP } from "./plot-room";
import { SeriesMarks } from "./series-marks";

export interface PanelChartProps {
  readonly frame: FigureFrame;
  readonly panel: PanelModel;
  /** Pixels of the whole chart, axes included. */
  readonly width: number;
  readonly height: number;
  readonly labelRoom: number;
  readonly activeX: number | null;
  readonly activeId: string | null;
  readonly highlighted: string | null;
}

/**
 * One panel's plot: axes, grid and references by recharts, the series above them by us on the same
 * scales. Draws and nothing else: see `InteractivePanel`.
 */
export function PanelChart(props: PanelChartProps) {
  const { frame, panel, width, height, labelRoom, highlighted } = props;
  const right = labelRoom > 0 ? labelRoom : BARE_RIGHT;
  const left = axisRoom(frame.y);
  const scales = useMemo<Scales>(
    () => ({
      x: scaleOf(frame.x, left, width - right),
      y: scaleOf(frame.y, height - AXIS_HEIGHT, TOP),
    }),
    [frame.x, frame.y, left, right, width, height],
  );
  return (
    <>
      <PlotAxes
        x={frame.x}
        y={frame.y}
        shade={panel.shade}
        levels={panel.levels}
        width={width}
        height={height}
        right={right}
      />
      <svg
        aria-hidden
        width={width}
        height={height}
        className="pointer-events-none absolute top-0 left-0"
      >
        {panel.series.map((series) => (
          <SeriesMarks
            key={series.id}
            series={series}
            scales={scales}
            faint={highlighted !== null && highlighted !== series.id}
          />
        ))}
        <ChartOverlay {...props} scales={scales} right={width - right} />
      </svg>
    </>
  );
}
