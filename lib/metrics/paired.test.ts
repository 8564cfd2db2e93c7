import { afterEach, describe, expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { manifestsOf, openWorkspace, response } from "@/tests/helpers/stage";
import { times, type Given } from "@/tests/helpers/sections";
import { PAIRED_RUNS } from "./paired";
import { METRICS } from "./registry";
import type { Workspace } from "./workspace";

let workspace: Workspace;
afterEach(() => workspace.engine.close());

/** Rows of run `run_id`, right or wrong on q1, q2, … */
const run = (run_id: string, right: readonly (0 | 1)[], given: Given = {}): Given[] =>
  right.map((r, i) => ({
    run_id,
    model: `model ${run_id}`,
    item_id: `q${i + 1}`,
    gold_pos: 1,
    resp_pos: r === 1 ? 1 : 2,
    ...given,
  }));

async function compare(rows: readonly Given[], filters: Filters = []) {
  const full = rows.map(response);
  workspace = await openWorkspace(full, manifestsOf(full));
  return PAIRED_RUNS.run(workspace, { filters });
}

describe("two fixed runs", () => {
  it("differ by 8 points with the exact p 0.0386", async () => {
    const [a, b] = [
      [...times(80, () => 1 as const), ...times(20, () => 0 as const)],
      [...times(70, () => 1), ...times(10, () => 0), 1, 1, ...times(18, () => 0)] as (0 | 1)[],
    ];
    const [pair] = await compare([...run("a", a), ...run("b", b)]);
    expect(pair).toMatchObject({ n_shared: 100, both: 70, lost: 10, gained: 2, neither: 18 });
    expect(pair?.change).toBe(-0.08);
    expect(pair?.p).toBeCloseTo(158 / 4096, 12);
  });

  it("cluster repeated permutations by item: an item's orders are averaged before items count", async () => {
    // Right in both orders, in one, in none; the other run is always wrong.
    const orders = (id: string, right: readonly (readonly [0 | 1, 0 | 1])[]) =>
      [0, 1].flatMap((i) =>
        run(
          id,
          right.map((both) => both[i] ?? 0),
          { n_options: 10, condition: "ten-permuted", permutation: i + 1 },
        ),
      );
    const rows = [
      ...orders("a", [
        [1, 1],
        [1, 0],
        [0, 0],
      ]),
      ...orders("b", [
        [0, 0],
        [0, 0],
        [0, 0],
      ]),
    ];
    const [pair] = await compare(rows);
    // Three differences of item means, -1, -0.5 and 0: sd 0.5, t = -sqrt(3) on 2 degrees of freedom,
    // whose two-sided p is 1 - t / sqrt(2 + t²); its 0.975 quantile is 4.302652729911275.
    expect(pair).toMatchObject({ n_shared: 3, change: -0.5 });
    expect(pair?.p).toBeCloseTo(1 - Math.sqrt(3 / 5), 9);
    const half = (4.302652729911275 * 0.5) / Math.sqrt(3);
    expect(pair?.interval?.[0]).toBeCloseTo(-0.5 - half, 9);
    expect(pair?.interval?.[1]).toBeCloseTo(-0.5 + half, 9);

    const [of_a] = (await METRICS.accuracy.run(workspace, { filters: [] })).filter(
      (row) => row.run_id === "a",
    );
    // Six rows are three items: no interval for independent rows.
    expect(of_a).toMatchObject({ n_items: 3, n: 6, correct: 3, accuracy: 0.5, wilson: null });
    const [cell] = (await METRICS.scaling.run(workspace, { filters: [] })).filter(
      (row) => row.model === "model a",
    );
    expect(cell).toMatchObject({ n_items: 3, accuracy: 0.5 });
    expect(cell?.na_item_ci?.[1]).toBeCloseTo((0.5 + half - 0.1) / 0.9, 9);
  });

  it("say how many items only one of them has", async () => {
    const [pair] = await compare([
      ...run(
        "a",
        times(10, () => 1),
      ),
      ...run(
        "b",
        times(6, () => 1),
      ),
    ]);
    expect(pair).toMatchObject({ n_shared: 6, only_a: 4, only_b: 0, changed: 0, p: 1, change: 0 });
    expect(pair?.interval).toEqual([0, 0]);
  });

  it("do not pair another question of the same id", async () => {
    const hashed = (run_id: string, hashes: readonly (string | null)[]) =>
      run(
        run_id,
        hashes.map(() => 1),
      ).map((row, i) => ({ ...row, item_hash: hashes[i] ?? null }));
    const [pair] = await compare([
      ...hashed("a", ["x", "y", null, "z"]),
      ...hashed("b", ["x", "other", null, null]),
    ]);
    expect(pair).toMatchObject({ n_shared: 2, only_a: 0, only_b: 0, changed: 2 });
  });

  it("leave out items that one of them did not score, and pair under the filters", async () => {
    const rows = [...run("a", [1, 1, 0]), ...run("b", [0, 1, 0])];
    const [pair] = await compare([
      ...rows,
      { run_id: "b", model: "model b", item_id: "q4", outcome: "error" },
      { run_id: "a", model: "model a", item_id: "q4", resp_pos: 1 },
    ]);
    expect(pair).toMatchObject({ n_shared: 3, only_a: 1, only_b: 0, lost: 1 });
    await workspace.engine.close();
    const [chosen] = await compare(rows, [{ field: "item", values: ["q2", "q3"] }]);
    expect(chosen).toMatchObject({ n_shared: 2, both: 1, neither: 1, lost: 0, p: 1 });
  });

  it("have nothing to compare without a shared item", async () => {
    const [pair] = await compare([
      ...run("a", [1]),
      { run_id: "b", model: "model b", item_id: "other", resp_pos: 1 },
    ]);
    expect(pair).toMatchObject({ n_shared: 0, only_a: 1, only_b: 1, change: null, interval: null });
  });
});

describe("two fixed runs at different N", () => {
  it("are compared by NA, as they are ranked", async () => {
    // Accuracy 0.60 at N = 5 and 0.55 at N = 10: NA is 0.5 for both.
    const right = (n: number) => times(200, (i): 0 | 1 => (i < n ? 1 : 0));
    const [pair] = await compare([
      ...run("a", right(120), { n_options: 5 }),
      ...run("b", right(110), { n_options: 10 }),
    ]);
    expect(pair).toMatchObject({ scale: "na", n_shared: 200, lost: 10, gained: 0 });
    expect(pair?.change).toBeCloseTo(0, 12);
    expect(pair?.p).toBeCloseTo(1, 6);
    expect(pair?.interval?.[0]).toBeLessThan(0);
    expect(pair?.interval?.[1]).toBeGreaterThan(0);
    await workspace.engine.close();
    // The same answers at one N are 5 points apart, McNemar's p 2 / 1024.
    const [same] = await compare([...run("a", right(120)), ...run("b", right(110))]);
    expect(same).toMatchObject({ scale: "accuracy", change: -0.05, p: 2 / 1024 });
  });
});

describe("a fixed run and a repeated one", () => {
  it("are not ranked against each other, and make no pair", async () => {
    const twice = [...run("b", [1, 1]), ...run("b", [0, 1], { trial: 2 })];
    expect(await compare([...run("a", [1, 1]), ...twice])).toEqual([]);
  });
});
