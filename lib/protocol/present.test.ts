import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { optionsHash } from "@/lib/records/hashes";
import { presenterOf } from "./present";
import type { Presented, RequestKey } from "./presented";
import { sampledSet, sampledSpec } from "./testing";

const set = sampledSet();
const present = presenterOf(sampledSpec(), set);
const nested = presenterOf(sampledSpec({ sampling: "nested" }), set);

const key = (over: Partial<RequestKey> = {}): RequestKey => ({
  item_id: "t000",
  environment: "full",
  n_options: 20,
  padding: "none",
  mode: "direct",
  condition: null,
  permutation: null,
  trial: 1,
  ...over,
});
const texts = (shown: Presented) => shown.options.map(({ text }) => text);
const distractors = (shown: Presented) => texts(shown).toSpliced(shown.goldPos - 1, 1);

const keys = fc
  .record({
    item: fc.integer({ min: 0, max: 19 }),
    environment: fc.constantFrom("easy", "full"),
    n_options: fc.integer({ min: 2, max: 76 }),
    trial: fc.integer({ min: 1, max: 10_000 }),
  })
  .map(({ item, ...rest }) => key({ item_id: set.items[item]!.item_id, ...rest }));

describe.each([
  ["synchronised", present],
  ["nested", nested],
] as const)("%s options", (_, show) => {
  it("are distinct sentences of the environment, without the item's own correct form", () => {
    const levels = { easy: [1, 2], full: [1, 2, 3, 4] };
    const levelOf = new Map(set.pool.map(({ text, level }) => [text, level]));
    fc.assert(
      fc.property(keys, (k) => {
        const shown = show(k);
        const item = set.items.find(({ item_id }) => item_id === k.item_id)!;
        expect(new Set(texts(shown)).size).toBe(k.n_options);
        expect(texts(shown)[shown.goldPos - 1]).toBe(item.target);
        expect(texts(shown)).not.toContain(item.target_base);
        const among = levels[k.environment as "easy" | "full"];
        expect(distractors(shown).every((text) => among.includes(levelOf.get(text)!))).toBe(true);
        expect(shown.options.every(({ origin }) => origin === null)).toBe(true);
        expect(shown.optionsHash).toBe(optionsHash(texts(shown)));
        expect(shown.itemHash).toBe(item.item_hash);
      }),
      { numRuns: 200 },
    );
  });

  it("are the same for all items of a trial, but for one spare in place of a correct form", () => {
    let swapped = 0;
    for (let trial = 1; trial <= 40; trial += 1) {
      const all = set.items.map(({ item_id }) => show(key({ item_id, trial })));
      // Items without a correct form in the pool show what the trial drew.
      const drawn = distractors(all[1]!);
      set.items.forEach(({ target_base }, index) => {
        const shown = all[index]!;
        expect(shown.goldPos).toBe(all[1]!.goldPos);
        const place = drawn.indexOf(target_base ?? "");
        if (place === -1) expect(distractors(shown)).toEqual(drawn);
        else {
          swapped += 1;
          const spare = distractors(shown)[place]!;
          expect(drawn).not.toContain(spare);
          expect(distractors(shown)).toEqual(drawn.with(place, spare));
        }
      });
    }
    expect(swapped).toBeGreaterThan(0);
  });

  it("do not depend on padding, mode or what was asked before", () => {
    fc.assert(
      fc.property(keys, keys, (k, other) => {
        const shown = show(k);
        show(other);
        const again = show({ ...k, padding: "symbol:back", mode: "thinking" });
        expect(texts(again)).toEqual(texts(shown));
        expect(again.goldPos).toBe(shown.goldPos);
      }),
      { numRuns: 50 },
    );
  });

  it("put the gold everywhere alike (chi-squared, 0.1% level)", () => {
    const counts = new Array<number>(10).fill(0);
    for (let trial = 1; trial <= 2000; trial += 1)
      counts[show(key({ n_options: 10, trial })).goldPos - 1]! += 1;
    const statistic = counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
    expect(statistic).toBeLessThan(27.88);
  });
});

describe("nested options", () => {
  it("show among more options all that they show among fewer", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 2, max: 76 }), (k, n_options) => {
        const [few, many] = [k.n_options, n_options].sort((a, b) => a - b);
        const small = distractors(nested({ ...k, n_options: few! }));
        expect(distractors(nested({ ...k, n_options: many! }))).toEqual(
          expect.arrayContaining(small),
        );
      }),
      { numRuns: 200 },
    );
  });

  it("are not what synchronised ones are", () => {
    const shown = (show: typeof present, n: number) => distractors(show(key({ n_options: n })));
    expect(shown(present, 20)).not.toEqual(expect.arrayContaining(shown(present, 4)));
    // The gold stands where it stands whatever the sampling.
    expect(nested(key()).goldPos).toBe(present(key()).goldPos);
  });
});

describe("a pool", () => {
  const pool = set.pool.slice(0, 12);
  const first = pool[0]!;

  it("leaves out what is excluded, equal texts and any item's target", () => {
    const small = sampledSet({
      pool: [
        ...pool.map((sentence, index) => ({ ...sentence, excluded: index < 4 ? "why" : null })),
        { ...first, sentence_id: "s900", text: ` ${pool[5]!.text.replaceAll(" ", "  ")}` },
        { ...first, sentence_id: "s901", text: set.items[3]!.target! },
      ],
    });
    const show = presenterOf(sampledSpec({ option_counts: [9] }), small);
    const shown = show(key({ item_id: "t001", n_options: 9 }));
    expect(new Set(distractors(shown))).toEqual(new Set(pool.slice(4).map(({ text }) => text)));
    expect(() => show(key({ item_id: "t001", n_options: 10 }))).toThrow(
      "10 options need 9 distractors; the pool of environment full holds 8",
    );
  });

  it("does not depend on the order in which it is stored", () => {
    const turned = presenterOf(sampledSpec(), sampledSet({ pool: set.pool.toReversed() }));
    expect(turned(key())).toEqual(present(key()));
  });

  it("that has no spare left refuses an item whose correct form is drawn", () => {
    const show = presenterOf(sampledSpec(), sampledSet({ pool }));
    expect(texts(show(key({ item_id: "t001", n_options: 13 })))).toHaveLength(13);
    expect(() => show(key({ item_id: "t002", n_options: 13 }))).toThrow(
      "item t002: its correct form is among the distractors and the pool has no other sentence left",
    );
  });
});

describe("what is published", () => {
  it("is pinned: another version must show the same", () => {
    const shown = present(key({ n_options: 4 }));
    expect([texts(shown), shown.goldPos, shown.optionsHash]).toMatchInlineSnapshot(`
      [
        [
          "The 1th sentence is right.",
          "The 0th sentense is wrong.",
          "The 138th sentence is right.",
          "The 108th sentence is right.",
        ],
        2,
        "44755898e025fcd4",
      ]
    `);
  });

  it("refuses an item that the set does not have", () => {
    expect(() => present(key({ item_id: "x" }))).toThrow('No item "x" in made for a test');
  });
});
