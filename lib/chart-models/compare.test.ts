import { describe, expect, it } from "vitest";
import type { ComparedRow } from "@/lib/metrics/compared";
import { catalogRow, compareSide } from "@/tests/chart-rows";
import { differencesOf, prepareDifferences } from "./compare";
import {
  differenceSentence,
  differingSentences,
  incompleteSentences,
  leadingDifferences,
  obstacleSentences,
  severalSentence,
} from "./compare-sentences";
import { chooseSides } from "./compare-sides";
import { comparisonTable } from "./compare-table";
import { cellText } from "./table-text";

const SIDES = [compareSide("a"), compareSide("b"), compareSide("c")];
const FACTS = new Map([["b", { planned: 300, missing: 12 }]]);

const row = (given: Partial<ComparedRow> = {}): ComparedRow => ({
  side_a: "a",
  side_b: "b",
  benchmark: "x",
  scorer: "given",
  environment: "full",
  padding: "none",
  mode: null,
  condition: null,
  n_options: 100,
  n_differs: false,
  mode_differs: false,
  condition_differs: false,
  repeated: true,
  n_shared: 30,
  by_id: 0,
  only_a: 1,
  only_b: 2,
  changed: 3,
  other_n: 0,
  both: 0,
  lost: 0,
  gained: 0,
  neither: 0,
  accuracy_a: 0.5,
  accuracy_b: 0.542,
  change: 0.042,
  interval: [0.012, 0.072],
  p: 0.0079,
  method: "t",
  na: { change: 0.042, interval: [0.012, 0.072], p: 0.0079 },
  ...given,
});
const first = (given: Partial<ComparedRow> = {}) => differencesOf([row(given)], SIDES)[0]!;

describe("a comparison in words", () => {
  it("names who is ahead, by how much, with interval, items and p", () => {
    expect(differenceSentence(first(), "full", new Map())).toBe(
      "B is 4.2 points ahead of A [+1.2, +7.2] on 30 shared items (at N=100, full), p = 0.0079.",
    );
    const behind = first({ change: -0.042, interval: [-0.072, -0.012] });
    expect(differenceSentence(behind, "", new Map())).toBe(
      "A is 4.2 points ahead of B [+1.2, +7.2] on 30 shared items (at N=100), p = 0.0079.",
    );
  });
  it("says “not distinguishable” where the interval covers 0, or p is 0.05 or more", () => {
    const covers = first({ interval: [-0.01, 0.094], p: 0.11 });
    expect(differenceSentence(covers, "full", new Map())).toBe(
      "B and A are not distinguishable: B +4.2 points [−1.0, +9.4] on 30 shared items (at N=100, full), p = 0.11.",
    );
    expect(differenceSentence(first({ p: 0.05 }), "", new Map())).toContain("not distinguishable");
    const same = first({ change: 0, interval: [0, 0], p: 1 });
    expect(differenceSentence(same, "", new Map())).toContain("0.0 points [0.0, 0.0]");
  });
  it("marks incomplete sides, and says what is missing", () => {
    expect(differenceSentence(first(), "", FACTS)).toMatch(/p = 0\.0079; incomplete: B\.$/);
    expect(incompleteSentences(SIDES, FACTS)).toEqual([
      "B is incomplete: it lacks 12 of 300 planned rows.",
    ]);
    const table = comparisonTable([first()], FACTS);
    expect(table.rows[0]?.cells.incomplete?.value).toBe("side");
    expect(table.columns.find((c) => c.id === "incomplete")?.exportOnly).toBe(false);
  });
  it("has nothing to say of sides without a shared item", () => {
    const none = first({ n_shared: 0, change: null, interval: null, p: null });
    expect(differenceSentence(none, "", new Map())).toBe("B and A share no item (at N=100).");
  });
  it("names first what makes two sides not comparable", () => {
    const obstacles = [{ a: "a", b: "b", why: ["prompt", "scorer"] }];
    expect(
      obstacleSentences(obstacles, SIDES, differencesOf([row({ mode_differs: true })], SIDES)),
    ).toEqual(["A and B are not comparable: they differ in prompt, scorer and mode."]);
    const all = [
      ...obstacles,
      { a: "a", b: "c", why: ["prompt", "scorer"] },
      { a: "b", b: "c", why: ["prompt", "scorer"] },
    ];
    expect(obstacleSentences(all, SIDES, [])).toEqual([
      "A, B and C are not comparable: they differ in prompt and scorer.",
    ]);
  });
  it("names what is compared without calling it an obstacle", () => {
    const differ = { condition: null, condition_differs: true, n_options: null, n_differs: true };
    const differences = differencesOf(
      [row(differ), row({ ...differ, environment: "easy" }), row({ side_b: "c" })],
      SIDES,
    );
    expect(obstacleSentences([], SIDES, differences)).toEqual([]);
    expect(differingSentences(SIDES, differences)).toEqual([
      "A and B differ in condition, which is part of what is compared.",
      "A and B were asked at different N: the difference of accuracy is not corrected for chance.",
    ]);
    expect(differenceSentence(differences[0]!, "", new Map())).toContain(
      "on 30 shared items (each side at its own N)",
    );
  });
  it("leads with the highest N of each panel", () => {
    const rows = [row({ n_options: 4 }), row(), row({ environment: "easy", n_options: 50 })];
    const leading = leadingDifferences(differencesOf(rows, SIDES), SIDES[0]);
    expect(leading.map((l) => [l.title, l.difference.row.n_options])).toEqual([
      ["full", 100],
      ["easy", 50],
    ]);
  });
});

describe("the table of comparisons", () => {
  it("holds points, p and Holm over all its rows", () => {
    const differences = differencesOf([row(), row({ n_options: 4, p: 0.03 })], SIDES);
    const table = comparisonTable(differences, new Map());
    const text = (i: number, id: string) =>
      cellText(
        table.columns.find((c) => c.id === id)!,
        table.rows[i]?.cells[id],
      );
    expect(text(0, "difference_pp")).toBe("+4.2");
    expect(text(0, "ci_pp")).toBe("[+1.2, +7.2]");
    expect(text(0, "p")).toBe("0.0079");
    expect(text(0, "p_holm")).toBe("0.016");
    expect(text(1, "p_holm")).toBe("0.030");
    expect(text(0, "verdict")).toBe("ahead");
    expect([text(0, "only_side"), text(0, "only_against"), text(0, "changed")]).toEqual([
      "2",
      "1",
      "3",
    ]);
    expect(table.columns.find((c) => c.id === "both")?.exportOnly).toBe(true);
    expect(severalSentence(differences)).toContain("0.05/2 = 0.025, and 1 of the p is below it");
  });
  it("says on which side of Bonferroni’s threshold a p lies where its digits do not", () => {
    // 0.05/60 = 0.000833: both are "< 0.001".
    const many = Array.from({ length: 60 }, (_, i) =>
      row({ n_options: i + 2, p: [0.0009, 0.0007][i] ?? 0.2 }),
    );
    const asides = (rows: readonly ComparedRow[]) =>
      comparisonTable(differencesOf(rows, SIDES), new Map()).rows.map(
        ({ cells }) => cells.p?.aside,
      );
    expect(asides(many).slice(0, 3)).toEqual(["not below 0.05/60", "below 0.05/60", undefined]);
    expect(severalSentence(differencesOf(many, SIDES))).toContain("and 1 of the p is below it");
    // 0.05/7 = 0.00714 reads as 0.0071, as do p on both sides of it.
    const seven = Array.from({ length: 7 }, (_, i) =>
      row({ n_options: i + 2, p: [0.00712, 0.007145][i] ?? 0.2 }),
    );
    expect(asides(seven).slice(0, 2)).toEqual(["below 0.05/7", "not below 0.05/7"]);
    expect(asides([row({ p: 0.0004 })])).toEqual([undefined]);
  });
  it("never rounds a p across the level that its verdict stands on", () => {
    const ahead = first({ p: 0.0497 });
    expect(differenceSentence(ahead, "", new Map())).toMatch(/ahead of A .*p = 0\.0497\.$/);
  });
  it("says why a comparison has no one N, and what has no common one", () => {
    const rows = [
      row({ n_options: null, repeated: false, other_n: 4 }),
      row({ n_options: null, repeated: false, n_differs: true, environment: "easy" }),
    ];
    const table = comparisonTable(differencesOf(rows, SIDES), new Map());
    expect(table.rows.map((own) => own.cells.n_options?.reason)).toEqual([
      "Each item has its own N.",
      "The sides have an item at different N.",
    ]);
    expect(table.rows[0]?.cells.other_n?.value).toBe(4);
    expect(table.columns.find((c) => c.id === "other_n")?.exportOnly).toBe(false);
  });
  it("says where a difference does not outlive Holm", () => {
    const rows = [0.04, 0.5].map((p, i) => row({ p, n_options: 4 + i }));
    const table = comparisonTable(differencesOf(rows, SIDES), new Map());
    expect(table.rows[0]?.cells.verdict).toEqual({ value: "ahead", aside: "not after Holm" });
  });
});

describe("the chart of differences", () => {
  it("draws every side against the base alone, in points, a panel an environment", () => {
    const rows = [
      row(),
      row({ n_options: 4 }),
      row({ side_b: "c", environment: "easy" }),
      row({ side_a: "b", side_b: "c" }),
    ];
    const differences = differencesOf(rows, SIDES);
    const figure = prepareDifferences(differences, SIDES, "n")!;
    expect(figure.panels.map((p) => [p.title, p.series.map((s) => s.id)])).toEqual([
      ["full", ["b"]],
      ["easy", ["c"]],
    ]);
    const [point] = figure.panels[0]!.series[0]!.points;
    expect(point).toMatchObject({ x: 4, y: 4.2, n: 30 });
    expect(figure.y.domain[0]).toBeLessThanOrEqual(0);
    expect(figure.panels[0]!.levels).toEqual([{ y: 0, label: "no difference" }]);
    expect(prepareDifferences(differences, SIDES, "side")).toBeNull();
    // Fixed questions stand side by side, whether they have one N or several.
    for (const n_options of [10, null]) {
      const fixed = differencesOf([row({ n_options, repeated: false })], SIDES);
      const bySide = prepareDifferences(fixed, SIDES, "side");
      expect(bySide?.x.ticks.map((t) => t.label)).toEqual(["B", "C"]);
      expect(bySide?.panels[0]?.series[0]?.points[0]?.x).toBe(1);
      expect(prepareDifferences(fixed, SIDES, "n")).toBeNull();
    }
  });
});

describe("the choice of sides", () => {
  const cells = ["d", "b", "a", "c"].map((model) => catalogRow({ model, run_id: `run-${model}` }));
  const other = ["x", "y"].map((m) => catalogRow({ model: m, run_id: m, benchmark: "z" }));
  const choose = (by: "model" | "run", named: string[], catalog = [...other, ...cells]) =>
    chooseSides(catalog, [], by, named, new Map());

  it("is the first three of the largest benchmark, until the link names some", () => {
    expect(choose("model", []).sides.map((s) => s.id)).toEqual(["a", "b", "c"]);
    const named = choose("model", ["d", "no such", "x"]);
    expect(named.sides.map((s) => s.id)).toEqual(["d", "x"]);
    expect(named.unknown).toEqual(["no such"]);
    expect(choose("run", ["run-d"]).sides[0]).toMatchObject({
      label: "run-d",
      runs: ["run-d"],
      select: [{ field: "run", values: ["run-d"] }],
    });
  });
  it("takes of each model the series of the benchmark that most have", () => {
    const cell = (model: string, benchmark: string, n_options: number) =>
      catalogRow({
        model,
        benchmark,
        n_options,
        run_id: `${model} on ${benchmark}`,
        series_id: `${model} on ${benchmark}`,
      });
    const catalogOf = [
      cell("a", "x", 4),
      cell("a", "x", 10),
      cell("a", "y", 4),
      cell("b", "y", 4),
      cell("c", "y", 4),
      cell("d", "x", 4),
      cell("d", "x", 10),
    ];
    for (const named of [[], ["a", "b", "c"]]) {
      const { sides } = choose("model", named, catalogOf);
      expect(sides.map((s) => s.runs)).toEqual([["a on y"], ["b on y"], ["c on y"]]);
      expect(sides[0]?.apart).toEqual(["a on x"]);
    }
    // Named ones that have another benchmark in common; one that has it not keeps its own.
    const { sides } = choose("model", ["a", "d", "b"], catalogOf);
    expect(sides.map((s) => s.runs)).toEqual([["a on x"], ["d on x"], ["b on y"]]);
  });
  it("never pools runs of a model that are not comparable", () => {
    const apart = catalogRow({ model: "a", run_id: "hot", series_id: "hot" });
    const more = catalogRow({ model: "a", run_id: "run-a", n_options: 10 });
    const { sides } = choose("model", ["a", "b"], [...cells, more, apart]);
    expect(sides[0]).toMatchObject({ runs: ["run-a"], apart: ["hot"] });
    expect(obstacleSentences([], sides, [])).toEqual([
      "a has 1 run that is not comparable with those shown: compare by run to see it.",
    ]);
  });
});
