import { afterAll, beforeAll, expect, it } from "vitest";
import { buildSource } from "@/lib/cubes/build";
import { nextIndex, uniteSources } from "@/lib/cubes/views";
import { openNodeEngine } from "@/lib/engine/node";
import { trials } from "@/tests/helpers/sections";
import { manifestsOf, response, stageRows } from "@/tests/helpers/stage";
import type { Filters } from "@/lib/view-state/filters";
import { hiddenSources } from "./hidden-sources";
import type { Workspace } from "./workspace";

let workspace: Workspace;

/** A source of model m1 at N=4 and, beside it, one of m2 at N=4 and 10, sections s and t. */
beforeAll(async () => {
  const engine = await openNodeEngine();
  const given = [
    trials(2, 1, { run_id: "a", model: "m1", section: "s" }),
    [
      ...trials(2, 1, { run_id: "b", model: "m2", section: "s" }),
      ...trials(2, 1, { run_id: "b", model: "m2", section: "t", item_id: "i2", n_options: 10 }),
    ],
  ];
  const sources = [];
  for (const [i, rows] of given.entries()) {
    const full = rows.map(response);
    await stageRows(engine, full);
    const place = { catalog: "memory", schema: `s${i}` };
    await buildSource(engine, {
      cubes: place,
      firstIx: await nextIndex(engine),
      manifests: manifestsOf(full),
    });
    sources.push({ cubes: place, rows: place });
    await uniteSources(engine, sources);
  }
  workspace = { engine, ensureRows: () => Promise.resolve() };
});
afterAll(() => workspace.engine.close());

const hidden = (...filters: Filters) => hiddenSources(workspace, { filters });

it("names what of the filters leaves nothing of a source", async () => {
  expect(await hidden({ field: "model", values: ["m1"] })).toEqual([{ source: 1, by: ["model"] }]);
  expect(
    await hidden({ field: "n_options", values: [4] }, { field: "model", values: ["m1"] }),
  ).toEqual([{ source: 1, by: ["model"] }]);
  expect(
    await hidden({ field: "section", values: ["t"] }, { field: "model", values: ["m1"] }),
  ).toEqual([
    { source: 0, by: ["section"] },
    { source: 1, by: ["model"] },
  ]);
});

it("names all filters where only several together leave nothing", async () => {
  expect(
    await hidden({ field: "section", values: ["t"] }, { field: "n_options", values: [4] }),
  ).toEqual([
    { source: 0, by: ["section"] },
    { source: 1, by: ["section", "n_options"] },
  ]);
});

it("says nothing where something is left of every source", async () => {
  expect(await hidden()).toEqual([]);
  expect(await hidden({ field: "section", values: ["s"] })).toEqual([]);
});
