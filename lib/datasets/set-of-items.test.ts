import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { itemFields, type Item } from "@/lib/records/item";
import { ITEMS_IN } from "@/lib/records/store/parquet-sql";
import { setOfItems } from "./set-of-items";
import { faultLine } from "./set-files";
import { contentFaults } from "./verify";

const ABOUT = { name: "MMLU-Pro", language: "en", licence: "Apache-2.0", sources: [], steps: [] };

let engine: Engine;
let items: Item[];
beforeAll(async () => {
  engine = await openNodeEngine();
  const stored = "read_parquet('samples/mmlu-pro/items.parquet')";
  items = await queryRows(engine, itemFields, `SELECT ${ITEMS_IN} FROM ${stored}`);
});
afterAll(() => engine.close());

/** Each stands in two versions, since the publishers' files differ there. */
const CHANGED = ["2453", "8110", "8881", "8884"];

describe("a set of the items that a run brought along", () => {
  it("is sound: each item has the hash that the import gave it", () => {
    const set = setOfItems(
      items.filter((item) => !CHANGED.includes(item.item_id)),
      ABOUT,
    );
    expect(set.items).toHaveLength(573);
    expect(set.items.every((item) => item.item_hash !== null)).toBe(true);
    expect(set.manifest.benchmark).toBe("mmlu-pro");
    expect(contentFaults(set)).toEqual([]);
  });

  it("tells an item of which there are two versions", () => {
    expect(contentFaults(setOfItems(items, ABOUT)).map(faultLine)).toContain(
      "items.parquet, item 8110: item_id stands more than once",
    );
  });

  it("is of one benchmark", () => {
    const other = items.slice(0, 2).map((item, i) => ({ ...item, benchmark: `b${i}` }));
    expect(() => setOfItems(other, ABOUT)).toThrow("items of one benchmark make a set: b0, b1");
  });
});
