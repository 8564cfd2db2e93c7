import { expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { pairedDifference } from "@/lib/stats/paired-items";
import { stageCsv, workspaceOf } from "@/tests/helpers/stage";
import { report } from "./report";

it.each(["massive", "edges"])(
  "the change of %s.csv and its interval are those of the item means, item by item",
  async (name) => {
    const engine = await openNodeEngine();
    const manifests = await stageCsv(engine, `tests/fixtures/${name}.csv`);
    const workspace = await workspaceOf(engine, manifests);
    const { padding = [], items = [] } = await report(workspace, { filters: [] }, [
      "padding",
      "items",
    ]);
    await engine.close();
    type Cell = Pick<(typeof padding)[number], "series_id" | "environment" | "n_options">;
    const key = (row: Cell, padded: string) =>
      [row.series_id, row.environment, row.n_options, padded].join("|");
    const byCell = Map.groupBy(items, (row) => key(row, row.padding));
    const sideOf = (cell: string) =>
      new Map((byCell.get(cell) ?? []).map((row) => [row.item_id, row.accuracy]));
    const asked = (side: ReadonlyMap<string, number | null>) =>
      [...side].flatMap(([item, value]) => (value === null ? [] : [item])).sort();
    expect(padding.length).toBeGreaterThan(10);
    for (const row of padding) {
      const [none, padded] = [sideOf(key(row, "none")), sideOf(key(row, row.padding))];
      const paired = pairedDifference(none, padded);
      const same = asked(none).join() === asked(padded).join();
      expect(row.item_sets_differ).toBe(none.size === 0 ? null : !same);
      expect(row.delta_item_ci === null).toBe(paired.interval === null);
      for (const end of [0, 1] as const)
        expect(row.delta_item_ci?.[end] ?? 0).toBeCloseTo(paired.interval?.[end] ?? 0, 9);
      if (same && none.size > 0) expect(row.delta).toBeCloseTo(paired.mean ?? NaN, 9);
    }
  },
);
