import {
  formatCount,
  formatFixed,
  formatInterval,
  formatPoints,
  formatRate,
  UNDEFINED,
} from "@/lib/format/number";
import type { BubbleRow, PositionsRow, ScalingRow } from "@/lib/metrics/rows";
import type { PairedDifference } from "@/lib/stats/paired-items";
import { NO_TRIALS, trialsReason, UNCOUNTED, type TrialsLacking } from "./lacking";
import type { PrefixMass } from "./positions";
import { formatSignedRate } from "./table-text";

type Interval = readonly [number, number] | null;

export interface MechanismCell {
  readonly value: number | Interval;
  /** A dash where undefined. */
  readonly text: string;
  /** Why it is undefined. */
  readonly reason?: string;
  /** The gold's own value. */
  readonly gold?: number;
  readonly aside?: string;
}

export interface MechanismLine {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly a: MechanismCell;
  readonly b: MechanismCell;
  /** Second less first. */
  readonly difference: MechanismCell;
}

/** All diagnostics of one padding of one model. */
export interface Side {
  readonly scaling: ScalingRow;
  readonly positions: PositionsRow | null;
  /** Of the first k positions. */
  readonly first: PrefixMass;
  readonly bubble: BubbleRow | null;
}

export interface SidePair {
  readonly a: Side;
  readonly b: Side;
  readonly paired: PairedDifference;
}

/** Second less first. */
export const minus = (b: number | null, a: number | null) =>
  a === null || b === null ? null : b - a;

type Format = (value: number | null) => string;
type Read = (side: Side) => number | null;

const cellOf = (value: number | null, format: Format, reason: string): MechanismCell =>
  value === null ? { value, text: UNDEFINED, reason } : { value, text: format(value) };

export interface DiagnosticsOptions {
  readonly n: number;
  /** First positions of PFI. */
  readonly k: number;
  /** Why what stands on trials may be absent though the records could tell it. */
  readonly lacking?: TrialsLacking | null;
}

/** Every diagnostic of the two sides, one a line. */
export function diagnosticLines(
  pair: SidePair,
  { n, k, lacking = null }: DiagnosticsOptions,
): MechanismLine[] {
  const noTrials = trialsReason(lacking, NO_TRIALS);
  const line = (
    id: string,
    label: string,
    read: Read,
    reason: string,
    more: { format?: Format; signed?: Format; hint?: string; gold?: Read } = {},
  ): MechanismLine => {
    const { format = formatRate, signed = formatSignedRate, hint, gold } = more;
    const side = (one: Side): MechanismCell => {
      const reference = gold?.(one) ?? null;
      return {
        ...cellOf(read(one), format, reason),
        ...(reference !== null && { gold: reference, aside: `gold ${format(reference)}` }),
      };
    };
    const { a, b } = pair;
    return {
      id,
      label,
      ...(hint !== undefined && { hint }),
      a: side(a),
      b: side(b),
      difference: cellOf(minus(read(b), read(a)), signed, "It needs a value on both sides."),
    };
  };
  const low = pair.a.bubble?.n_low ?? pair.b.bubble?.n_low ?? null;
  const noBubble = "It needs a smaller N with an NA above 0.";
  const oneDecimal: Format = (value) => formatFixed(value, 1);
  const count = { format: formatCount, signed: signedCount };
  return [
    line("accuracy", "Accuracy", (s) => s.scaling.accuracy, NO_SCORED, {
      hint: "Unweighted mean of item means",
    }),
    line("na", "NA", (s) => s.scaling.na, NO_SCORED),
    itemIntervals(pair, n),
    intervals(
      "na_trial_ci",
      "NA, 95% over trials",
      pair,
      (s) => s.scaling.na_trial_ci,
      () => noTrials,
    ),
    line("bi", low === null ? "BI" : `BI, ${low} → ${n}`, (s) => s.bubble?.bi ?? null, noBubble, {
      hint: "1 − NA high / NA low",
    }),
    intervals(
      "bi_ci",
      "BI, 95% over trials",
      pair,
      (s) => s.bubble?.bi_ci ?? null,
      (s) => (s.bubble?.bi == null ? noBubble : noTrials),
    ),
    line("null_share", "No answer", (s) => s.scaling.null_share, NO_SCORED, {
      hint: "Share of scored rows that are not valid",
    }),
    line("pfi", `PFI ${k}`, (s) => s.first.pfi, NO_VALID, {
      hint: `Share of responses on the first ${k}`,
      gold: (s) => s.first.gold,
    }),
    line("delta_pfi", `ΔPFI ${k}`, (s) => s.first.delta, NO_VALID, {
      format: formatSignedRate,
      hint: "That share less the gold's",
    }),
    line("entropy", "Entropy", (s) => s.positions?.entropy ?? null, NO_VALID, {
      gold: (s) => s.positions?.entropy_gold ?? null,
    }),
    line("front_20", "Front20", (s) => s.positions?.front_20 ?? null, NO_VALID, {
      gold: (s) => s.positions?.front_20_gold ?? null,
    }),
    line("tail_20", "Tail20", (s) => s.positions?.tail_20 ?? null, NO_VALID, {
      gold: (s) => s.positions?.tail_20_gold ?? null,
    }),
    line("mean_pos", "Mean position", (s) => s.positions?.mean_pos ?? null, NO_VALID, {
      format: oneDecimal,
      signed: formatPoints,
      gold: (s) => s.positions?.mean_pos_gold ?? null,
    }),
    line("ks", "KS", (s) => s.positions?.ks ?? null, NO_VALID),
    line("ks_at", "KS at position", (s) => s.positions?.ks_at ?? null, NO_VALID, count),
    line("slope", "Slope", (s) => s.positions?.slope ?? null, NO_SLOPE, {
      format: formatSignedRate,
      hint: "Accuracy (0 to 1) per decile of the gold position",
    }),
    line("n_items", "Items", (s) => s.scaling.n_items, NO_SCORED, count),
    line("n_trials", "Trials", (s) => s.scaling.n_trials, trialsReason(lacking, UNCOUNTED), count),
    line("n_responses", "Responses", (s) => s.scaling.n_responses, NO_SCORED, count),
  ];
}

const NO_SCORED = "No scored response.";
const NO_VALID = "No valid response.";
const NO_SLOPE = "Gold stands in fewer than two deciles.";

const signedCount: Format = (value) =>
  value !== null && value > 0 ? `+${formatCount(value)}` : formatCount(value);

const intervalCell = (value: Interval, reason: string): MechanismCell =>
  value === null ? { value, text: UNDEFINED, reason } : { value, text: formatInterval(value) };

function intervals(
  id: string,
  label: string,
  { a, b }: SidePair,
  read: (side: Side) => Interval,
  reason: (side: Side) => string,
): MechanismLine {
  return {
    id,
    label,
    a: intervalCell(read(a), reason(a)),
    b: intervalCell(read(b), reason(b)),
    difference: {
      value: null,
      text: UNDEFINED,
      reason: "No interval over paired trials is computed: see the one over items.",
    },
  };
}

/** Items are the same on both sides and pair: the difference of NA has an interval of its own. */
function itemIntervals(pair: SidePair, n: number): MechanismLine {
  const { paired } = pair;
  const needs = "It needs at least two items.";
  const own = paired.sameItems ? paired.interval : null;
  const scaled: Interval = own && [own[0] / (1 - 1 / n), own[1] / (1 - 1 / n)];
  return {
    id: "na_item_ci",
    label: "NA, 95% over items",
    hint: "t interval; that of the difference pairs the items",
    a: intervalCell(pair.a.scaling.na_item_ci, needs),
    b: intervalCell(pair.b.scaling.na_item_ci, needs),
    difference: intervalCell(scaled, "It needs at least two items, the same on both sides."),
  };
}
