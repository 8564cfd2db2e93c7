/** Shown where a value is undefined; pair it with the reason (components/ui/value.tsx). */
export const UNDEFINED = "–";
const MINUS = "\u2212";

type Maybe = number | null | undefined;

/** A fixed locale: the same record reads the same everywhere. */
const counts = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

function isDefined(value: Maybe): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** `toFixed` with a true minus sign and without "-0.000". */
function fixed(value: number, digits: number): string {
  const magnitude = Math.abs(value).toFixed(digits);
  return value < 0 && Number(magnitude) !== 0 ? MINUS + magnitude : magnitude;
}

/** Accuracy, NA, BI and other values of that scale: 3 decimals. */
export function formatRate(value: Maybe): string {
  return isDefined(value) ? fixed(value, 3) : UNDEFINED;
}

/** Percentage points: 1 decimal, always signed ("+8.0"); zero has no sign. */
export function formatPoints(value: Maybe): string {
  if (!isDefined(value)) return UNDEFINED;
  const text = fixed(value, 1);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A share of 0 to 1 as a percentage with 1 decimal. */
export function formatPercent(value: Maybe): string {
  return isDefined(value) ? `${fixed(100 * value, 1)}%` : UNDEFINED;
}

/** The level at which p decides: rounding never carries a p across it. */
const P_LEVEL = 0.05;

/**
 * A p value: 2 significant digits, "< 0.001" below that. More digits where two would put it on the
 * other side of 0.05 (0.0497 is not "0.050": it is below).
 */
export function formatP(value: Maybe): string {
  if (!isDefined(value)) return UNDEFINED;
  if (value < 0.001) return "< 0.001";
  let digits = 2;
  while (Number(value.toPrecision(digits)) < P_LEVEL !== value < P_LEVEL) digits += 1;
  return value.toPrecision(digits);
}

/** A p value in a sentence: "p = 0.0079", "p < 0.001". */
export function formatPText(value: Maybe): string {
  const text = formatP(value);
  return text.startsWith("<") ? `p ${text}` : `p = ${text}`;
}

/** A count with separators. */
export function formatCount(value: Maybe): string {
  return isDefined(value) ? counts.format(value).replace("-", MINUS) : UNDEFINED;
}

/** Any other number: a given number of decimals, without separators. */
export function formatFixed(value: Maybe, digits: number): string {
  return isDefined(value) ? fixed(value, digits) : UNDEFINED;
}

/** `[low, high]` in the digits of the value it belongs to. */
export function formatInterval(
  interval: readonly [number, number] | null | undefined,
  format: (value: number) => string = formatRate,
): string {
  if (!interval?.every(Number.isFinite)) return UNDEFINED;
  return `[${format(interval[0])}, ${format(interval[1])}]`;
}

const BYTE_UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** A size in decimal units: "34.0 MB". */
export function formatBytes(bytes: Maybe): string {
  if (!isDefined(bytes)) return UNDEFINED;
  let value = bytes;
  let unit = 0;
  // 999.95 would print as "1000.0": it belongs to the next unit already.
  while (value >= (unit === 0 ? 1000 : 999.95) && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value.toFixed(0) : value.toFixed(1)} ${BYTE_UNITS[unit] ?? ""}`;
}

/** "1 item", "2 items", "1,000 items". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** "a, b and c"; beyond `limit` names "a, b and 4 more". */
export function listOf(names: readonly string[], limit = 4): string {
  const shown = names.length > limit ? names.slice(0, limit - 1) : names;
  const rest = names.length - shown.length;
  const parts = rest > 0 ? [...shown, `${formatCount(rest)} more`] : shown;
  if (parts.length < 2) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1] ?? ""}`;
}
