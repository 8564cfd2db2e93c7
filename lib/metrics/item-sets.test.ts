import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSource } from "@/lib/cubes/build";
import type { ItemSetFacts } from "@/lib/cubes/item-sets";
import { uniteSources } from "@/lib/cubes/views";
import { openNodeEngine } from "@/lib/engine/node";
import { manifestsOf, response, stageRows } from "@/tests/helpers/stage";
import { ITEM_SETS } from "./item-sets";
import type { Workspace } from "./workspace";

const FACTS: ItemSetFacts = {
  set: {
    set_hash: "aa",
    benchmark: "b",
    name: "it's a set",
    runs: '["r1","r2"]',
    items: 3,
    additions: 5,
    donors: 3,
    shared_donors: 1,
    items_sharing_donors: 2,
    from_selected: 1,
    items_with_selected: 1,
    cross_split: null,
    repeated_stems: 2,
    stems_in_another_split: null,
  },
  lending: [
    { set_hash: "aa", items: 1, donors: 2 },
    { set_hash: "aa", items: 2, donors: 1 },
  ],
};

let workspace: Workspace;
beforeAll(async () => {
  const rows = ["r1", "r2", "r3"].map((run_id) => response({ run_id, model: `m of ${run_id}` }));
  const engine = await openNodeEngine();
  await stageRows(engine, rows);
  const cubes = { catalog: "memory", schema: "s0" };
  await buildSource(engine, { cubes, firstIx: 0, manifests: manifestsOf(rows), itemSets: [FACTS] });
  await uniteSources(engine, [{ cubes, rows: cubes }]);
  workspace = { engine, ensureRows: () => Promise.resolve() };
});
afterAll(() => workspace.engine.close());

const setsOf = async (...models: string[]) =>
  (await ITEM_SETS.run(workspace, { filters: [{ field: "model", values: models }] }))[0]?.sets;

it("has the sets of the runs in scope, with those of their runs, and null for what is not known", async () => {
  expect(await setsOf("m of r2", "m of r3")).toEqual([
    {
      ...FACTS.set,
      runs: ["r1", "r2"],
      inScope: ["r2"],
      lending: [
        { items: 1, donors: 2 },
        { items: 2, donors: 1 },
      ],
    },
  ]);
  expect(await setsOf("m of r3")).toEqual([]);
  // No run at all is another thing than runs without a set.
  expect(await setsOf("nobody")).toBeUndefined();
});
