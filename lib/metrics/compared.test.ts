import { afterEach, describe, expect, it } from "vitest";
import { manifestsOf, openWorkspace, response } from "@/tests/helpers/stage";
import { times, trials, type Given } from "@/tests/helpers/sections";
import { compared } from "./compared";
import { unpairedItems } from "./unpaired";
import type { Workspace } from "./workspace";

let workspace: Workspace;
afterEach(() => workspace.engine.close());

const side = (id: string, runs: readonly string[] = [id]) => ({ id, runs });
const AB = [side("a"), side("b")];

async function open(rows: readonly Given[]): Promise<void> {
  const full = rows.map(response);
  workspace = await openWorkspace(full, manifestsOf(full));
}
const compare = (sides = AB) =>
  compared(workspace, { filters: [] }, { sides, whole: false, pairs: "all" });
const unpaired = (sides = AB, reach?: "all") =>
  unpairedItems(sides, reach).run(workspace, { filters: [] });

/** A fixed run: right or wrong on q1, q2, … */
const fixed = (run_id: string, right: readonly number[], given: Given = {}): Given[] =>
  right.map((r, i) => ({
    run_id,
    model: `model ${run_id}`,
    item_id: `q${i + 1}`,
    resp_pos: r === 1 ? 1 : 2,
    ...given,
  }));
const ones = (n: number) => times(n, () => 1);
const zeros = (n: number) => times(n, () => 0);

describe("sides that the reader chose", () => {
  it("differ by 8 points: 70 both, 10 and 2 alone, 18 neither", async () => {
    const a = [...ones(80), ...zeros(20)];
    const b = [...ones(70), ...zeros(10), ...ones(2), ...zeros(18)];
    await open([...fixed("a", a), ...fixed("b", b)]);
    // The base is b: a is 8 points ahead.
    const [row] = await compare([side("b"), side("a")]);
    expect(row).toMatchObject({ both: 70, gained: 10, lost: 2, neither: 18, method: "wald" });
    expect(row?.change).toBeCloseTo(0.08, 12);
    expect(row?.p).toBeCloseTo(0.0386, 4);
    expect(row?.accuracy_b).toBeCloseTo(0.8, 12);
    const half = (1.959963984540054 * Math.sqrt(12 - 64 / 100)) / 100;
    expect(row?.interval?.[0]).toBeCloseTo(0.08 - half, 12);
  });

  it("share q1 to q6 of ten and six items", async () => {
    await open([...fixed("a", ones(10)), ...fixed("b", ones(6))]);
    const [row] = await compare();
    expect(row).toMatchObject({ n_shared: 6, only_a: 4, only_b: 0, changed: 0, p: 1, by_id: 6 });
    const rows = await unpaired();
    expect(rows.map((r) => [r.kind, r.item_id, r.total])).toEqual(
      ["q10", "q7", "q8", "q9"].map((item) => ["only_a", item, 4]),
    );
  });

  it("list the first thousand items for a screen, and all for a file", async () => {
    await open([...fixed("a", ones(1203)), ...fixed("b", ones(1))]);
    const first = await unpaired();
    expect([first.length, first[0]?.total]).toEqual([1000, 1202]);
    const all = await unpaired(AB, "all");
    expect(new Set(all.map((row) => row.item_id)).size).toBe(1202);
  });

  it("list items of one id whose question changed", async () => {
    const hashed = (id: string, hash: string) =>
      fixed(id, [1, 1, 0]).map((row, i) => ({ ...row, item_hash: i === 1 ? hash : "same" }));
    await open([...hashed("a", "old"), ...hashed("b", "new")]);
    const [row] = await compare();
    expect(row).toMatchObject({ n_shared: 2, changed: 1, by_id: 0 });
    expect(await unpaired()).toMatchObject([{ kind: "changed", item_id: "q2", n_cells: 1 }]);
  });

  it("count one trial against two, right and wrong, as one half", async () => {
    const twice = [...fixed("b", [1, 1]), ...fixed("b", [0, 1], { trial: 2 })];
    await open([...fixed("a", [1, 1]), ...twice]);
    const [row] = await compare();
    expect(row).toMatchObject({ n_shared: 2, accuracy_a: 1, accuracy_b: 0.75, method: "t" });
    expect(row?.change).toBe(-0.25);
    expect(row?.p).toBeCloseTo(0.5, 12);
  });

  /** A repeated run: two trials an item at each N, all right or all wrong there. */
  const repeated = (run_id: string, rightAt: Readonly<Record<number, boolean>>): Given[] =>
    Object.entries(rightAt).flatMap(([n, right]) =>
      times(3, (i) =>
        trials(2, right ? 2 : 0, {
          run_id,
          model: `model ${run_id}`,
          item_id: `q${i + 1}`,
          n_options: Number(n),
        }),
      ).flat(),
    );

  it("fixed against repeated meet at the N of the fixed one alone", async () => {
    await open([
      ...fixed("f", ones(3), { n_options: 10 }),
      ...repeated("r", { 10: true, 50: false, 100: false }),
    ]);
    for (const sides of [
      [side("f"), side("r")],
      [side("r"), side("f")],
    ]) {
      const rows = await compare(sides);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        n_options: 10,
        n_shared: 3,
        accuracy_a: 1,
        accuracy_b: 1,
        change: 0,
        p: 1,
        only_a: 0,
        only_b: 0,
        other_n: 0,
      });
      expect(await unpaired(sides)).toEqual([]);
    }
  });

  it("fixed against repeated compare each item at its own N, and say which has none", async () => {
    await open([
      ...[10, 50, 20].flatMap((n_options, i) => fixed("f", ones(3), { n_options }).slice(i, i + 1)),
      ...repeated("r", { 10: true, 50: false }),
    ]);
    const sides = [side("f"), side("r")];
    const [row] = await compare(sides);
    // q1 at N = 10: right and right; q2 at N = 50: right and wrong; q3 was not asked at N = 20.
    expect(row).toMatchObject({
      n_options: null,
      n_differs: false,
      n_shared: 2,
      both: 1,
      lost: 1,
      change: -0.5,
      other_n: 1,
      only_a: 0,
      only_b: 0,
    });
    expect(await unpaired(sides)).toMatchObject([
      { kind: "other_n", item_id: "q3", n_cells: 1, total: 1 },
    ]);
  });

  it("fixed at different N are told on the scale of NA, too", async () => {
    await open([
      ...fixed("a", [1, 1, 0, 0], { n_options: 5 }),
      ...fixed("b", [1, 0, 1, 0], { n_options: 10 }),
    ]);
    const [row] = await compare();
    expect(row).toMatchObject({ n_options: null, n_differs: true, change: 0, p: 1 });
    // NA of a wrong answer is -1/4 at N = 5 and -1/9 at N = 10: d = 0, -10/9, 5/4, 5/36.
    expect(row?.na.change).toBeCloseTo(4 / 9 - 0.375, 12);
    expect(row?.na.interval?.[0]).toBeCloseTo(0.06944444444 - 1.5364625055, 8);
    expect(row?.na.interval?.[1]).toBeCloseTo(0.06944444444 + 1.5364625055, 8);
  });

  it("pool the runs of one side", async () => {
    const run = (id: string, right: number, trial: number): Given[] =>
      trials(10, right, { run_id: id, model: "m", item_id: "q1" }).map((row) => ({
        ...row,
        trial: (row.trial ?? 1) + trial,
      }));
    const other = trials(10, 5, { run_id: "c", model: "other", item_id: "q1" });
    await open([...run("a1", 8, 0), ...run("a2", 4, 10), ...other]);
    const [row] = await compare([side("m", ["a1", "a2"]), side("c")]);
    expect(row).toMatchObject({ side_a: "m", n_shared: 1, interval: null, p: null });
    expect(row?.change).toBeCloseTo(0.5 - 12 / 20, 12);
  });

  it("of another benchmark share nothing, and each item is told", async () => {
    await open([...fixed("a", [1]), ...fixed("b", [1], { benchmark: "other" })]);
    const [row] = await compare();
    expect(row).toMatchObject({ n_shared: 0, only_a: 1, only_b: 1, change: null, p: null });
    expect((await unpaired()).map((r) => r.kind)).toEqual(["only_a", "only_b"]);
  });
});
