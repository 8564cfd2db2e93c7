import { formatSeconds } from "@/lib/format/duration";
import {
  formatCount,
  formatFixed,
  formatInterval,
  formatP,
  formatPoints,
  formatRate,
  UNDEFINED,
} from "@/lib/format/number";
import type { TableCell, TableColumn } from "./table-model";

const RATE_DIGITS = 3;

/** A signed rate: "+0.312", "−0.014", "0.000". */
export function formatSignedRate(value: number | null, digits = RATE_DIGITS): string {
  const written = formatFixed(value, digits);
  return value !== null && value > 0 && Number(value.toFixed(digits)) !== 0
    ? `+${written}`
    : written;
}

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((end) => typeof end === "number");

/** What a cell reads; a dash where there is no value. Sparks have no text. */
export function cellText(column: TableColumn, cell: TableCell | undefined): string {
  const value = cell?.value ?? null;
  if (value === null) return UNDEFINED;
  if (cell?.text !== undefined) return cell.text;
  if (typeof value === "string") return value;
  const digits = cell?.digits ?? column.digits;
  if (typeof value === "number") return numberText(column, value, digits);
  if (!isPair(value)) return "";
  if (column.kind === "range") return `${formatCount(value[0])}–${formatCount(value[1])}`;
  if (digits !== undefined) return formatInterval(value, (end) => formatFixed(end, digits));
  return formatInterval(value, column.kind === "points_interval" ? formatPoints : formatRate);
}

function numberText(column: TableColumn, value: number, digits: number | undefined): string {
  if (digits !== undefined)
    return column.kind === "signed_rate" || column.kind === "points"
      ? formatSignedRate(value, digits)
      : formatFixed(value, digits);
  switch (column.kind) {
    case "count":
    case "range":
      return formatCount(value);
    case "points":
    case "points_interval":
      return formatPoints(value);
    case "p":
      return formatP(value);
    case "fixed1":
      return formatFixed(value, 1);
    case "seconds":
      return formatSeconds(value);
    case "signed_rate":
      return formatSignedRate(value);
    case "text":
    case "rate":
    case "interval":
    case "spark":
      return formatRate(value);
  }
}
