"use client";
import { useState, type KeyboardEvent, type PointerEvent } from "react";
import { positionOn } from "@/lib/chart-models/axis";
import type { FigureFrame, PanelModel } from "@/lib/chart-models/model";
import { readoutAt, stopsOf, type ReadoutRow } from "@/lib/chart-models/readout";
import type { Select } from "@/lib/chart-models/series";
import { AXIS_HEIGHT, TOP } from "./plot-room";

/** Where the plot stands within its box, in pixels. */
export interface PlotRoom {
  readonly left: number;
  readonly right: number;
}

export interface Crosshair {
  readonly x: number | null;
  readonly rows: readonly ReadoutRow[];
  /** The curve that the keyboard or the pointer is on. */
  readonly activeId: string | null;
  readonly stops: readonly number[];
  /** Share of the plot's width at which it stands. */
  readonly share: number;
  readonly byKeyboard: boolean;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerLeave: () => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
}

interface Active {
  /** The panel that it was set on: a place that shows another one now has no crosshair yet. */
  readonly panel: string;
  readonly stop: number;
  readonly id: string | null;
  readonly byKeyboard: boolean;
}

/**
 * The crosshair of one panel. Left and right move along x, Home and End to its ends, up and down
 * choose a curve, Enter opens the responses behind it, Escape puts the crosshair away.
 */
export function useCrosshair(
  frame: FigureFrame,
  panel: PanelModel,
  room: PlotRoom,
  onSelect: ((select: Select) => void) | undefined,
): Crosshair {
  const [held, setActive] = useState<Active | null>(null);
  const ofPanel = (one: Active | null) => (one?.panel === panel.id ? one : null);
  const active = ofPanel(held);
  const stops = stopsOf(panel);
  const x = active === null ? null : (stops[Math.min(active.stop, stops.length - 1)] ?? null);
  const rows = x === null ? [] : readoutAt(panel, frame, x);
  const selectable = rows.filter((row) => row.point.select !== null);

  const select = () => {
    const row = selectable.find((candidate) => candidate.id === active?.id) ?? selectable[0];
    if (row?.point.select) onSelect?.(row.point.select);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const width = box.width - room.left - room.right;
    if (width <= 0 || stops.length === 0) return;
    const share = (event.clientX - box.left - room.left) / width;
    const distance = (stop: number) => Math.abs(positionOn(frame.x, stop) - share);
    const stop = stops.reduce((best, _, i) => {
      const [here, there] = [stops[i], stops[best]];
      return here !== undefined && there !== undefined && distance(here) < distance(there)
        ? i
        : best;
    }, 0);
    const at = stops[stop];
    const height = 1 - (event.clientY - box.top - TOP) / (box.height - TOP - AXIS_HEIGHT);
    const near =
      at === undefined
        ? null
        : readoutAt(panel, frame, at)
            .filter((row) => row.point.select !== null && row.point.y !== null)
            .map((row) => ({
              id: row.id,
              gap: Math.abs(positionOn(frame.y, row.point.y ?? 0) - height),
            }))
            .sort((a, b) => a.gap - b.gap)[0];
    setActive({ panel: panel.id, stop, id: near?.id ?? null, byKeyboard: false });
  };

  const moveTo = (stop: number) =>
    setActive((now) => ({
      panel: panel.id,
      stop: Math.max(0, Math.min(stops.length - 1, stop)),
      id: ofPanel(now)?.id ?? null,
      byKeyboard: true,
    }));
  const choose = (step: number) => {
    const place = selectable.findIndex((row) => row.id === active?.id);
    const next = selectable[(place + step + selectable.length) % Math.max(1, selectable.length)];
    if (active && next) setActive({ ...active, id: next.id, byKeyboard: true });
  };
  const keys: Record<string, () => void> = {
    ArrowRight: () => moveTo((active?.stop ?? -1) + 1),
    ArrowLeft: () => moveTo((active?.stop ?? stops.length) - 1),
    Home: () => moveTo(0),
    End: () => moveTo(stops.length - 1),
    PageUp: () => moveTo((active?.stop ?? -1) + 10),
    PageDown: () => moveTo((active?.stop ?? stops.length) - 10),
    ArrowUp: () => choose(-1),
    ArrowDown: () => choose(1),
    Enter: select,
    Escape: () => setActive(null),
  };

  return {
    x,
    rows,
    activeId: active?.id ?? null,
    stops,
    share: x === null ? 0 : positionOn(frame.x, x),
    byKeyboard: active?.byKeyboard ?? false,
    onPointerMove,
    onPointerLeave: () => setActive(null),
    onClick: select,
    onKeyDown: (event) => {
      const act = keys[event.key];
      // With a modifier a key belongs to the browser or to the shell.
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    onFocus: () =>
      setActive(
        (now) =>
          ofPanel(now) ?? {
            panel: panel.id,
            stop: stops.length - 1,
            id: null,
            byKeyboard: true,
          },
      ),
    onBlur: () => setActive(null),
  };
}
