import { describe, expect, it } from "vitest";
import { accuracyRow, bubbleRow, itemRow, scalingRow } from "@/tests/chart-rows";
import { prepareOverview, type OverviewInput } from "./overview";
import type { PairedRow } from "@/lib/metrics/paired";
import { groupStarts, overviewTable } from "./overview-table";
import { itemScores } from "./item-scores";
import { tieGroups } from "./ties";

const input: OverviewInput = {
  scaling: [],
  bubble: [],
  items: [],
  accuracy: [],
  paired: [],
  presented: [],
  fixed: new Set(),
  diagnosticScorers: ["publisher"],
};
const curve = (model: string, na: number, rest = {}) => [
  scalingRow({ model, series_id: `s-${model}`, n_options: 4, na: 0.99, ...rest }),
  scalingRow({
    model,
    series_id: `s-${model}`,
    n_options: 100,
    na,
    na_item_ci: [na - 0.05, na + 0.05],
    ...rest,
  }),
];
const scores = (model: string, values: readonly number[]) =>
  values.map((accuracy, i) =>
    itemRow({ model, series_id: `s-${model}`, item_id: `T${i}`, accuracy }),
  );

describe("itemScores", () => {
  it("tells two questions of one id apart", () => {
    const own = itemScores([itemRow({ item_hash: "old", accuracy: 1 })]);
    const other = itemScores([itemRow({ item_hash: "new", accuracy: 0 })]);
    expect([...own.keys()].filter((key) => other.has(key))).toEqual([]);
    expect([...itemScores([itemRow({ item_hash: "old" })]).keys()]).toEqual([...own.keys()]);
    const elsewhere = itemScores([itemRow({ item_hash: "old", benchmark: "other" })]);
    expect([...own.keys()].filter((key) => elsewhere.has(key))).toEqual([]);
  });
});

describe("tieGroups", () => {
  const row = (id: string, low: number, high: number) => ({
    id,
    interval: [low, high] as const,
    scale: "NA",
    scores: null,
  });
  it("compares with the leader of the group, not with the neighbour", () => {
    const places = tieGroups([row("a", 0.8, 0.9), row("b", 0.75, 0.85), row("c", 0.6, 0.78)]);
    const place = { tie: "leader", versus: "a", parting: null, pair: null };
    expect([...places]).toEqual([
      ["a", { ...place, group: 1, versus: null }],
      ["b", { ...place, group: 1, tie: "intervals_overlap" }],
      ["c", { ...place, group: 2, parting: "intervals_apart" }],
    ]);
  });
  it("takes the t interval of the paired differences over shared items for a test", () => {
    const own = (id: string, values: readonly number[]) => ({
      ...row(id, 0, 1),
      scores: new Map(values.map((value, i) => [`q${i + 1}`, value])),
    });
    // Differences 0.2, 0.1, 0.3: mean 0.2 ± 4.302653 · 0.1 / √3 = 0.248 covers 0.
    const near = tieGroups([own("a", [0.9, 0.8, 0.4, 1]), own("b", [0.7, 0.7, 0.1])]);
    expect(near.get("b")?.tie).toBe("not_distinguishable");
    // Differences 0.3, 0.2, 0.4: mean 0.3.
    const far = tieGroups([own("a", [0.9, 0.8, 0.4, 1]), own("b", [0.6, 0.6, 0])]);
    expect(far.get("b")).toMatchObject({ group: 2, versus: "a", parting: "distinguishable" });
    // One shared item is no test: the intervals are left.
    const one = tieGroups([own("a", [0.9, 0.8]), own("b", [0.1])]);
    expect(one.get("b")?.tie).toBe("intervals_overlap");
  });
  it("never sets intervals of different scales against each other", () => {
    const places = tieGroups([row("a", 0.5, 0.7), { ...row("b", 0.5, 0.7), scale: "other" }]);
    expect(places.get("b")).toMatchObject({ group: 2, parting: "untested" });
  });
  it("claims nothing without intervals", () => {
    const bare = { interval: null, scale: "NA", scores: null };
    const places = tieGroups([
      { id: "a", ...bare },
      { id: "b", ...bare },
    ]);
    expect([...places.values()].map((place) => place.group)).toEqual([1, 2]);
  });
});

describe("prepareOverview", () => {
  it("ranks by NA at the highest N and groups what pairs cannot tell apart", () => {
    const boards = prepareOverview({
      ...input,
      scaling: [...curve("beta", 0.7), ...curve("alpha", 0.71), ...curve("gamma", 0.69)],
      bubble: [bubbleRow({ model: "alpha", series_id: "s-alpha", bi: 0.28 })],
      items: [
        ...scores("alpha", [0.9, 0.5, 0.7]),
        ...scores("beta", [0.8, 0.6, 0.69]),
        // Lower on every item by the same: the paired difference is certain.
        ...scores("gamma", [0.88, 0.48, 0.68]),
      ],
    });
    const [board] = boards;
    expect(board!.n).toBe(100);
    const places = board!.rows.map((row) => [row.label, row.na, row.place?.group, row.place?.tie]);
    expect(places).toEqual([
      ["alpha", 0.71, 1, "leader"],
      ["beta", 0.7, 1, "not_distinguishable"],
      ["gamma", 0.69, 2, "leader"],
    ]);
    expect(board!.rows[0]!.bi!.bi).toBe(0.28);
    expect(board!.rows[0]!.spark).toEqual([
      { x: 4, y: 0.99 },
      { x: 100, y: 0.71 },
    ]);
    const table = overviewTable(boards);
    expect(table.rows.map((row) => row.cells.standing!.value)).toEqual([
      "first of 2 near-ties",
      "not distinguishable from alpha",
      "distinguishable from alpha",
    ]);
    expect(table.rows[1]!.cells.bi).toEqual({ value: null, reason: "BI needs two N." });
    expect([...groupStarts(boards)]).toEqual([table.rows[2]!.id]);
    // Trials tell nothing of a curve at one N; of the first they may, once they are read.
    const unread = overviewTable(boards, "reading").rows.map((row) => row.cells.bi_ci!.reason);
    expect(unread[1]).toBe("BI needs two N.");
    expect(unread[0]).toContain("being read");
    expect(table.rows[0]!.cells.bi_ci!.reason).toContain("two trials");
  });

  it("ranks environments and host classes apart", () => {
    const boards = prepareOverview({
      ...input,
      scaling: [
        ...curve("alpha", 0.7),
        ...curve("beta", 0.6),
        ...curve("gamma", 0.5, { environment: "easy" }),
      ],
      accuracy: [
        accuracyRow({ series_id: "s-alpha", kind: "repeated", host_class: "local" }),
        accuracyRow({ series_id: "s-beta", kind: "repeated", host_class: "api" }),
      ],
    });
    expect(boards.map((board) => board.title)).toEqual([
      "orthography · easy",
      "orthography · full · api",
      "orthography · full · local",
    ]);
  });

  it("lists apart what it does not rank", () => {
    const boards = prepareOverview({
      ...input,
      scaling: [
        ...curve("alpha", 0.5),
        ...curve("beta", 0.9, { scorer: "publisher" }),
        scalingRow({ model: "gamma", series_id: "s-gamma", n_options: 4, na: 0.95 }),
        ...curve("delta", 0.1),
      ],
      accuracy: [accuracyRow({ series_id: "s-delta", kind: "repeated", ranked: false })],
    });
    expect(boards[0]!.rows.map((row) => [row.label, row.unranked])).toEqual([
      ["alpha", null],
      ["gamma", "not asked at N=100"],
      ["beta", "diagnostic scorer publisher"],
      ["delta", "no valid answer"],
    ]);
  });

  it("gives fixed runs a row each with Wilson and a range of N", () => {
    const fixed = new Set(["s-alpha-fixed", "s-beta-fixed"]);
    const boards = prepareOverview({
      ...input,
      fixed,
      scaling: [scalingRow({ series_id: "s-alpha-fixed", n_options: 10 })],
      accuracy: [
        accuracyRow(),
        accuracyRow({
          run_id: "run-beta",
          model: "beta",
          series_id: "s-beta-fixed",
          accuracy: 0.27,
          na: 0.18,
          wilson: [0.21, 0.335],
        }),
      ],
    });
    expect(boards).toHaveLength(1);
    expect(boards[0]!.title).toBe("mmlu-pro · fixed questions");
    const table = overviewTable(boards);
    expect(table.rows.map((row) => row.cells.model!.value)).toEqual(["beta", "alpha"]);
    expect(table.rows[0]!.cells.n!.value).toEqual([3, 10]);
    expect(table.rows[1]!.cells.accuracy_ci!.value).toEqual([0.195, 0.314]);
    expect(table.rows[1]!.cells.standing!.value).toBe("interval overlaps that of beta (no test)");
    expect(table.rows[1]!.cells.bi!.reason).toBe("No item is seen at two N.");
  });

  it("compares fixed runs item by item, not by their Wilson intervals", () => {
    const pair: PairedRow = {
      run_a: "run-alpha",
      run_b: "run-beta",
      n_shared: 100,
      only_a: 4,
      only_b: 0,
      changed: 2,
      both: 70,
      lost: 2,
      gained: 10,
      neither: 18,
      scale: "accuracy",
      change: 0.08,
      interval: [0.012, 0.148],
      p: 158 / 4096,
    };
    const beta = { run_id: "run-beta", model: "beta", series_id: "s-beta-fixed", na: 0.18 };
    const boards = (given: Partial<PairedRow>) =>
      prepareOverview({
        ...input,
        fixed: new Set(["s-alpha-fixed", "s-beta-fixed"]),
        accuracy: [accuracyRow(), accuracyRow({ ...beta, wilson: [0.21, 0.335] })],
        paired: [{ ...pair, ...given }],
      });
    const apart = overviewTable(boards({}));
    expect(apart.rows.map((row) => row.cells.standing!.value)).toEqual([
      "first",
      "distinguishable from beta",
    ]);
    const tied = overviewTable(boards({ p: 0.06 }));
    expect(tied.rows.map((row) => row.cells.standing)).toEqual([
      { value: "first of 2 near-ties" },
      {
        value: "not distinguishable from beta",
        aside: "p = 0.060, 100 items shared, 4 only in one run, 2 changed",
      },
    ]);
    const unpaired = overviewTable(boards({ n_shared: 0, interval: null, p: 1 }));
    expect(unpaired.rows[1]!.cells.standing!.value).toContain("no test");
    const byNa = overviewTable(boards({ scale: "na", interval: [-0.1, 0.1], p: 1 }));
    expect(byNa.rows[1]!.cells.standing!.aside).toMatch(
      /^by NA, as N differs, p = 1\.0, 100 items/,
    );
  });

  it("sets no accuracy at one N against that at another", () => {
    // Both have NA 0.5; their Wilson intervals of accuracy do not overlap.
    const at = (model: string, n: number, accuracy: number, wilson: [number, number]) =>
      accuracyRow({
        run_id: model,
        model,
        series_id: model,
        n_options_min: n,
        n_options_max: n,
        accuracy,
        na: 0.5,
        wilson,
      });
    const two = (n: number) =>
      overviewTable(
        prepareOverview({
          ...input,
          fixed: new Set(["five", "ten"]),
          accuracy: [at("five", 5, 0.6, [0.59, 0.61]), at("ten", n, 0.55, [0.54, 0.56])],
        }),
      ).rows.map((row) => row.cells.standing!.value);
    expect(two(10)).toEqual(["first", "no test against five: too few shared items"]);
    expect(two(5)).toEqual(["first", "interval apart from that of five (no test)"]);
  });

  it("takes BI from N=4 where it was asked, else from the smallest N, and says so", () => {
    const at = (model: string, counts: readonly number[]) =>
      counts.map((n_options) => scalingRow({ model, series_id: `s-${model}`, n_options }));
    const bi = (model: string, n_low: number, value: number) =>
      bubbleRow({ model, series_id: `s-${model}`, n_low, bi: value });
    const alpha = [bi("alpha", 2, 0.5), bi("alpha", 4, 0.3)];
    const one = overviewTable(
      prepareOverview({ ...input, scaling: at("alpha", [2, 4, 100]), bubble: alpha }),
    );
    expect(one.rows[0]!.cells.bi!.value).toBe(0.3);
    expect(one.groups[0]!.label).toContain("BI from N=4");
    const shown = (table: typeof one) =>
      table.columns.find(({ id }) => id === "bi_n_low")!.exportOnly !== true;
    expect(shown(one)).toBe(false);
    const two = overviewTable(
      prepareOverview({
        ...input,
        scaling: [...at("alpha", [2, 4, 100]), ...at("beta", [2, 100])],
        bubble: [...alpha, bi("beta", 2, 0.4)],
      }),
    );
    expect(two.groups[0]!.label).toContain("BI from each row's own N");
    expect(two.rows.map((row) => row.cells.bi_n_low!.value)).toEqual([4, 2]);
    expect(shown(two)).toBe(true);
  });

  it("says which conditions the one row of a fixed run pools", () => {
    const of = (run_id: string, condition: string | null, mode: string | null = null) => ({
      ...{ run_id, environment: null, padding: "none", condition, mode },
    });
    const table = (presented: OverviewInput["presented"]) =>
      overviewTable(
        prepareOverview({
          ...input,
          fixed: new Set(["s-alpha-fixed"]),
          accuracy: [accuracyRow({ wilson: null })],
          presented,
        }),
      );
    const both = table([
      of("run-alpha", "ten-permuted"),
      of("run-alpha", "five-original", "direct"),
    ]);
    expect(both.rows[0]!.cells.pooled!.value).toBe(
      "modes direct and mode not stated; conditions five-original and ten-permuted",
    );
    expect(both.columns.find(({ id }) => id === "pooled")!.exportOnly).toBe(false);
    expect(both.rows[0]!.cells.accuracy_ci!.reason).toContain("several presentations");
    const one = table([of("run-alpha", "ten-permuted"), of("another", "five-original")]);
    expect(one.rows[0]!.cells.pooled!.value).toBeNull();
    expect(one.columns.find(({ id }) => id === "pooled")!.exportOnly).toBe(true);
  });

  it("says of a row that stands alone that it has nothing to stand against", () => {
    const boards = prepareOverview({ ...input, scaling: curve("alpha", 0.7) });
    expect(overviewTable(boards).rows[0]!.cells.standing).toEqual({
      value: null,
      reason: "No other ranked row to compare it with.",
    });
  });
});
