import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { manifest, openWorkspace, response } from "@/tests/helpers/stage";
import { facets, type FacetField } from "./facets";
import type { Workspace } from "./workspace";

let workspace: Workspace;
beforeAll(async () => {
  const rows = [
    response({ run_id: "a", model: "m1", item_id: "i1", section: "s1", resp_pos: 1 }),
    response({ run_id: "a", model: "m1", item_id: "i2", section: null, outcome: "error" }),
    response({ run_id: "a", model: "m1", item_id: "i1", section: "s1", n_options: 10 }),
    response({ run_id: "b", model: "m2", item_id: "i1", section: "s1", stem_negative: true }),
    response({ run_id: "c", model: "m1", item_id: "i1", section: "s1", scorer: "publisher" }),
  ];
  workspace = await openWorkspace(rows, [
    manifest("a", "m1"),
    manifest("b", "m2"),
    manifest("c", "m1", { scorer: "publisher" }),
  ]);
});
afterAll(() => workspace.engine.close());

async function of(field: FacetField, filters: Filters = []) {
  const facet = (await facets(workspace, { filters })).find((f) => f.field === field);
  return facet?.values.map(({ value, n }) => [value, n]);
}

describe("facets", () => {
  it("count responses of every outcome, diagnostic scorers left out", async () => {
    expect(await of("model")).toEqual([
      ["m1", 3],
      ["m2", 1],
    ]);
    expect(await of("n_options")).toEqual([
      [4, 3],
      [10, 1],
    ]);
  });
  it("name diagnostic scorers where they can be chosen", async () => {
    expect(await of("scorer")).toEqual([
      ["given", 4],
      ["publisher", 1],
    ]);
    expect(await of("run")).toEqual([
      ["a", 3],
      ["b", 1],
      ["c", 1],
    ]);
  });
  it("count under the other filters, not under their own", async () => {
    const filters: Filters = [
      { field: "model", values: ["m1"] },
      { field: "n_options", values: [4] },
    ];
    expect(await of("model", filters)).toEqual([
      ["m1", 2],
      ["m2", 1],
    ]);
    expect(await of("n_options", filters)).toEqual([
      [4, 2],
      [10, 1],
    ]);
  });
  it("put what is not stated last, and keep a chosen value that nothing is left of", async () => {
    expect(await of("section")).toEqual([
      ["s1", 3],
      [null, 1],
    ]);
    expect(
      await of("section", [
        { field: "model", values: ["m2"] },
        { field: "section", values: [null] },
      ]),
    ).toEqual([
      ["s1", 1],
      [null, 0],
    ]);
  });
  it("follow an item filter everywhere but in the items themselves", async () => {
    const filters: Filters = [{ field: "item", values: ["i2"] }];
    expect(await of("model", filters)).toEqual([["m1", 1]]);
    expect(await of("item", filters)).toEqual([
      ["i1", 3],
      ["i2", 1],
    ]);
  });
});
