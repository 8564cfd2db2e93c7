import { clsx } from "clsx";
import { commonCount, type ReadoutRow } from "@/lib/chart-models/readout";
import { SeriesSwatch } from "./marker-sign";

interface ChartReadoutProps {
  readonly heading: string;
  /** Where the crosshair stands, as its axis says it. */
  readonly place: string;
  readonly rows: readonly ReadoutRow[];
  readonly activeId: string | null;
  readonly intervalName: string | null;
  /** Pixels from the left of the box at which the crosshair stands, and the box's width. */
  readonly left: number;
  readonly width: number;
  readonly selectable: boolean;
}

const WIDTH = 380;

/** The values at the crosshair, on the side of it that has room. */
export function ChartReadout({
  heading,
  place,
  rows,
  activeId,
  intervalName,
  left,
  width,
  selectable,
}: ChartReadoutProps) {
  const right = left > width / 2;
  const common = commonCount(rows);
  const room = Math.max(140, Math.min(WIDTH, (right ? left : width - left) - 14));
  return (
    <div
      aria-hidden
      className="border-line bg-raised shadow-float pointer-events-none absolute top-2 z-20 rounded border px-2 py-1.5 text-xs"
      style={{
        maxWidth: room,
        left: right ? undefined : left + 12,
        right: right ? width - left + 12 : undefined,
      }}
    >
      <p className="text-muted mb-1">
        {heading} <span className="text-ink font-medium">{place}</span>
      </p>
      <ul className="space-y-0.5">
        {rows.map((row) => (
          <li
            key={row.id}
            className={clsx(
              "flex flex-wrap items-center gap-x-2",
              row.id === activeId && "font-semibold",
            )}
          >
            <SeriesSwatch style={row.style} />
            <span className="min-w-0 flex-1 truncate">{row.label}</span>
            <span className="tabular whitespace-nowrap">{row.text}</span>
            {common === "" && row.count !== "" && (
              <span className="text-muted tabular">{row.count}</span>
            )}
          </li>
        ))}
      </ul>
      {(intervalName !== null || selectable || common !== "") && (
        <p className="text-muted mt-1">
          {[
            common === "" ? null : common,
            intervalName === null ? null : `[ ] ${intervalName}`,
            selectable ? "click: responses" : null,
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </p>
      )}
    </div>
  );
}
