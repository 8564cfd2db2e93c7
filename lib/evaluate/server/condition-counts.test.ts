import { expect, it } from "vitest";
import { cellsOf } from "@/lib/protocol/cells";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "@/lib/protocol/testing";
import { conditionCounts } from "./condition-counts";

it("counts the N, items, orders and requests of each condition", () => {
  const spec = fixedSpec({ trials: 2, paddings: ["none", "symbol:back"], padded_trials: 1 });
  // 20 items; three requests of each order: two trials, and one with a padding; two models.
  expect(conditionCounts(cellsOf(spec, fixedSet()), 2)).toEqual([
    { condition: "five-original", n_options: 5, items: 20, orders: 1, requests: 120 },
    { condition: "ten-appended", n_options: 10, items: 20, orders: 1, requests: 120 },
    { condition: "ten-interleaved", n_options: 10, items: 20, orders: 3, requests: 360 },
    { condition: "ten-permuted", n_options: 10, items: 20, orders: 3, requests: 360 },
  ]);
});

it("reads the items of cells that show the same ones once", () => {
  const cells = cellsOf(fixedSpec({ conditions: ["ten-permuted"], permutations: 24 }), fixedSet());
  let reads = 0;
  const items = new Proxy(cells[0]!.items, {
    get(list, key, receiver) {
      if (key === "0") reads += 1;
      return Reflect.get(list, key, receiver) as unknown;
    },
  });
  const [counts] = conditionCounts(
    cells.map((cell) => ({ ...cell, items })),
    1,
  );
  expect(counts).toMatchObject({ items: 20, orders: 24, requests: 480 });
  expect(reads).toBe(1);
});

it("has none where options are drawn from a pool", () => {
  expect(conditionCounts(cellsOf(sampledSpec(), sampledSet()), 1)).toEqual([]);
});
