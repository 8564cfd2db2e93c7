import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  lookAt as lookAtTable,
  lookAtPair as lookAtTwo,
  looksUpTo,
  type CellOutcomes,
  type PairedOutcomes,
} from "./adaptive";

/** A look at a table that is large enough for one. */
const lookAt = (...given: Parameters<typeof lookAtTable>) => lookAtTable(...given)!;
const lookAtPair = (...given: Parameters<typeof lookAtTwo>) => lookAtTwo(...given)!;

type Hit = (item: number, trial: number) => boolean;

const table = (items: number, trials: number, hit: Hit): number[][] =>
  Array.from({ length: items }, (_, t) =>
    Array.from({ length: trials }, (_, k) => Number(hit(t, k))),
  );

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const columns = (rows: readonly number[][]) =>
  rows[0]!.map((_, k) => sum(rows.map((row) => row[k]!)));

const outcomes = (rows: readonly number[][]): CellOutcomes => ({
  itemHits: rows.map(sum),
  trialHits: columns(rows),
});

function pairOf(first: readonly number[][], second: readonly number[][]): PairedOutcomes {
  const rows = first.map((row, t) => row.map((hit, k) => hit - second[t]![k]!));
  const apart = rows.map((row) => row.map(Math.abs));
  return {
    itemDifferences: rows.map(sum),
    trialDifferences: columns(rows),
    discordant: sum(apart.map(sum)),
    discordantTrials: columns(apart).filter((count) => count > 0).length,
  };
}

const spread: Hit = (t, k) => (t * 7 + k * 3) % 10 < [1, 3, 5, 7, 9, 10][t]!;
const weaker: Hit = (t, k) => (t * 3 + k * 7) % 10 < [1, 2, 2, 4, 4, 5][t]!;

/**
 * The expected numbers were computed apart from this code: residual by residual from the two-way
 * table, with quantiles by bisection on series and continued fractions of the incomplete gamma and
 * beta functions.
 */
describe("a look at a cell", () => {
  it("stops where items are so unequal that trials add nothing to the item interval", () => {
    const look = lookAt(outcomes(table(6, 50, spread)), 1000);
    expect(look).toMatchObject({
      trials: 50,
      few: false,
      stop: "more trials cannot narrow the item interval",
    });
    expect(look.accuracy).toBeCloseTo(0.5833333333, 9);
    expect(look.trialInterval[0]).toBeCloseTo(0.5337322545, 9);
    expect(look.trialInterval[1]).toBeCloseTo(0.6329344122, 9);
    expect(look.itemInterval[0]).toBeCloseTo(0.2172823195, 9);
    expect(look.itemInterval[1]).toBeCloseTo(0.9493843472, 9);
    expect(look.removable).toBeCloseTo(0.0121659947, 9);
  });

  it("reports the trial interval uncorrected where all planned trials are done", () => {
    const look = lookAt(outcomes(table(6, 50, spread)), 50);
    expect(look.trialInterval[0]).toBeCloseTo(0.5447578249, 9);
    expect(look.trialInterval[1]).toBeCloseTo(0.6219088417, 9);
  });

  it("goes on where trials move all items together", () => {
    const clumped = outcomes(table(6, 50, (t, k) => k % 4 !== 0 || t === 5));
    const look = lookAt(clumped, 1000);
    expect(look).toMatchObject({ few: false, stop: null });
    expect(look.trialInterval[0]).toBeCloseTo(0.6484038111, 9);
    expect(look.itemInterval[0]).toBeCloseTo(0.3925965228, 9);
    expect(look.removable).toBeCloseTo(0.560960958, 9);
    expect(lookAt(clumped, 50).stop).toBe("all planned trials are done");
    // The half-width over trials is 0.1349, over items 0.3907.
    expect(lookAt(clumped, 1000, { trial: 0.135, item: null }).stop).toBe("the target is reached");
    expect(lookAt(clumped, 1000, { trial: 0.134, item: 0.39 }).stop).toBeNull();
    expect(lookAt(clumped, 1000, { trial: null, item: 0.391 }).stop).toBe("the target is reached");
  });

  it("holds its intervals open where errors are few, and concludes nothing from their spread", () => {
    const rare = outcomes(table(6, 50, (t, k) => !(t === 0 && (k === 3 || k === 30))));
    const look = lookAt(rare, 1000, { trial: null, item: 0.9 });
    expect(look).toMatchObject({ few: true, stop: null });
    expect(look.trialInterval[0]).toBeCloseTo(0.8781959522, 9);
    expect(look.trialInterval[1]).toBe(1);
    expect(look.itemInterval[0]).toBeCloseTo(0.6016048494, 9);
    expect(look.itemInterval[1]).toBeCloseTo(1.0104705456, 9);
    // At 0.05 the half-width is 0.0766: a trial target is heeded all the same.
    expect(lookAt(rare, 1000, { trial: 0.0767, item: null }).stop).toBe("the target is reached");
    expect(lookAt(rare, 1000, { trial: 0.0765, item: null }).stop).toBeNull();
  });

  it("stops a cell without any error once Wilson's interval of its trials is narrow", () => {
    expect(lookAt(outcomes(table(6, 100, () => true)), 1000).stop).toBeNull();
    const look = lookAt(outcomes(table(6, 400, () => true)), 1000);
    expect(look).toMatchObject({ removable: null, stop: "the trial interval is narrow" });
    expect(look.trialInterval[0]).toBeCloseTo(0.984744961, 9);
    expect(look.itemInterval[0]).toBeCloseTo(0.6096657121, 9);
  });

  it("treats hits among errors as it treats errors among hits", () => {
    const hits = table(6, 50, (t, k) => t === 0 && (k === 3 || k === 30));
    const errors = hits.map((row) => row.map((hit) => 1 - hit));
    const low = lookAt(outcomes(hits), 1000);
    const high = lookAt(outcomes(errors), 1000);
    expect(low.few).toBe(true);
    expect(low.trialInterval[1]).toBeCloseTo(1 - high.trialInterval[0], 12);
    expect(low.itemInterval[1]).toBeCloseTo(1 - high.itemInterval[0], 12);
  });

  it("never depends on the order of items or trials", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), {
          minLength: 3,
          maxLength: 20,
        }),
        (trials) => {
          const rows = table(6, trials.length, (t, k) => trials[k]![t]!);
          const turned = rows.map((row) => row.toReversed()).toReversed();
          const [a, b] = [rows, turned].map((r) => lookAt(outcomes(r), 1000));
          expect(b!.accuracy).toBeCloseTo(a!.accuracy, 12);
          expect(b!.itemInterval[0]).toBeCloseTo(a!.itemInterval[0], 9);
          expect(b!.stop).toBe(a!.stop);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("has nothing to say of one item or one trial, and refuses counts that contradict", () => {
    expect(lookAtTable({ itemHits: [3], trialHits: [1, 1, 1] }, 1000)).toBeNull();
    expect(lookAtTable({ itemHits: [1, 0], trialHits: [1] }, 1)).toBeNull();
    expect(() => lookAtTable({ itemHits: [1, 1], trialHits: [1, 0] }, 1000)).toThrow(
      "not of the same outcomes",
    );
  });
});

describe("looks", () => {
  it("are the fixed ones, and the last planned trial", () => {
    expect(looksUpTo(1000)).toEqual([50, 100, 200, 400, 1000]);
    expect(looksUpTo(300)).toEqual([50, 100, 200, 300]);
    expect(looksUpTo(50)).toEqual([50]);
    expect(looksUpTo(20)).toEqual([20]);
  });
});

describe("a look at two models", () => {
  const pair = pairOf(table(6, 50, spread), table(6, 50, weaker));

  it("decides early at 0.001 alone", () => {
    expect(pair).toMatchObject({ itemDifferences: [0, 5, 15, 15, 25, 25], discordant: 145 });
    const early = lookAtPair(pair, 1000);
    expect(early.difference).toBeCloseTo(0.2833333333, 9);
    expect(early).toMatchObject({ verdict: null, stop: false });
    expect(early.interval[0]).toBeCloseTo(-0.2890688855, 9);
    expect(early.interval[1]).toBeCloseTo(0.8557355522, 9);
  });

  it("decides at 0.05 when all is done", () => {
    const last = lookAtPair(pair, 50);
    expect(last).toMatchObject({ verdict: "first", stop: true });
    expect(last.interval[0]).toBeCloseTo(0.0691181804, 9);
    expect(last.interval[1]).toBeCloseTo(0.4975484863, 9);
    const turned = {
      ...pair,
      itemDifferences: pair.itemDifferences.map((d) => -d),
      trialDifferences: pair.trialDifferences.map((d) => -d),
    };
    expect(lookAtPair(turned, 50).verdict).toBe("second");
  });

  it("says that more trials cannot help where items disagree and trials do not", () => {
    // Half of the items go to either side in every trial: the spread is of items alone.
    const first = table(6, 50, (t, k) => t % 2 === 0 || (t + k) % 10 === 0);
    const second = table(6, 50, (t, k) => t % 2 === 1 || (t + k) % 10 === 5);
    const look = lookAtPair(pairOf(first, second), 1000);
    expect(look).toMatchObject({ verdict: "not distinguishable", stop: true });
  });

  it("says nothing where fewer than ten trials hold a discordant item", () => {
    const first = table(6, 50, (t, k) => k >= 9 || t > 3);
    const same = table(6, 50, () => true);
    const few = pairOf(first, same);
    expect(few.discordantTrials).toBe(9);
    expect(lookAtPair(few, 1000)).toMatchObject({ verdict: null, stop: false });
    expect(lookAtPair(few, 50)).toMatchObject({ verdict: null, stop: true });
  });

  it("finds two models alike within the margin", () => {
    // Each trial has one discordant item, to either side in turn.
    const first = table(6, 60, (t, k) => !(k % 12 === t));
    const second = table(6, 60, (t, k) => !(k % 12 === t + 6));
    const look = lookAtPair(pairOf(first, second), 60);
    expect(look).toMatchObject({ difference: 0, verdict: "within the margin", stop: true });
  });
});
