import { describe, expect, it } from "vitest";
import { openNodeEngine } from "@/lib/engine/node";
import { pairedDifference } from "@/lib/stats/paired-items";
import { stageCsv, workspaceOf } from "@/tests/helpers/stage";
import { trials, useSections, type Given } from "@/tests/helpers/sections";
import { report } from "./report";

const sections = useSections();

/** Ten trials an item, right in so many of them. */
const asked = (padding: string, right: readonly number[], given: Given = {}): Given[] =>
  right.flatMap((r, i) => trials(10, r, { padding, item_id: `q${i + 1}`, ...given }));

describe("the change under padding", () => {
  it("has the t interval of the paired differences of item means", async () => {
    await sections.open([...asked("none", [9, 6, 5]), ...asked("symbol:front", [6, 5, 3])]);
    const [row] = await sections.run("padding");
    // Differences -0.3, -0.1, -0.2: mean -0.2, sd 0.1, t(2) = 4.302653.
    const half = (4.302652729749464 * 0.1) / Math.sqrt(3);
    expect(row).toMatchObject({ n_items: 3, item_sets_differ: false });
    expect(row?.delta).toBeCloseTo(-0.2, 12);
    expect(row?.delta_item_ci?.[0]).toBeCloseTo(-0.2 - half, 9);
    expect(row?.delta_item_ci?.[1]).toBeCloseTo(-0.2 + half, 9);
  });

  it("pairs no item whose question is another one under padding", async () => {
    const hashed = (padding: string, right: readonly number[], hash: string | null) =>
      asked(padding, right).map((row) => ({
        ...row,
        item_hash: row.item_id === "q3" ? hash : "same",
      }));
    for (const [one, other] of [
      ["old", "new"],
      ["old", null],
    ] as const) {
      await sections.open([
        ...hashed("none", [9, 6, 5], one),
        ...hashed("symbol:front", [6, 5, 3], other),
      ]);
      const [row] = await sections.run("padding");
      expect(row).toMatchObject({ n_items: 3, item_sets_differ: true, delta_item_ci: null });
      expect(row?.delta).toBeCloseTo(-0.2, 12);
    }
  });
});

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
    const known = (side: ReadonlyMap<string, number | null>) =>
      [...side].flatMap(([item, value]) => (value === null ? [] : [item])).sort();
    expect(padding.length).toBeGreaterThan(10);
    for (const row of padding) {
      const [none, padded] = [sideOf(key(row, "none")), sideOf(key(row, row.padding))];
      const paired = pairedDifference(none, padded);
      const interval = paired.sameItems ? paired.interval : null;
      const same = known(none).join() === known(padded).join();
      expect(row.item_sets_differ).toBe(none.size === 0 ? null : !same);
      expect(row.delta_item_ci === null).toBe(interval === null);
      for (const end of [0, 1] as const)
        expect(row.delta_item_ci?.[end] ?? 0).toBeCloseTo(interval?.[end] ?? 0, 9);
      if (same && none.size > 0) expect(row.delta).toBeCloseTo(paired.mean ?? NaN, 9);
    }
  },
);
