import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { build, FOUR } from "@/lib/datasets/augment/testing";
import { writeItemSet } from "@/lib/datasets/store";
import { manifest } from "@/tests/helpers/stage";
import { itemSetsOf } from "./item-sets";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-item-sets-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const asked = (run: string, hash: string | null) => manifest(run, "m", { benchmark_hash: hash });

it("tells of each set that runs were asked, once, with its runs", async () => {
  const { parts } = await build(FOUR);
  const { hash } = await writeItemSet(dir, parts);
  const { itemSets, warnings } = await itemSetsOf(
    [asked("one", hash), asked("two", hash), asked("other", null), asked("gone", "0".repeat(16))],
    dir,
  );
  expect(warnings).toEqual([]);
  expect(itemSets).toHaveLength(1);
  const [{ set, lending } = { set: null, lending: [] }] = itemSets;
  // Four questions of one section: every donor is an item, and lends by the order of alikeness.
  expect(set).toMatchObject({
    set_hash: hash,
    benchmark: "b",
    name: "B",
    runs: '["one","two"]',
    items: 4,
    additions: 20,
    from_selected: 20,
    items_with_selected: 4,
    repeated_stems: 0,
  });
  expect(lending.reduce((sum, row) => sum + row.donors, 0)).toBe(set?.donors);
  const several = lending.filter(({ items }) => items > 1);
  expect(several.reduce((sum, row) => sum + row.donors, 0)).toBe(set?.shared_donors);
});

it("leaves a broken set out, and says so with its runs", async () => {
  const { parts } = await build(FOUR);
  const { hash } = await writeItemSet(dir, parts);
  await writeFile(join(dir, hash, "provenance.parquet"), "no table");
  const { itemSets, warnings } = await itemSetsOf([asked("one", hash)], dir);
  expect(itemSets).toEqual([]);
  expect(warnings).toMatchObject([{ code: "broken_item_set", runs: ["one"] }]);
});
