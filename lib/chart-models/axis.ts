import { scaleLinear } from "d3-scale";
import { formatCount, formatFixed } from "@/lib/format/number";
import { clipText } from "./labels";
import type { AxisModel, Tick } from "./model";

const NAME_SIZE = 12;
const NAME_WIDTH = 110;
/** Wider labels than this are names, no numbers. */
const NUMBER_WIDTH = 36;
/** Room right of every plot. */
const EDGE = 8;

/** Decimals that tell the ticks of a step apart: 0.25 -> 2, 5 -> 0. */
function decimalsOf(step: number): number {
  for (let digits = 0; digits < 8; digits += 1) {
    const scaled = step * 10 ** digits;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return digits;
  }
  return 8;
}

/** Ticks at round values within a domain; labels carry the decimals of the step, never more. */
export function linearTicks(domain: readonly [number, number], count = 5): Tick[] {
  const values = scaleLinear().domain(domain).ticks(count);
  const [first = 0, second = first + 1] = values;
  const digits = decimalsOf(second - first);
  return values.map((value) => ({
    value,
    label: digits === 0 ? formatCount(value) : formatFixed(value, digits),
  }));
}

/**
 * A value axis that holds all values, widened to round ends. `include` are values that belong on
 * the axis whatever the data (0 and 1 for accuracy).
 */
export function valueAxis(
  label: string,
  values: Iterable<number | null>,
  include: readonly number[] = [],
): AxisModel {
  let low = Math.min(...include);
  let high = Math.max(...include);
  for (const value of values) {
    if (value === null || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!Number.isFinite(low) || !Number.isFinite(high)) [low, high] = [0, 1];
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const [from = low, to = high] = scaleLinear().domain([low, high]).nice(5).domain();
  return { label, scale: "linear", domain: [from, to], ticks: linearTicks([from, to]) };
}

/**
 * A value axis of values that lie within bounds, with ticks only there. Intervals are not clipped and may
 * end beyond: the axis has room for them, and no more.
 */
export function boundedAxis(
  label: string,
  values: readonly (number | null)[],
  bounds: readonly [number, number],
  include: readonly number[],
): AxisModel {
  const known = values.filter((value) => value !== null);
  const inside = known.map((value) => Math.min(bounds[1], Math.max(bounds[0], value)));
  const axis = valueAxis(label, inside, include);
  return {
    ...axis,
    domain: [Math.min(axis.domain[0], ...known), Math.max(axis.domain[1], ...known)],
  };
}

/**
 * The axis of option counts. Its ticks are the N of the data, not round numbers: 4, 10, 20, 50 and
 * 100 are what was asked. A log axis spreads small N; both ends keep a margin for the markers.
 */
export function optionsAxis(counts: Iterable<number>, scale: "linear" | "log"): AxisModel {
  const values = [...new Set(counts)].sort((a, b) => a - b);
  const first = values[0] ?? 2;
  const last = values[values.length - 1] ?? 100;
  const pad = scale === "log" ? (last / first) ** 0.03 : 0;
  const margin = (last - first || 1) * 0.03;
  const domain: readonly [number, number] =
    scale === "log"
      ? first === last
        ? [first / 1.5, last * 1.5]
        : [first / pad, last * pad]
      : [first - margin, last + margin];
  return {
    label: `number of options N${scale === "log" ? " (log scale)" : ""}`,
    scale,
    domain,
    ticks: values.map((value) => ({ value, label: formatCount(value) })),
  };
}

/**
 * The axis of positions up to N. `from` is 0 for cumulative curves, and 0.5 for values at a position,
 * which need half a place on both sides.
 */
export function positionAxis(n: number, from: 0 | 0.5): AxisModel {
  const inner = linearTicks([1, n]).filter(
    ({ value }) => value > 1 && value < n && Number.isInteger(value) && n - value > n * 0.06,
  );
  const first = from === 0 ? 0 : 1;
  return {
    label: "position in the list of options",
    scale: "linear",
    domain: [from, from === 0.5 ? n + 0.5 : n],
    ticks: [
      { value: first, label: String(first) },
      ...inner.map(({ value }) => ({ value, label: formatCount(value) })),
      { value: n, label: formatCount(n) },
    ],
  };
}

/** An axis with one place a name, at 1, 2, …; long names are shortened. */
export function namesAxis(label: string, names: readonly string[]): AxisModel {
  return {
    label,
    scale: "linear",
    domain: [0.5, names.length + 0.5],
    ticks: names.map((name, i) => ({
      value: i + 1,
      label: clipText(name, NAME_SIZE, NAME_WIDTH),
    })),
  };
}

/** From so many times its smallest value on an amount is read by its logarithm. */
const WIDE_RANGE = 20;

/**
 * The axis of an amount, such as seconds: from 0, or logarithmic where the values are of several
 * magnitudes, which its label then says.
 * @param places how the amount is read off
 */
export function amountAxis(
  label: string,
  values: readonly number[],
  places: NonNullable<AxisModel["places"]>,
): AxisModel {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (!(low > 0 && high >= WIDE_RANGE * low)) return { ...valueAxis(label, values, [0]), places };
  const domain = [low / 1.3, high * 1.3] as const;
  const first = Math.floor(Math.log10(domain[0]));
  const magnitudes = Array.from(
    { length: Math.ceil(Math.log10(domain[1])) - first + 1 },
    (_, i) => first + i,
  );
  const ticks = magnitudes
    .flatMap((power) => [1, 2, 5].map((step) => Number(`${step}e${power}`)))
    .filter((value) => value >= domain[0] && value <= domain[1])
    .map((value) => ({
      value,
      label: value < 1 ? formatFixed(value, decimalsOf(value)) : formatCount(value),
    }));
  return { label: `${label} (log scale)`, scale: "log", domain, ticks, places };
}

/** Share of the axis, 0 to 1, at which a value stands. */
export function positionOn(axis: AxisModel, value: number): number {
  const [low, high] = axis.domain;
  if (axis.scale === "log") return Math.log(value / low) / Math.log(high / low);
  return (value - low) / (high - low);
}

/**
 * The ticks that fit: goes from the last to the first and drops a tick whose label would touch one
 * already kept; the first is kept at the price of its neighbour. A name that would be cut off at the
 * right end is dropped too.
 */
export function fittingTicks(
  axis: AxisModel,
  length: number,
  widthOf: (label: string) => number,
): readonly Tick[] {
  const kept: Tick[] = [];
  const at = (tick: Tick) => positionOn(axis, tick.value) * length;
  const sticksOut = (tick: Tick) => {
    const width = widthOf(tick.label);
    return width > NUMBER_WIDTH && at(tick) + width / 2 > length + EDGE;
  };
  const touch = (a: Tick, b: Tick) =>
    Math.abs(at(a) - at(b)) < (widthOf(a.label) + widthOf(b.label)) / 2 + 4;
  for (const tick of axis.ticks.filter((own) => !sticksOut(own)).reverse()) {
    const last = kept[kept.length - 1];
    if (last === undefined || !touch(last, tick)) kept.push(tick);
    else if (tick === axis.ticks[0] && kept.length > 1) {
      kept.pop();
      const before = kept[kept.length - 1];
      if (before === undefined || !touch(before, tick)) kept.push(tick);
    }
  }
  return kept.reverse();
}
