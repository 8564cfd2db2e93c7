"use client";
import { useMemo, useState } from "react";
import { textWidth } from "@/lib/chart-models/labels";
import {
  capText,
  frameOf,
  printedLabel,
  simulationOf,
  type FigureModel,
} from "@/lib/chart-models/model";
import type { Select } from "@/lib/chart-models/series";
import { InteractivePanel } from "./interactive-panel";
import { Legend } from "./legend";
import { useKept } from "@/components/hooks/use-kept";
import { useWidth } from "./use-width";

interface FigureViewProps {
  readonly figure: FigureModel;
  /** Goes to the responses behind a point. */
  readonly onSelect?: (select: Select) => void;
  readonly onToggle?: (id: string) => void;
  /** False where something else names the curves. */
  readonly legend?: boolean;
  /** Height of each plot in pixels. */
  readonly height?: number;
}

const GAP = 20;
/** A panel wants at least this much width before two stand side by side. */
const PANEL_MIN = 380;
/** Below this a plot has no room for names at its line ends. */
const DIRECT_MIN = 440;
const FONT = 12;

function columnsFor(width: number, panels: number): number {
  const most = Math.max(1, Math.floor((width + GAP) / (PANEL_MIN + GAP)));
  return Math.min(most, panels, 3);
}

function labelRoomOf(figure: FigureModel, panelWidth: number): number {
  if (figure.labels !== "direct" || panelWidth < DIRECT_MIN) return 0;
  const among = simulationOf(figure);
  const names = figure.panels
    .flatMap((panel) => panel.series)
    .filter((series) => series.role === "data")
    .map((series) => textWidth(printedLabel(series, among), FONT));
  return Math.min(Math.max(0, ...names) + 16, 190, panelWidth * 0.32);
}

/** A prepared figure on the screen: legend, small multiples with one y axis, cap and notes. */
export function FigureView({
  figure: prepared,
  onSelect,
  onToggle,
  legend = true,
  height = 260,
}: FigureViewProps) {
  const figure = useKept(prepared);
  const frame = useKept(useMemo(() => frameOf(figure), [figure]));
  const [box, width] = useWidth();
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const columns = columnsFor(width, figure.panels.length);
  const panelWidth = (width - GAP * (columns - 1)) / Math.max(1, columns);
  const labelRoom = labelRoomOf(figure, panelWidth);
  const off = figure.legend.some((entry) => entry.state !== "shown");
  // Names at the line ends cannot be pressed: where curves can be switched off, the legend does it.
  const switches = onToggle !== undefined && figure.legend.length > 1;
  const named = legend && figure.legend.length > 0 && (labelRoom === 0 || off || switches);
  return (
    <div ref={box} className="min-w-0">
      {named && (
        <div className="mb-2">
          <Legend figure={figure} onHighlight={setHighlighted} onToggle={onToggle} />
        </div>
      )}
      {width > 0 && (
        <div
          className="grid"
          style={{
            gridTemplateColumns: `repeat(${Math.max(1, columns)}, minmax(0, 1fr))`,
            gap: GAP,
          }}
        >
          {figure.panels.map((panel, place) => (
            // By place: the axes of a place stay, whichever curves it shows next.
            <InteractivePanel
              key={place}
              frame={frame}
              panel={panel}
              labelRoom={labelRoom}
              height={height}
              highlighted={highlighted}
              onSelect={onSelect}
            />
          ))}
        </div>
      )}
      {(figure.cap !== null || figure.notes.length > 0) && (
        <p className="text-muted mt-2 text-xs">
          {[
            ...(figure.cap
              ? [
                  `Drawn: ${capText(figure.cap)}; ` +
                    (onToggle ? "switch some off above to see others." : "filters choose others."),
                ]
              : []),
            ...figure.notes,
          ].join(" ")}
        </p>
      )}
    </div>
  );
}
