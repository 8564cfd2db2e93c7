"use client";
import { clsx } from "clsx";
import { printedLabel, simulationOf, type FigureModel } from "@/lib/chart-models/model";
import { SeriesSwatch } from "./marker-sign";

interface LegendProps {
  readonly figure: FigureModel;
  readonly onHighlight?: (id: string | null) => void;
  /** Switches a curve on or off; without it the legend only names. */
  readonly onToggle?: (id: string) => void;
}

/** The curves by name: highlights on hover and focus, switches them on and off. */
export function Legend({ figure, onHighlight, onToggle }: LegendProps) {
  const among = simulationOf(figure);
  return (
    <ul aria-label="Curves" className="flex flex-wrap gap-x-1 gap-y-0.5 text-xs">
      {figure.legend.map((entry) => {
        const shown = entry.state === "shown";
        const content = (
          <>
            <SeriesSwatch style={entry.style} />
            <span className={clsx("min-w-0 [overflow-wrap:anywhere]", !shown && "line-through")}>
              {printedLabel(entry, among)}
            </span>
            {entry.state === "beyond" && <span className="text-muted">(not drawn)</span>}
          </>
        );
        const on = {
          onPointerEnter: () => onHighlight?.(shown ? entry.id : null),
          onPointerLeave: () => onHighlight?.(null),
          onFocus: () => onHighlight?.(shown ? entry.id : null),
          onBlur: () => onHighlight?.(null),
        };
        return (
          <li key={entry.id} className="max-w-full">
            <button
              type="button"
              aria-pressed={entry.state !== "hidden"}
              disabled={onToggle === undefined}
              onClick={() => onToggle?.(entry.id)}
              className={clsx(
                "hover:bg-sunken flex max-w-full items-center gap-1.5 rounded px-1.5 py-0.5 text-left",
                !shown && "text-muted opacity-70",
              )}
              {...on}
            >
              {content}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
