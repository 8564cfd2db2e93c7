import { expect, it } from "vitest";
import { manifestsOf, openWorkspace, response } from "@/tests/helpers/stage";
import type { Filters } from "@/lib/view-state/filters";
import { RUN_PRESENTATIONS } from "./pooled";

it("lists under what a fixed run has scored rows, as far as the filters reach", async () => {
  const rows = [
    { item_id: "q1", condition: "five", section: "law", resp_pos: 1 },
    { item_id: "q1", condition: "ten", section: "law", n_options: 10, resp_pos: 1 },
    { item_id: "q2", condition: "ten", section: "art", n_options: 10, resp_pos: 1 },
    // Nothing was scored under the third, and a repeated run is parted by condition elsewhere.
    { item_id: "q1", condition: "none read", section: "law", outcome: "error" as const },
    ...[1, 2].map((trial) => ({
      run_id: "r2",
      model: "m2",
      condition: "five",
      trial,
      resp_pos: 1,
    })),
  ].map((given) => response(given));
  const workspace = await openWorkspace(rows, manifestsOf(rows));
  const conditions = async (filters: Filters = []) =>
    (await RUN_PRESENTATIONS.run(workspace, { filters })).map((r) => [r.run_id, r.condition]);
  expect(await conditions()).toEqual([
    ["r1", "five"],
    ["r1", "ten"],
  ]);
  expect(await conditions([{ field: "section", values: ["art"] }])).toEqual([["r1", "ten"]]);
  await workspace.engine.close();
});
