import { describe, expect, it } from "vitest";
import { manifest } from "@/tests/helpers/stage";
import { trials, useSections, type Given } from "@/tests/helpers/sections";

const sections = useSections();

/** Ten trials an item of a run at one N; `right` says how many of them are right, item by item. */
const run = (run_id: string, right: readonly number[], given: Given = {}): Given[] =>
  right.flatMap((r, i) =>
    trials(10, r, { run_id, model: `model ${run_id}`, item_id: `q${i + 1}`, ...given }),
  );

describe("repeated runs against each other", () => {
  it("differ by the mean of the differences of item means, with t over items", async () => {
    // Differences a - b: 0.3, 0.1, 0.2; mean 0.2, sd 0.1, t = 2 sqrt 3 with 2 degrees of freedom.
    await sections.open([...run("a", [9, 6, 5]), ...run("b", [6, 5, 3])]);
    const rows = await sections.run("comparisons");
    expect(rows).toHaveLength(1);
    const [row] = rows;
    expect(row).toMatchObject({ run_a: "a", run_b: "b", n_options: 4, n_shared: 3, changed: 0 });
    expect(row?.difference).toBeCloseTo(0.2, 12);
    const half = (4.302652729696142 * 0.1) / Math.sqrt(3);
    expect(row?.ci?.[0]).toBeCloseTo(0.2 - half, 9);
    expect(row?.ci?.[1]).toBeCloseTo(0.2 + half, 9);
    const t = 2 * Math.sqrt(3);
    expect(row?.p).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 9);
    expect(row?.p_holm).toBe(row?.p);
    expect(row?.distinguishable).toBe(false);
  });

  it("of equal results have p 1 and are not distinguishable", async () => {
    await sections.open([...run("a", [9, 6, 5]), ...run("b", [9, 6, 5])]);
    const [row] = await sections.run("comparisons");
    expect(row).toMatchObject({ difference: 0, ci: [0, 0], p: 1, p_holm: 1 });
    expect(row?.distinguishable).toBe(false);
    expect(Object.is(row?.difference, 0)).toBe(true);
  });

  it("pair cell by cell, and say what only one of them has", async () => {
    await sections.open([
      ...run("a", [9, 6, 5, 4]),
      ...run("a", [5, 5], { n_options: 10 }),
      ...run("a", [5, 5], { padding: "symbol:front" }),
      ...run("b", [6, 5]),
      ...run("b", [4, 4, 1], { n_options: 10 }),
    ]);
    const rows = await sections.run("comparisons");
    expect(rows.map((r) => [r.padding, r.n_options, r.n_shared, r.only_a, r.only_b])).toEqual([
      ["none", 4, 2, 2, 0],
      ["none", 10, 2, 0, 1],
    ]);
    expect(rows[1]?.difference).toBeCloseTo(0.1, 12);
  });

  it("adjust p by Holm over all cells of all pairs", async () => {
    await sections.open([
      // Differences 0.3, 0.1, 0.2: t = 2 √3 with 2 degrees of freedom, p = 1 - t / √(2 + t²).
      ...run("a", [9, 6, 5]),
      ...run("b", [6, 5, 3]),
      // 0.2, 0.1, 0: t = √3.
      ...run("a", [5, 5, 5], { n_options: 10 }),
      ...run("b", [3, 4, 5], { n_options: 10 }),
      // 0.4, 0.3, 0.5: t = 4 √3.
      ...run("a", [9, 8, 10], { n_options: 20 }),
      ...run("b", [5, 5, 5], { n_options: 20 }),
    ]);
    const rows = await sections.run("comparisons");
    const expected = [
      [0.0741799002, 2],
      [0.2254033308, 1],
      [0.0202041029, 3],
    ] as const;
    expected.forEach(([p, times], i) => {
      expect(rows[i]?.p).toBeCloseTo(p, 9);
      expect(rows[i]?.p_holm).toBeCloseTo(p * times, 9);
    });
    expect(rows.map((r) => r.distinguishable)).toEqual([false, false, true]);
  });

  it("pair readings of one scorer, and name it", async () => {
    const scored = (id: string, right: readonly number[], scorer: string) =>
      run(id, right, { scorer, model: id.slice(0, 1) });
    await sections.open([
      ...scored("a", [9, 6, 5], "strict-2"),
      ...scored("a again", [8, 6, 5], "index-1"),
      ...scored("b", [6, 5, 3], "strict-2"),
      ...scored("b again", [6, 5, 2], "index-1"),
    ]);
    const rows = await sections.run("comparisons");
    expect(rows.map((r) => [r.run_a, r.run_b, r.scorer])).toEqual([
      ["a", "b", "strict-2"],
      ["a again", "b again", "index-1"],
    ]);
    // Both differ by 0.3, 0.1 and 0.2 in some order; m is two comparisons, not six.
    for (const row of rows) expect(row.p_holm).toBeCloseTo(2 * 0.0741799002, 9);
  });

  it("leave changed questions out", async () => {
    const hashed = (id: string, hash: string) =>
      run(id, [8, 4, 2]).map((row) => ({
        ...row,
        item_hash: row.item_id === "q3" ? hash : "same",
      }));
    await sections.open([...hashed("a", "old"), ...hashed("b", "new")]);
    const [row] = await sections.run("comparisons");
    expect(row).toMatchObject({ n_shared: 2, only_a: 0, only_b: 0, changed: 1, p: 1 });
  });

  it("pair one mode against another, but not where a run has several", async () => {
    const direct = run("a", [9, 6], { mode: "direct" });
    await sections.open([...direct, ...run("b", [5, 5], { mode: "thinking" })]);
    const [row] = await sections.run("comparisons");
    expect(row).toMatchObject({ mode: null, n_shared: 2 });
    await sections.open([
      ...direct,
      ...run("b", [5, 5], { mode: "thinking" }),
      ...run("b", [5, 4], { mode: "direct" }),
    ]);
    const rows = await sections.run("comparisons");
    expect(rows.map((r) => [r.mode, r.difference])).toEqual([["direct", expect.closeTo(0.3, 9)]]);
  });

  it("are compared in pairs of one benchmark, fixed runs elsewhere", async () => {
    const other = run("c", [5, 5], { benchmark: "other" });
    const fixed = ["q1", "q2"].map((item_id) => ({ run_id: "d", model: "d", item_id }));
    const all = [...run("a", [9, 6]), ...run("b", [9, 7]), ...other, ...fixed];
    await sections.open(all, [
      manifest("a", "model a"),
      manifest("b", "model b"),
      manifest("c", "model c", { benchmark: "other" }),
      manifest("d", "d"),
    ]);
    const rows = await sections.run("comparisons");
    expect(rows.map((r) => [r.run_a, r.run_b])).toEqual([["a", "b"]]);
  });
});
