import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { presenterOf } from "./present";
import type { RequestKey } from "./presented";
import { fixedSet, fixedSpec } from "./testing";

const set = fixedSet();
const present = presenterOf(fixedSpec(), set);

const key = (over: Partial<RequestKey> = {}): RequestKey => ({
  item_id: "q007",
  environment: null,
  n_options: 10,
  padding: "none",
  mode: "direct",
  condition: "ten-permuted",
  permutation: 1,
  trial: 1,
  ...over,
});
const texts = (over: Partial<RequestKey>) => present(key(over)).options.map(({ text }) => text);
const originals = ["7-0", "7-2", "7-4", "7-6", "7-8"];
const borrowed = ["7-1", "7-3", "7-5", "7-7", "7-9"];
const numbers = fc.integer({ min: 1, max: 1000 });

describe("presentations of a fixed question", () => {
  it("show the five originals in their order", () => {
    const shown = present(key({ condition: "five-original", permutation: null, n_options: 5 }));
    expect(shown.options).toEqual(originals.map((text) => ({ text, origin: "original" })));
    // The key of q007 is its third original.
    expect(shown).toMatchObject({ goldPos: 3, section: "counting", stemNegative: false });
  });

  it("append the borrowed ones behind them", () => {
    expect(texts({ condition: "ten-appended", permutation: null })).toEqual([
      ...originals,
      ...borrowed,
    ]);
  });

  it("interleave the two and keep the order inside each", () => {
    fc.assert(
      fc.property(numbers, (permutation) => {
        const shown = texts({ condition: "ten-interleaved", permutation });
        expect(shown.filter((text) => originals.includes(text))).toEqual(originals);
        expect(shown.filter((text) => borrowed.includes(text))).toEqual(borrowed);
      }),
    );
  });

  it("permute all of them, and find the gold", () => {
    fc.assert(
      fc.property(numbers, (permutation) => {
        const shown = present(key({ permutation }));
        expect(new Set(shown.options.map(({ text }) => text))).toEqual(
          new Set([...originals, ...borrowed]),
        );
        expect(shown.options[shown.goldPos - 1]).toEqual({ text: "7-4", origin: "original" });
        expect(shown.optionsHash).toBe(present(key({ condition: "ten-appended" })).optionsHash);
      }),
    );
  });

  it.each(["ten-interleaved", "ten-permuted"])("spread the gold of %s", (condition) => {
    // Third of five originals among five borrowed: between 3 and 8; permuted anywhere.
    const golds = new Set<number>();
    for (let permutation = 1; permutation <= 300; permutation += 1)
      golds.add(present(key({ condition, permutation })).goldPos);
    const expected =
      condition === "ten-permuted" ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [3, 4, 5, 6, 7, 8];
    expect([...golds].sort((a, b) => a - b)).toEqual(expected);
  });

  it("are frozen: they depend on seed, condition, item and number, and not on the trial", () => {
    expect(texts({ trial: 9 })).toEqual(texts({}));
    expect(texts({ permutation: 2 })).not.toEqual(texts({}));
    const other = presenterOf(fixedSpec({ seed: "43" }), set);
    expect(other(key()).options).not.toEqual(present(key()).options);
  });

  it("show the options as they are stored where there is no condition", () => {
    const stored = set.items[7]!.options.map(({ text }) => text);
    expect(texts({ condition: null, permutation: null })).toEqual(stored);
  });
});

describe("orders that a set keeps", () => {
  const kept = (order: number[], over = {}) => ({
    item_id: "q007",
    condition: "ten-permuted",
    permutation: 1,
    order,
    ...over,
  });
  const show = (presentation: ReturnType<typeof kept>, over: Partial<RequestKey> = {}) =>
    presenterOf(fixedSpec(), fixedSet({ presentations: [presentation] }))(key(over));

  it("come before those of the seed, one by one", () => {
    const order = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    expect(show(kept(order)).options.map(({ text }) => text)).toEqual(
      order.map((index) => `7-${index}`),
    );
    expect(show(kept(order), { permutation: 2 })).toEqual(present(key({ permutation: 2 })));
  });

  it("of the originals alone decide the order that the other conditions keep", () => {
    const order = [8, 0, 2, 4, 6];
    const own = kept(order, { condition: "five-original", permutation: null });
    const shown = show(own, { condition: "ten-appended", permutation: null });
    expect(shown.options.map(({ text }) => text)).toEqual([
      ...order.map((index) => `7-${index}`),
      ...borrowed,
    ]);
    const merged = show(own, { condition: "ten-interleaved" }).options.map(({ text }) => text);
    expect(merged.filter((text) => originals.includes(text))).toEqual(
      order.map((index) => `7-${index}`),
    );
  });

  it("may be of a condition of any name", () => {
    const presentation = kept([4, 0], { condition: "two", permutation: null });
    const over = { condition: "two", permutation: null, n_options: 2 };
    expect(show(presentation, over)).toMatchObject({ goldPos: 1 });
    expect(() => show(presentation, { ...over, item_id: "q008" })).toThrow(
      "item q008, condition two, permutation none: there is nothing to show",
    );
  });

  it("are refused where they cannot be shown", () => {
    const where = "item q007, condition ten-permuted, permutation 1";
    expect(() => show(kept([4, 10]))).toThrow(`${where}: there is no option 10 (there are 10`);
    expect(() => show(kept([4, 4]))).toThrow(`${where}: an option is shown twice`);
    expect(() => show(kept([0, 1]))).toThrow(`${where}: the key is not among the options shown`);
    expect(() => show(kept([4, 1]))).toThrow(`${where}: 2 options, not 10`);
  });
});
