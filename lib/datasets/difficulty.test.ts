import fc from "fast-check";
import { describe, expect, it } from "vitest";
import table8 from "@/lib/reference/data/p1-table8.json";
import table6 from "@/lib/reference/data/p1-table6.json";
import { levelOf, quartilesOf, ratePool, scoreOf, WEIGHTS, type Candidate } from "./difficulty";
import { TABLE_8_RANGES } from "./testing";

/** By row of Table 8, which prints neither: endings of Table 7 by exact form, counted by hand, and the indicator. */
const CLAUSE_ENDINGS = [0, 1, 1, 1, 0, 3, 1, 0];
const HIGH_CONFUSION = [0, 0, 0, 1, 1, 0, 1, 1];

const scores = table8.map((row, i) =>
  scoreOf(
    {
      eojeol: row.eojeol,
      morphemes: row.morphemes,
      clause_endings: CLAUSE_ENDINGS[i] ?? NaN,
      high_confusion: HIGH_CONFUSION[i] ?? NaN,
      symbol: 1,
    },
    TABLE_8_RANGES,
  ),
);

describe("the first paper's Table 8", () => {
  it("weighs the features as Table 6 does", () => {
    const names = ["eojeol", "morphemes", "clause_endings", "high_confusion", "symbol"] as const;
    expect(names.map((name) => WEIGHTS[name])).toEqual(table6.map((row) => row.weight));
  });

  it("follows from its counts in seven of eight rows", () => {
    const agree = table8.filter((row, i) => scores[i]?.toFixed(4) === row.score.toFixed(4));
    expect(agree.map((row) => row.row)).toEqual([1, 2, 3, 5, 6, 7, 8]);
  });

  it("contradicts itself in row 4: its dependent noun is not in its score", () => {
    // 0.25 (4/15 + 11/29 + 1/4) = 0.223994, and 0.15 for the dependent noun.
    expect(scores[3]).toBeCloseTo(0.373994, 6);
    expect((scores[3] ?? NaN) - WEIGHTS.high_confusion).toBeCloseTo(0.223994, 6);
    expect(table8[3]).toMatchObject({ score: 0.2239, dependent_noun: 1 });
  });

  it("has levels in the order of its scores", () => {
    const byLevel = Map.groupBy(table8, (row) => row.level);
    for (const level of [1, 2, 3]) {
      const highest = Math.max(...(byLevel.get(level) ?? []).map((row) => row.score));
      const next = Math.min(...(byLevel.get(level + 1) ?? []).map((row) => row.score));
      expect(highest).toBeLessThan(next);
    }
  });
});

describe("levels", () => {
  it("have boundaries between neighbours, as numpy and R's default have them", () => {
    // numpy.quantile([1, 2, 3, 4, 10], [.25, .5, .75]) and of [1, 2, 3, 4].
    expect(quartilesOf([10, 3, 1, 4, 2])).toEqual([2, 3, 4]);
    expect(quartilesOf([4, 1, 3, 2])).toEqual([1.75, 2.5, 3.25]);
  });

  it("put a score on a boundary below it", () => {
    const quartiles = [0.1, 0.2, 0.3] as const;
    expect([0, 0.1, 0.15, 0.2, 0.3, 0.31].map((s) => levelOf(s, quartiles))).toEqual([
      1, 1, 2, 2, 3, 4,
    ]);
  });
});

const candidate = fc.record({
  sentence_id: fc.string(),
  text: fc.string(),
  eojeol: fc.nat(20),
  morphemes: fc.nat(40),
  clause_endings: fc.nat(4),
  high_confusion: fc.nat(1),
  symbol: fc.nat(1),
  excluded: fc.constantFrom(null, null, "not drawn"),
}) satisfies fc.Arbitrary<Candidate>;

describe("a pool", () => {
  it("has scores from 0 to 1, and levels that never fall as scores rise", () => {
    const pools = fc
      .array(candidate, { minLength: 1, maxLength: 60 })
      .filter((pool) => pool.some((one) => one.excluded === null));
    fc.assert(
      fc.property(pools, (pool) => {
        const { sentences } = ratePool(pool);
        const sorted = sentences.toSorted((a, b) => a.score - b.score);
        for (const [i, { score, level }] of sorted.entries()) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(level).toBeGreaterThanOrEqual(sorted[i - 1]?.level ?? 1);
        }
      }),
    );
  });

  it("is split evenly among the sentences that may be shown, whatever is excluded", () => {
    const pool = Array.from({ length: 12 }, (_, i) => ({
      sentence_id: `s${i}`,
      text: `${i}`,
      eojeol: i,
      morphemes: 5,
      clause_endings: 0,
      high_confusion: 0,
      symbol: 1,
      excluded: i < 4 ? "not drawn" : null,
    }));
    const levels = ratePool(pool).sentences.map((sentence) => sentence.level);
    expect(levels).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it("needs a sentence that may be shown", () => {
    expect(() => ratePool([])).toThrow(RangeError);
  });
});
