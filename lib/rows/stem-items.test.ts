import { afterEach, describe, expect, it } from "vitest";
import type { Workspace } from "@/lib/metrics/workspace";
import { manifestsOf, openWorkspace, response } from "@/tests/helpers/stage";
import type { Given } from "@/tests/helpers/sections";
import { stemItems } from "./stem-items";

const opened: Workspace[] = [];
afterEach(async () => {
  for (const { engine } of opened.splice(0)) await engine.close();
});

async function open(rows: readonly Given[]): Promise<Workspace> {
  const full = rows.map(response);
  const workspace = await openWorkspace(full, manifestsOf(full));
  opened.push(workspace);
  return workspace;
}

describe("the list of stems", () => {
  const rows: Given[] = [
    { item_id: "c", stem_negative: false, section: "s" },
    { item_id: "b", stem_negative: true, trial: 2, permutation: 1, condition: "ten-permuted" },
    { item_id: "b", stem_negative: true, trial: 1, permutation: 2, condition: "ten-permuted" },
    { item_id: "a", stem_negative: true },
    { item_id: "none", stem_negative: null },
  ];

  it("has flagged items first, each with the key of one response, none without a flag", async () => {
    const { items, total } = await stemItems(await open(rows), { filters: [] }, 10);
    expect(total).toBe(3);
    expect(items.map(({ item_id, stem_negative }) => [item_id, stem_negative])).toEqual([
      ["a", true],
      ["b", true],
      ["c", false],
    ]);
    expect(items[1]?.key).toMatchObject({
      item_id: "b",
      condition: "ten-permuted",
      permutation: 2,
      trial: 1,
    });
    expect(items[2]).toMatchObject({ section: "s", evidence: { by: null, forms: [] } });
  });

  it("has an item once, whatever conditions and modes of a run it was asked under", async () => {
    const item = { item_id: "q", stem_negative: true };
    const workspace = await open([
      { ...item, condition: "five-original", n_options: 5, mode: "direct" },
      { ...item, condition: "ten-permuted", n_options: 10, mode: "direct" },
      { ...item, condition: "ten-permuted", n_options: 10, mode: "thinking" },
    ]);
    const { items, total } = await stemItems(workspace, { filters: [] }, 10);
    expect([total, items.map(({ item_id }) => item_id)]).toEqual([1, ["q"]]);
    const thinking = [{ field: "mode" as const, values: ["thinking"] }];
    const [only] = (await stemItems(workspace, { filters: thinking }, 10)).items;
    expect(only?.key).toMatchObject({ condition: "ten-permuted", mode: "thinking" });
  });

  it("goes by the filters, and counts what its limit cuts", async () => {
    const workspace = await open(rows);
    const flagged = await stemItems(workspace, { filters: [{ field: "stem", values: [true] }] }, 1);
    expect(flagged.total).toBe(2);
    expect(flagged.items.map(({ item_id }) => item_id)).toEqual(["a"]);
    const nothing = await stemItems(
      workspace,
      { filters: [{ field: "stem", values: [null] }] },
      10,
    );
    expect(nothing).toEqual({ total: 0, items: [] });
  });
});
