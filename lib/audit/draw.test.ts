import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { drawAudit, stratumOf, type Drawable } from "./draw";

const bundle = z
  .object({
    questions: z.array(z.object({ id: z.string(), section: z.string(), negative: z.boolean() })),
  })
  .parse(JSON.parse(readFileSync("tests/fixtures/paired.json", "utf8")));
const QUESTIONS: readonly Drawable[] = bundle.questions.map(({ id, section, negative }) => ({
  item_id: id,
  section,
  stem_negative: negative,
}));
const oracle = z
  .object({
    calibration_first10: z.array(z.string()),
    audit_sample: z.array(
      z.object({
        ...{ id: z.string(), section: z.string(), flag: z.int() },
        ...{ N_h: z.int(), n_h: z.int(), weight: z.number() },
      }),
    ),
  })
  .parse(JSON.parse(readFileSync("tests/fixtures/paired.expected.json", "utf8")));

const item = fc.record({
  section: fc.constantFrom(null, "a", "b", "c"),
  stem_negative: fc.constantFrom(null, true, false),
});
const population = fc
  .array(item, { minLength: 1, maxLength: 60 })
  .map((all) => all.map((one, i): Drawable => ({ ...one, item_id: `q${i}` })));

describe("a sample by section and flag", () => {
  it("takes items in the order of an independent program", () => {
    // Of one stratum: in the order of the seed alone.
    const together = QUESTIONS.map((one) => ({ ...one, section: null, stem_negative: null }));
    const ids = drawAudit(together, 10, "42").map(({ item }) => item.item_id);
    expect(ids).toEqual(oracle.calibration_first10);
  });

  it("draws of each stratum what that program drew, with its weights", () => {
    for (const size of [1, 2]) {
      const right = oracle.audit_sample.filter(({ n_h }) => n_h === size);
      const strata = new Set(
        right.map(({ section, flag }) => stratumOf({ section, stem_negative: flag === 1 })),
      );
      const drawn = drawAudit(QUESTIONS, size, "42").filter(({ stratum }) => strata.has(stratum));
      const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
      expect(
        drawn.map(({ item: { item_id }, weight }) => ({ id: item_id, weight })).sort(byId),
      ).toEqual(right.map(({ id, weight }) => ({ id, weight })).sort(byId));
    }
  });

  it("weighs as many items as there are, and takes strata that are smaller whole", () => {
    fc.assert(
      fc.property(population, fc.integer({ min: 1, max: 8 }), fc.string(), (items, n, seed) => {
        const drawn = drawAudit(items, n, seed);
        const total = drawn.reduce((sum, { weight }) => sum + weight, 0);
        expect(total).toBeCloseTo(items.length, 9);
        const sampled = Map.groupBy(drawn, ({ stratum }) => stratum);
        for (const [stratum, all] of Map.groupBy(items, stratumOf)) {
          const own = sampled.get(stratum) ?? [];
          expect(own).toHaveLength(Math.min(n, all.length));
          for (const { weight } of own) expect(weight).toBe(all.length / own.length);
        }
        expect(new Set(drawn.map((one) => one.item)).size).toBe(drawn.length);
      }),
      { numRuns: 200 },
    );
  });

  it("is the same whatever the order of the items, and grows by taking more of each stratum", () => {
    fc.assert(
      fc.property(population, fc.integer({ min: 1, max: 5 }), fc.string(), (items, n, seed) => {
        const ids = (of: readonly Drawable[], size: number) =>
          drawAudit(of, size, seed).map((one) => one.item.item_id);
        expect(ids([...items].reverse(), n)).toEqual(ids(items, n));
        const more = new Set(ids(items, n + 1));
        expect(ids(items, n).filter((id) => !more.has(id))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
