"use client";
import { TriangleAlert } from "lucide-react";
import { memo } from "react";
import {
  isPublished,
  levelNames,
  type FigureFrame,
  type PanelModel,
  type SeriesModel,
} from "@/lib/chart-models/model";
import { announcement, placeText } from "@/lib/chart-models/readout";
import type { Select } from "@/lib/chart-models/series";
import { ChartReadout } from "./chart-readout";
import { MarkerSign } from "./marker-sign";
import { PanelChart } from "./panel-chart";
import { axisRoom, BARE_RIGHT } from "./plot-room";
import { useCrosshair } from "./use-crosshair";
import { useWidth } from "./use-width";

interface InteractivePanelProps {
  readonly frame: FigureFrame;
  readonly panel: PanelModel;
  readonly labelRoom: number;
  readonly height: number;
  readonly highlighted: string | null;
  readonly onSelect?: (select: Select) => void;
}

/** The panel's title, with the names of its dotted levels. */
function PanelHead({ panel }: { readonly panel: PanelModel }) {
  if (panel.title === "" && panel.levels.length === 0) return null;
  return (
    <div className="flex items-baseline justify-between gap-2">
      {panel.title === "" ? (
        <span />
      ) : (
        <h2 className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">{panel.title}</h2>
      )}
      {levelNames(panel).map((name) => (
        <span key={name} className="text-muted flex items-center gap-1 text-xs">
          <svg width={22} height={8} aria-hidden>
            <line x1={0} x2={22} y1={4} y2={4} stroke="var(--axis)" strokeDasharray="2 4" />
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}

/** Whether there are responses behind a series: published values have none. */
const leadsOn = ({ points }: SeriesModel): boolean => points.some(({ select }) => select !== null);

/**
 * One panel: title, read-outs, plot, crosshair by pointer and keyboard, warning. It is drawn anew
 * only where something of its own changes: mounting and laying out axes is most of a redraw.
 */
export const InteractivePanel = memo(function InteractivePanel({
  frame,
  panel,
  labelRoom,
  height,
  highlighted,
  onSelect,
}: InteractivePanelProps) {
  const [box, width] = useWidth();
  const room = { left: axisRoom(frame.y), right: labelRoom > 0 ? labelRoom : BARE_RIGHT };
  const cross = useCrosshair(frame, panel, room, onSelect);
  const { x } = cross;
  const spoken = x === null ? "" : announcement(panel, frame, x, cross.rows);
  const what = [panel.title, `${frame.y.label} by ${frame.x.label}`].filter((t) => t !== "");
  const named =
    what.join(": ") + (panel.series.some(isPublished) ? ", values as published in it" : "");
  const leads = onSelect !== undefined && panel.series.some(leadsOn);
  const selectable = onSelect !== undefined && cross.rows.some((row) => row.point.select !== null);
  return (
    <div role="figure" aria-label={named} className="min-w-0">
      <PanelHead panel={panel} />
      {panel.readouts.length > 0 && (
        <ul className="text-muted my-1 text-xs">
          {panel.shade && <li>{panel.shade.label}</li>}
          {panel.readouts.map((readout) => (
            <li key={readout.id} className="flex items-center gap-1.5">
              <svg width={12} height={12} aria-hidden className="shrink-0">
                <MarkerSign style={readout.style} x={6} y={6} />
              </svg>
              <span className="text-ink min-w-0 truncate">{readout.label}</span>
              <span className="tabular whitespace-nowrap">{readout.text}</span>
            </li>
          ))}
        </ul>
      )}
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={`${named}. Arrow keys move along the axis${leads ? ", up and down choose a curve, Enter opens its responses" : ""}.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, cross.stops.length - 1)}
        aria-valuenow={x === null ? 0 : cross.stops.indexOf(x)}
        aria-valuetext={
          x === null ? "no place chosen" : `${frame.x.label} ${placeText(frame.x, x)}`
        }
        className="relative"
        style={{ height, cursor: selectable ? "pointer" : "crosshair" }}
        onPointerMove={cross.onPointerMove}
        onPointerLeave={cross.onPointerLeave}
        onClick={cross.onClick}
        onKeyDown={cross.onKeyDown}
        onFocus={cross.onFocus}
        onBlur={cross.onBlur}
      >
        {width > 0 && (
          <PanelChart
            frame={frame}
            panel={panel}
            width={width}
            height={height}
            labelRoom={labelRoom}
            activeX={x}
            activeId={cross.activeId}
            highlighted={highlighted}
          />
        )}
        {x !== null && (
          <ChartReadout
            heading={frame.x.label}
            place={placeText(frame.x, x)}
            rows={cross.rows}
            activeId={cross.activeId}
            intervalName={frame.intervalName}
            left={room.left + cross.share * (width - room.left - room.right)}
            width={width}
            selectable={selectable}
          />
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {cross.byKeyboard ? spoken : ""}
      </p>
      {panel.warning !== null && (
        <p className="bg-warn-soft text-warn mt-1 flex gap-1.5 rounded px-2 py-1 text-xs">
          <TriangleAlert size={14} aria-hidden className="mt-px shrink-0" />
          {panel.warning}
        </p>
      )}
    </div>
  );
});
