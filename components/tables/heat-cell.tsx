"use client";
import { clsx } from "clsx";
import type { KeyboardEvent } from "react";
import { cssHeat } from "@/components/charts/colour";
import type { Select } from "@/lib/chart-models/series";
import type { TableCell, TableColumn } from "@/lib/chart-models/table-model";
import { cellText } from "@/lib/chart-models/table-text";

/** The coloured cells that lead to responses. */
export const HEAT_CELL = "button[data-heat]";

/** The coloured cell a step away, in its row or its column; null at the edges. */
function neighbour(cell: HTMLElement, key: string): HTMLElement | null {
  const td = cell.closest("td");
  const row = td?.closest("tr");
  if (!td || !row) return null;
  const back = key === "ArrowLeft" || key === "ArrowUp";
  const places =
    key === "ArrowLeft" || key === "ArrowRight"
      ? [...row.cells]
      : [...(row.closest("table")?.rows ?? [])].map((other) => other.cells[td.cellIndex]);
  const at = places.indexOf(td);
  const ahead = back ? places.slice(0, at).reverse() : places.slice(at + 1);
  for (const place of ahead) {
    const found = place?.querySelector<HTMLElement>(HEAT_CELL);
    if (found) return found;
  }
  return null;
}

const ARROWS: ReadonlySet<string> = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);

function moveOn(event: KeyboardEvent<HTMLElement>): void {
  if (!ARROWS.has(event.key)) return;
  event.preventDefault();
  neighbour(event.currentTarget, event.key)?.focus();
}

interface HeatCellProps {
  readonly column: TableColumn;
  readonly cell: TableCell;
  readonly onSelect: (select: Select) => void;
}

/**
 * A coloured number. One that leads to responses is a button; HeatTable decides which of them Tab
 * meets, and shows what is told of the one that is pointed at.
 */
export function HeatCell({ column, cell, onSelect }: HeatCellProps) {
  const { select, told, heat = 0 } = cell;
  const text = cellText(column, cell);
  const look = {
    className: clsx(
      "text-ink block w-full rounded px-1.5 py-0.5 text-right",
      // Published and derived values are framed: nothing stands behind them here.
      select === undefined && "outline-line-strong -outline-offset-1 outline-1 outline-dashed",
    ),
    style: { background: cssHeat(heat) },
    "data-told": told,
  };
  if (select === undefined) return <span {...look}>{text}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={told}
      data-heat
      onClick={() => onSelect(select)}
      onKeyDown={moveOn}
      {...look}
    >
      {text}
    </button>
  );
}
