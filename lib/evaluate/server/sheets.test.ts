import { beforeAll, expect, it } from "vitest";
import { drawSheets, bankOfSet } from "@/lib/audit/bank";
import { build, FOUR } from "@/lib/datasets/augment/testing";
import { itemSetHash } from "@/lib/datasets/hash";
import { BrokenSetError } from "@/lib/datasets/store";
import type { ItemSet } from "@/lib/records/item-set";
import { drawnSheetSchema, drawSheetSchema } from "../contract/sheets";
import { drawSheet, sheetBank, type SheetSets } from "./sheets";

let set: ItemSet;
let sets: SheetSets;
beforeAll(async () => {
  const { parts } = await build(FOUR, { name: "Five and ten" });
  set = { hash: itemSetHash(parts), ...parts };
  sets = {
    list: () => Promise.resolve({ sets: [{ hash: set.hash, manifest: set.manifest }], broken: [] }),
    read: () => Promise.resolve(set),
  };
});

const asked = (over: object = {}) =>
  drawSheetSchema.parse({
    ...{ set: set.hash, condition: "ten-permuted", per_stratum: 3, seed: "42", record_set: "R1" },
    ...over,
  });

it("says what a sheet can be drawn from", async () => {
  expect(await sheetBank(sets, set.hash)).toMatchObject({
    ...{ set: set.hash, benchmark: "b", items: 4, strata: 1 },
    conditions: expect.arrayContaining(["five-original", "ten-permuted"]) as string[],
  });
});

it("draws the very sheet that the command writes, and stores nothing", async () => {
  const { sheets } = drawSheets(bankOfSet(set), {
    ...{ condition: "ten-permuted", perStratum: 3, seed: "42", recordSets: ["R1", "R2"] },
  });
  const drawn = drawnSheetSchema.parse(await drawSheet(sets, asked()));
  expect(drawn).toEqual({ sheet: sheets[0], left_out: [] });
  expect(drawn.sheet.items).toHaveLength(3);
});

it("says in a line why none can be drawn", async () => {
  const why = (of: SheetSets, over: object) => drawSheet(of, asked(over)).catch((e: unknown) => e);
  expect(await why(sets, { condition: null })).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^name the condition whose order is shown: five-/) as string,
  });
  expect(await why(sets, { condition: "none" })).toMatchObject({ status: 422 });
  expect(await why(sets, { set: "0".repeat(16) })).toMatchObject({ status: 404 });
  const fault = { what: "hash", where: "items.parquet", why: "is another" };
  const read = () => Promise.reject(new BrokenSetError("/home/me/sets/x", [fault]));
  expect(await why({ ...sets, read }, {})).toMatchObject({
    status: 409,
    message: "items.parquet: hash is another",
  });
  const kind = { ...set, manifest: { ...set.manifest, kind: "error-identification" as const } };
  expect(await why({ ...sets, read: () => Promise.resolve(kind) }, {})).toMatchObject({
    status: 422,
    message: expect.stringContaining("nothing to audit") as string,
  });
});

it("takes no request that says too little", () => {
  for (const over of [{ set: "../x" }, { per_stratum: 0 }, { per_stratum: 1.5 }, { seed: "" }])
    expect(() => asked(over)).toThrow();
  expect(() => asked({ record_set: "a/b" })).toThrow(/letters, digits/);
});
