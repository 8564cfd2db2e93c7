import { formatFixed, UNDEFINED } from "./number";

const UNITS = [
  { name: "d", seconds: 86_400 },
  { name: "h", seconds: 3600 },
  { name: "min", seconds: 60 },
  { name: "s", seconds: 1 },
] as const;

/** A duration in its two largest units: "2 h 5 min", "45 s"; below a second "< 1 s". */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return UNDEFINED;
  const whole = Math.round(seconds);
  if (whole < 1) return seconds === 0 ? "0 s" : "< 1 s";
  const first = UNITS.findIndex((unit) => whole >= unit.seconds);
  const large = UNITS[first];
  const small = UNITS[first + 1];
  if (!large) return UNDEFINED;
  if (!small) return `${whole} s`;
  // Rounded to the smaller unit first, so that 3599.9 s is an hour and not 60 min.
  const inSmall = Math.round(whole / small.seconds);
  const per = large.seconds / small.seconds;
  if (first > 0 && inSmall >= (UNITS[first - 1]?.seconds ?? Infinity) / small.seconds)
    return `1 ${UNITS[first - 1]?.name ?? ""}`;
  const rest = inSmall % per;
  const most = `${Math.floor(inSmall / per)} ${large.name}`;
  return rest === 0 ? most : `${most} ${rest} ${small.name}`;
}

/** Below this many seconds two decimals say too little, and below that three say nothing. */
const FINE_S = 0.1;
const LEAST_S = 0.0005;

/**
 * What one answer took, in seconds without the unit: "13.65", below 0.1 s by the millisecond ("0.003"),
 * below what that shows "< 0.001", and never "0.00".
 */
export function formatSeconds(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return UNDEFINED;
  if (seconds < LEAST_S) return "< 0.001";
  return formatFixed(seconds, seconds < FINE_S ? 3 : 2);
}
