"use client";
import { clsx } from "clsx";
import { useMemo, useState } from "react";
import { BLOCK_WIDTH, layoutFlow, type FlowLabel, type FlowModel } from "@/lib/chart-models/flow";
import { textWidth } from "@/lib/chart-models/labels";
import type { SeriesStyle } from "@/lib/chart-models/model";
import { formatCount, formatPercent } from "@/lib/format/number";
import { cssColour } from "./colour";
import { useWidth } from "./use-width";

interface FlowChartProps {
  readonly flow: FlowModel;
  /** The stream whose items are listed. */
  readonly selected?: string | null;
  /** Lists the items of a stream; without it the names only name. */
  readonly onSelect?: (id: string) => void;
}

const HEIGHT = 300;
/** A label is pressed by a finger, too. */
const LINE = 26;
const MOST_LABEL = 240;
const LABEL_GAP = 14;

/**
 * A prepared flow on the screen. Drawn by us and not by recharts' Sankey, which moves blocks about to
 * shorten its curves and knows no paper: here right stands above wrong on both sides, and the file
 * has the same picture. The names beside the ends are the buttons.
 */
export function FlowChart({ flow, selected = null, onSelect }: FlowChartProps) {
  const [box, width] = useWidth();
  const [pointed, setPointed] = useState<string | null>(null);
  const room = useMemo(() => {
    const left = Math.ceil(Math.max(...flow.blocks.map((name) => textWidth(name, 12)))) + 10;
    return { left, right: Math.max(left + 60, width - Math.min(MOST_LABEL, width * 0.5)) };
  }, [flow, width]);
  const layout = useMemo(
    () => layoutFlow(flow, { ...room, height: HEIGHT, line: LINE }),
    [flow, room],
  );
  const marked = pointed ?? selected;
  const isMarked = (id: string, total: string | undefined) =>
    marked === null || marked === id || marked === total;
  return (
    <div ref={box} role="figure" aria-label={flow.title} className="min-w-0">
      <div className="mb-2 grid grid-cols-2 gap-4 text-sm">
        {[flow.from, flow.to].map(({ name, text }, i) => (
          <p
            key={i}
            className={clsx("min-w-0 [overflow-wrap:anywhere]", i === 1 && "sm:text-right")}
          >
            <span className="font-semibold">{name}</span>
            <span className="text-muted tabular block text-xs">{text}</span>
          </p>
        ))}
      </div>
      {width > 0 && (
        <div className="relative" style={{ height: HEIGHT }}>
          <svg aria-hidden width={width} height={HEIGHT} className="absolute top-0 left-0">
            {layout.bands.map(({ stream, path }) => (
              <path
                key={stream.id}
                d={path}
                style={bandStyle(stream.style, flow.hollow)}
                fillOpacity={bandOpacity(
                  isMarked(stream.id, stream.within?.id),
                  flow.hollow === true,
                )}
                className={clsx(onSelect && "cursor-pointer")}
                onPointerEnter={() => setPointed(stream.id)}
                onPointerLeave={() => setPointed(null)}
                onClick={() => onSelect?.(stream.id)}
              />
            ))}
            {layout.blocks.map(({ name, side, x, y, height }) => (
              <g key={`${side} ${name}`} className="pointer-events-none">
                <rect
                  x={x}
                  y={y}
                  width={BLOCK_WIDTH}
                  height={Math.max(1, height)}
                  fill="var(--axis)"
                />
                {side === "left" && (
                  <text
                    x={x - 5}
                    y={Math.min(HEIGHT - 4, y + height / 2 + 4)}
                    textAnchor="end"
                    fontSize={12}
                    fill="var(--muted)"
                  >
                    {name}
                  </text>
                )}
              </g>
            ))}
            {layout.labels.map(
              ({ id, style, count, part, at, y }) =>
                style !== null &&
                count > 0 && (
                  <path
                    key={id}
                    d={`M${room.right} ${at}L${room.right + LABEL_GAP - 3 + (part ? 10 : 0)} ${y}`}
                    style={{ stroke: cssColour(style) }}
                    fill="none"
                    className="pointer-events-none"
                  />
                ),
            )}
          </svg>
          <ul aria-label="Streams">
            {layout.labels.map((label) => (
              <li
                key={label.id}
                className="absolute right-0 flex items-center"
                style={{
                  left: room.right + LABEL_GAP + (label.part ? 10 : 0),
                  top: label.y - LINE / 2,
                  height: LINE,
                }}
              >
                <StreamLabel
                  label={label}
                  pressed={selected === label.id}
                  onPoint={setPointed}
                  onSelect={onSelect}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
      {flow.notes.length > 0 && <p className="text-muted mt-2 text-xs">{flow.notes.join(" ")}</p>}
    </div>
  );
}

/** A stream is filled; a published one is an outline. */
function bandStyle(style: SeriesStyle, hollow: boolean | undefined) {
  const colour = cssColour(style);
  return { fill: colour, ...(hollow === true && { stroke: colour, strokeDasharray: "4 3" }) };
}

function bandOpacity(marked: boolean, hollow: boolean): number {
  if (hollow) return marked ? 0.08 : 0;
  return marked ? 0.6 : 0.28;
}

interface StreamLabelProps {
  readonly label: FlowLabel;
  readonly pressed: boolean;
  readonly onPoint: (id: string | null) => void;
  readonly onSelect: ((id: string) => void) | undefined;
}

/** The name of a stream with its count and share; without items there is nothing to be listed. */
function StreamLabel({ label, pressed, onPoint, onSelect }: StreamLabelProps) {
  const { id, count, share, style } = label;
  const said = (
    <span className={clsx("truncate", style === null && "font-semibold")}>
      {label.label} <span className="tabular">{formatCount(count)}</span>
      {share !== null && <span className="text-muted tabular"> · {formatPercent(share)}</span>}
    </span>
  );
  if (count === 0 || !onSelect) return <span className="flex min-w-0 px-1 text-xs">{said}</span>;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title="List the items"
      onClick={() => onSelect(id)}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(null)}
      onFocus={() => onPoint(id)}
      onBlur={() => onPoint(null)}
      className={clsx(
        "flex h-full min-w-0 items-center rounded px-1 text-left text-xs underline-offset-2 hover:underline",
        pressed && "bg-accent-soft",
      )}
    >
      {said}
    </button>
  );
}
