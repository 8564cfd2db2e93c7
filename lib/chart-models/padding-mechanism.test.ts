import { describe, expect, it } from "vitest";
import {
  bubbleRow,
  distributionRows,
  itemRow,
  paddingRow,
  positionsRow,
  scalingRow,
} from "@/tests/chart-rows";
import { tableCsv } from "@/lib/export/figure/table-csv";
import { mechanismTable } from "./mechanism-table";
import { prepareMechanism, usablePair, type MechanismRows } from "./padding-mechanism";

const padding = "english_text:front";
const at = { n_options: 100 };
const beta = { model: "beta", series_id: "s-beta" };

const rows: MechanismRows = {
  scaling: [
    scalingRow({ ...at, accuracy: 0.8, na: 0.798, na_trial_ci: [0.79, 0.81] }),
    scalingRow({ ...at, padding, accuracy: 0.65, na: 0.647, n_trials: 50, na_trial_ci: null }),
    scalingRow({ ...at, padding: "symbol:back", accuracy: 0.75, na: 0.7475 }),
    scalingRow({ ...at, ...beta, accuracy: 0.8 }),
    scalingRow({ ...at, ...beta, padding, accuracy: 0.4 }),
  ],
  positions: [
    positionsRow({ ...at, delta_pfi: { "10": 0.091 }, mean_pos: 50.3, ks: 0.111, ks_at: 12 }),
    positionsRow({
      ...at,
      padding,
      delta_pfi: { "10": 0.177 },
      mean_pos: 44.5,
      ks: 0.243,
      ks_at: 9,
    }),
  ],
  distribution: [],
  bubble: [
    bubbleRow({ bi: 0.19 }),
    bubbleRow({ n_low: 10, bi: 0.1 }),
    bubbleRow({ n_low: 10, padding, bi: 0.31 }),
  ],
  items: [
    itemRow({ item_id: "T01", accuracy: 1 }),
    itemRow({ item_id: "T02", accuracy: 0.6 }),
    itemRow({ item_id: "T01", padding, accuracy: 0.8 }),
    itemRow({ item_id: "T02", padding, accuracy: 0.5 }),
  ],
  padding: [
    paddingRow({ padding, delta: -0.15 }),
    paddingRow({ padding: "symbol:back", delta: -0.05 }),
    paddingRow({ ...beta, padding, delta: -0.4 }),
  ],
};
const options = { n: 100, k: 10, pair: null };

describe("prepareMechanism", () => {
  it("sets no padding against the worst of each model, the largest loss first", () => {
    const models = prepareMechanism(rows, options);
    expect(models.map(({ title, a, b }) => [title, a, b])).toEqual([
      ["beta", "none", "english_text:front"],
      ["alpha", "none", "english_text:front"],
    ]);
  });

  it("holds every diagnostic of both sides and the difference", () => {
    const { lines } = prepareMechanism(rows, options)[1]!;
    const line = (id: string) => {
      const one = lines.find((candidate) => candidate.id === id)!;
      return [one.a.text, one.b.text, one.difference.text];
    };
    expect(line("accuracy")).toEqual(["0.800", "0.650", "−0.150"]);
    expect(line("na")).toEqual(["0.798", "0.647", "−0.151"]);
    expect(line("delta_pfi")).toEqual(["+0.091", "+0.177", "+0.086"]);
    expect(line("mean_pos")).toEqual(["50.3", "44.5", "−5.8"]);
    expect(line("ks")).toEqual(["0.111", "0.243", "+0.132"]);
    expect(line("ks_at")).toEqual(["12", "9", "−3"]);
    expect(line("n_trials")).toEqual(["100", "50", "−50"]);
    expect(line("na_trial_ci")).toEqual(["[0.790, 0.810]", "–", "–"]);
  });

  it("compares BI from the smallest N that both sides have, or from the paper's 4", () => {
    const bi = prepareMechanism(rows, options)[1]!.lines.find((line) => line.id === "bi")!;
    expect([bi.label, bi.a.text, bi.b.text, bi.difference.text]).toEqual([
      "BI, 10 → 100",
      "0.100",
      "0.310",
      "+0.210",
    ]);
    const both = (n_low: number) =>
      ["none", padding].map((own) => bubbleRow({ n_low, padding: own }));
    const labels = prepareMechanism({ ...rows, bubble: [2, 4].flatMap(both) }, options).map(
      ({ lines }) => lines.find((line) => line.id === "bi")!.label,
    );
    expect(labels).toContain("BI, 4 → 100");
  });

  it("pairs the items for the interval of the difference", () => {
    const [, alpha] = prepareMechanism(rows, options);
    const line = alpha!.lines.find((one) => one.id === "na_item_ci")!;
    // d = (-0.2, -0.1): mean -0.15, sd / sqrt(2) = 0.05, t(1) = 12.706205; NA divides by 0.99.
    expect(line.difference.text).toBe("[−0.793, 0.490]");
  });

  it("pairs no item whose question is another one on each side", () => {
    const items = rows.items.map((row) => ({
      ...row,
      item_hash: row.item_id === "T02" ? row.padding : "same",
    }));
    const [, alpha] = prepareMechanism({ ...rows, items }, options);
    const line = alpha!.lines.find((one) => one.id === "na_item_ci")!;
    expect(line.difference.text).toBe("–");
  });

  it("sets any two paddings against each other, where a model has both", () => {
    const models = prepareMechanism(rows, { ...options, pair: ["symbol:back", padding] });
    expect(models.map(({ title, a, b, change }) => [title, a, b, change?.toFixed(3)])).toEqual([
      ["alpha", "symbol:back", "english_text:front", "-0.100"],
    ]);
    const reasons = models[0]!.lines.find((line) => line.id === "ks")!;
    expect([reasons.a.reason, reasons.difference.reason]).toEqual([
      "No valid response.",
      "It needs a value on both sides.",
    ]);
    expect(prepareMechanism(rows, { ...options, n: 4 })).toEqual([]);
  });

  it("does not say of unread trials that there are none", () => {
    const bare = {
      ...rows,
      scaling: rows.scaling.map((row) => ({ ...row, na_trial_ci: null, n_trials: null })),
      bubble: rows.bubble.map((row) => ({ ...row, bi_ci: null })),
    };
    const reasons = (lacking: "reading" | "failed" | null) =>
      prepareMechanism(bare, { ...options, lacking })[1]!.lines.flatMap((line) =>
        ["na_trial_ci", "bi_ci", "n_trials"].includes(line.id) ? [line.a.reason] : [],
      );
    expect(reasons("reading")).toHaveLength(3);
    for (const reason of reasons("reading")) expect(reason).toContain("being read");
    for (const reason of reasons("failed")) expect(reason).toContain("could not be read");
    expect(reasons(null)[0]).toContain("needs two trials");
    // Without a smaller N no trial would give BI an interval.
    const [, alpha] = prepareMechanism({ ...bare, bubble: [] }, { ...options, lacking: "reading" });
    expect(alpha!.lines.find((line) => line.id === "bi_ci")!.a.reason).toContain("smaller N");
  });

  it("reads any first k off the CDFs, where the rows have no such prefix", () => {
    // 10 of 100 answers on each of the first 10 places and 0 behind them; gold 1 on each of 100.
    const front = Array.from({ length: 100 }, (_, i) => (i < 10 ? 10 : 0));
    const even = front.map(() => 1);
    const distribution = [
      ...distributionRows(even, even),
      ...distributionRows(front, even, { padding }),
    ];
    const [model] = prepareMechanism(
      { ...rows, distribution },
      { n: 100, k: 3, pair: ["none", padding] },
    ).filter(({ title }) => title === "alpha");
    const line = model!.lines.find(({ id }) => id === "pfi")!;
    expect([line.label, line.a.text, line.b.text]).toEqual(["PFI 3", "0.030", "0.300"]);
    expect(line.b.aside).toBe("gold 0.030");
    const excess = model!.lines.find(({ id }) => id === "delta_pfi")!;
    expect([excess.a.text, excess.b.text, excess.difference.text]).toEqual([
      "0.000",
      "+0.270",
      "+0.270",
    ]);
  });
});

describe("the pair of a link", () => {
  const known = ["none", "symbol:front", "symbol:back"];
  it("is used where both are in view and two", () => {
    expect(usablePair(["symbol:back", "none"], known)).toEqual(["symbol:back", "none"]);
    expect(usablePair(["none", "nothing"], known)).toBeNull();
    expect(usablePair(["none", "none"], known)).toBeNull();
    expect(usablePair(null, known)).toBeNull();
  });
});

it("two paddings leave as a file with every digit, a row a model and diagnostic", () => {
  const models = prepareMechanism(rows, options);
  const [header = "", ...lines] = tableCsv(mechanismTable(models, 100)).trim().split("\n");
  const fields = header.split(",");
  const cell = (model: string, diagnostic: string, field: string) => {
    const line = lines.find((one) => one.startsWith(`${model},`) && one.includes(diagnostic));
    return line?.split(",")[fields.indexOf(field)];
  };
  expect(lines).toHaveLength(2 * models[0]!.lines.length);
  expect(Number(cell("alpha", ",Accuracy,", "difference"))).toBeCloseTo(-0.15, 12);
  expect(cell("alpha", ",Mean position,", "a")).toBe("50.3");
  expect(cell("alpha", ",Mean position,", "a_gold")).toBe("5.5");
  expect(cell("alpha", ",Accuracy,", "padding_b")).toBe("english_text:front");
  const interval = lines.find((one) => one.startsWith("alpha,") && one.includes("over trials"))!;
  expect(interval).toContain("0.79,0.81");
});
