import { tableVariance } from "./crossed";
import { summary } from "./means";
import { wilson } from "./proportions";
import { chiSquareQuantile, normalQuantile, tQuantile } from "./quantiles";
import type { StopReason } from "./stop-reasons";
import type { Interval } from "./types";

/** Numbers of trials after which a cell may stop: always the trials 1..K, never a choice among them. */
export const LOOKS = [50, 100, 200, 400, 1000] as const;
export const LAST_LOOK = 1000;

/** The looks of a cell with this many planned trials: the fixed ones before its last, and that. */
export function looksUpTo(trials: number): readonly number[] {
  return [...LOOKS.filter((look) => look < trials), trials];
}

/** Level of an interval that is looked at up to five times (Pocock), instead of 0.05 once. */
const CORRECTED = 0.0128;
const ONCE = 0.05;
/** Level of an early decision between two models. */
const EARLY = 0.001;
/** Share of the item interval's width that more trials may still remove. */
const SATURATED = 0.05;
/** Half-width of a trial interval that needs no more trials. */
const NARROW = 0.01;
/** Difference of two models that does not matter. */
const MARGIN = 0.05;
/** Trials with a minority outcome (or a discordant item) below which nothing is concluded from spread. */
const FEW_TRIALS = 10;
/** Items with a minority outcome, in expectation, below which the t interval over items is too narrow. */
const FEW_ITEMS = 5;

/** Outcomes of T items in trials 1..K of one cell, each item once in each trial, in counts of hits. */
export interface CellOutcomes {
  /** Hits of each item over the K trials. */
  readonly itemHits: readonly number[];
  /** Hits of each trial over the T items. */
  readonly trialHits: readonly number[];
}

/** Half-widths at which the user has seen enough, on the scale of accuracy; null for none. */
export interface StopTargets {
  readonly trial: number | null;
  readonly item: number | null;
}

/** What a look finds. Accuracy and intervals are shares; trial intervals are clipped to [0, 1]. */
export interface Look {
  readonly trials: number;
  readonly accuracy: number;
  /** Too few trials with a minority outcome: intervals are held open by Wilson's. */
  readonly few: boolean;
  /** To report: corrected for several looks where the cell stops early. */
  readonly trialInterval: Interval;
  /** To report: crossed over items and trials, guarded by Wilson's; not clipped. */
  readonly itemInterval: Interval;
  /** Share of the item interval's width that more trials could still remove, at most; null if unknown. */
  readonly removable: number | null;
  /** Null: go on. */
  readonly stop: StopReason | null;
}

const hull = (a: Interval, b: Interval | null): Interval =>
  b === null ? a : [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
const around = (centre: number, half: number): Interval => [centre - half, centre + half];
const clipped = ([low, high]: Interval): Interval => [Math.max(0, low), Math.min(1, high)];
const halfWidth = (centre: number, [low, high]: Interval) => Math.max(centre - low, high - centre);

/** Two-sided t interval from the variance of a mean. */
function tAround(centre: number, variance: number, degrees: number, level: number): Interval {
  return around(centre, (tQuantile(1 - level / 2, degrees) ?? Infinity) * Math.sqrt(variance));
}

/** The mean of a table and the variances that its intervals stand on. */
interface Crossed {
  readonly items: number;
  readonly trials: number;
  readonly mean: number;
  readonly trialVariance: number;
  /** Of the mean over items and trials. */
  readonly variance: number;
}

/**
 * @param itemSums sums over the trials by item
 * @param trialSums sums over the items by trial
 * @param squares sum of the squared values
 * @returns null below two items or trials
 * @throws RangeError where the two sums disagree
 */
function crossed(
  itemSums: readonly number[],
  trialSums: readonly number[],
  squares: number,
): Crossed | null {
  const items = itemSums.length;
  const trials = trialSums.length;
  const total = itemSums.reduce((sum, value) => sum + value, 0);
  if (total !== trialSums.reduce((sum, value) => sum + value, 0))
    throw new RangeError("the counts by item and by trial are not of the same outcomes");
  if (items < 2 || trials < 2) return null;
  const mean = total / (items * trials);
  const ofItems = summary(itemSums.map((sum) => sum / trials)).sd ?? 0;
  const ofTrials = summary(trialSums.map((sum) => sum / items)).sd ?? 0;
  const trialVariance = ofTrials ** 2;
  const variance = tableVariance({
    items,
    trials,
    squares: squares - items * trials * mean ** 2,
    itemVariance: ofItems ** 2,
    trialVariance,
  });
  return { items, trials, mean, trialVariance, variance };
}

/**
 * How much of the item interval's width further trials could remove, at most: the trials' part of the
 * variance is taken at its upper 90% bound.
 * @returns null where the variance is 0
 */
function removableShare({ trials, trialVariance, variance }: Crossed): number | null {
  if (variance === 0) return null;
  const chi = chiSquareQuantile(0.1, trials - 1);
  const bound = (trialVariance * (trials - 1)) / (chi * trials);
  return 1 - Math.sqrt(Math.max(0, variance - bound) / variance);
}

function trialIntervalAt(table: Crossed, few: boolean, level: number): Interval {
  const { trials, mean, trialVariance } = table;
  const t = tAround(mean, trialVariance / trials, trials - 1, level);
  const guard = few ? wilson(mean * trials, trials, normalQuantile(1 - level / 2)) : null;
  return clipped(hull(t, guard));
}

function itemIntervalOf({ items, mean, variance }: Crossed): Interval {
  const t = tAround(mean, variance, items - 1, ONCE);
  const scarce = items * Math.min(mean, 1 - mean) < FEW_ITEMS;
  return hull(t, scarce ? wilson(mean * items, items) : null);
}

/** Trials in which the rarer of hit and error occurs at all. */
function minorityTrials({ itemHits, trialHits }: CellOutcomes, accuracy: number): number {
  const items = itemHits.length;
  return trialHits.filter((hits) => (accuracy >= 0.5 ? hits < items : hits > 0)).length;
}

/**
 * Looks at trials 1..K of a cell and says whether it may stop, and what to report (docs/protocol.md,
 * "Stopping early"). To be asked at {@link looksUpTo} alone: other looks void its coverage.
 * @param planned trials that the cell has at most
 * @returns null below two items or trials, of which nothing can be said
 * @throws RangeError where the counts contradict each other
 */
export function lookAt(
  outcomes: CellOutcomes,
  planned: number,
  targets: StopTargets = { trial: null, item: null },
): Look | null {
  const hits = outcomes.itemHits.reduce((sum, count) => sum + count, 0);
  const table = crossed(outcomes.itemHits, outcomes.trialHits, hits);
  if (table === null) return null;
  const { mean, trials } = table;
  const few = minorityTrials(outcomes, mean) < FEW_TRIALS;
  const looked = halfWidth(mean, trialIntervalAt(table, few, few ? ONCE : CORRECTED));
  const itemInterval = itemIntervalOf(table);
  const removable = removableShare(table);

  const reason = (): StopReason | null => {
    if (!few && removable !== null && removable <= SATURATED)
      return "more trials cannot narrow the item interval";
    if (looked <= NARROW) return "the trial interval is narrow";
    const byTrials = targets.trial !== null && looked <= targets.trial;
    const byItems = !few && targets.item !== null && halfWidth(mean, itemInterval) <= targets.item;
    if (byTrials || byItems) return "the target is reached";
    return trials >= planned ? "all planned trials are done" : null;
  };
  const stop = reason();
  const early = trials < planned;
  return {
    trials,
    accuracy: mean,
    few,
    trialInterval: trialIntervalAt(table, few, early ? CORRECTED : ONCE),
    itemInterval,
    removable,
    stop,
  };
}

/** Outcomes of two models on the same items and trials 1..K. */
export interface PairedOutcomes {
  /** Hits of the first less those of the second, by item and by trial. */
  readonly itemDifferences: readonly number[];
  readonly trialDifferences: readonly number[];
  /** Pairs of item and trial that exactly one of the two got right. */
  readonly discordant: number;
  /** Trials with at least one such item. */
  readonly discordantTrials: number;
}

export type Verdict = "first" | "second" | "within the margin" | "not distinguishable";

export interface PairedLook {
  readonly trials: number;
  /** Accuracy of the first less that of the second. */
  readonly difference: number;
  /** The interval that the verdict stands on. */
  readonly interval: Interval;
  /** Null: nothing can be said yet, or, when all is done, at all. */
  readonly verdict: Verdict | null;
  readonly stop: boolean;
}

function verdictOf([low, high]: Interval): Verdict | null {
  if (low > 0) return "first";
  if (high < 0) return "second";
  return low >= -MARGIN && high <= MARGIN ? "within the margin" : null;
}

/**
 * Compares two models over items, on trials that both have, at one of the looks. An early verdict
 * takes a stricter level; "not distinguishable" is final: more trials cannot help, more items can.
 * @returns null below two items or trials
 * @throws RangeError where the sums contradict each other
 */
export function lookAtPair(outcomes: PairedOutcomes, planned: number): PairedLook | null {
  const { itemDifferences, trialDifferences, discordant, discordantTrials } = outcomes;
  const table = crossed(itemDifferences, trialDifferences, discordant);
  if (table === null) return null;
  const { items, trials, mean: difference, variance } = table;
  const last = trials >= planned;
  const few = discordantTrials < FEW_TRIALS;
  const removable = removableShare(table);
  const saturated = !few && removable !== null && removable <= SATURATED;
  const level = saturated || last ? ONCE : EARLY;
  const interval = tAround(difference, variance, items - 1, level);
  if (few) return { trials, difference, interval, verdict: null, stop: last };
  const found = verdictOf(interval);
  const final = saturated || last;
  const verdict = found ?? (final ? "not distinguishable" : null);
  return { trials, difference, interval, verdict, stop: verdict !== null };
}
