import { afterEach, expect, it } from "vitest";
import { METRICS } from "@/lib/metrics/registry";
import type { Workspace } from "@/lib/metrics/workspace";
import { manifestsOf, openWorkspace, response } from "@/tests/helpers/stage";
import { pairedItem } from "./paired-item";

let workspace: Workspace;
afterEach(() => workspace.engine.close());

it("reads one item on both sides of its pair, permutation by permutation", async () => {
  const asked = (run_id: string, condition: string, item_id: string, permutation: number | null) =>
    response({ run_id, condition, item_id, permutation, n_options: 5, resp_pos: 1 });
  const rows = [
    asked("r5", "five", "q'1", null),
    asked("r5", "five", "q2", null),
    asked("r10", "permuted", "q'1", 2),
    asked("r10", "permuted", "q'1", 1),
    asked("r10", "permuted", "q3", 1),
    // Another condition of the same run is no side of the pair.
    asked("r10", "appended", "q'1", null),
  ];
  workspace = await openWorkspace(rows, manifestsOf(rows));
  const pairs = await METRICS.paired.run(workspace, { filters: [] });
  const pair = pairs.find(({ condition_b }) => condition_b === "permuted")!;
  const read = (item: string) => pairedItem(workspace, pair, item, {});
  const [found] = await read("q'1");
  expect(found?.a.map(({ run_id, permutation }) => [run_id, permutation])).toEqual([["r5", null]]);
  expect(found?.b.map(({ run_id, permutation }) => [run_id, permutation])).toEqual([
    ["r10", 1],
    ["r10", 2],
  ]);
  expect(await read("q2")).toMatchObject([{ item_id: "q2", b: [] }]);
  expect(await read("nothing")).toEqual([]);
});
