import { tableCsv } from "@/lib/export/figure/table-csv";
import { describe, expect, it } from "vitest";
import { catalogRow, envelopeRow, paddingRow } from "@/tests/chart-rows";
import type { Filters } from "@/lib/view-state/filters";
import { printedLabel, simulationOf } from "./model";
import { PANEL_CAP, preparePadding, type PaddingOptions } from "./padding";
import { neverPadded, paddedCounts, paddingOrder, whyNonePadded, worstOf } from "./padding-groups";
import { MARKS, spreadTable, worstTable } from "./padding-table";
import { assignStyles } from "./palette";
import { cellText } from "./table-text";

const options: PaddingOptions = {
  scale: "linear",
  n: 100,
  styles: assignStyles(["alpha", "beta"].map((model) => ({ model, benchmark: "orthography" }))),
};
const beta = { model: "beta", series_id: "s-beta" };
const english = { padding: "english_text:front", accuracy: 0.6, delta: -0.2 };

describe("preparePadding", () => {
  it("draws a panel a model and environment: unpadded solid, mean dashed, range shaded", () => {
    const figure = preparePadding(
      [
        envelopeRow(),
        envelopeRow({ n_options: 4, acc_none: 1, acc_min: 0.8, acc_mean: 0.85, acc_max: 0.9 }),
        envelopeRow({ environment: "easy" }),
        envelopeRow(beta),
      ],
      [paddingRow(), paddingRow(english)],
      options,
    );
    expect(figure.panels.map((panel) => panel.title)).toEqual([
      "alpha · easy",
      "alpha · full",
      "beta · full",
    ]);
    const [padded, none] = figure.panels[1]!.series;
    expect(none!.points.map(({ x, y, low, n }) => [x, y, low, n])).toEqual([
      [4, 1, null, 3000],
      [100, 0.8, null, 3000],
    ]);
    expect(padded!.points.map(({ x, y, low, high, n }) => [x, y, low, high, n])).toEqual([
      [4, 0.85, 0.8, 0.9, 6000],
      [100, 0.65, 0.6, 0.7, 6000],
    ]);
    expect([none!.style.dash, padded!.style.dash, padded!.interval]).toEqual([
      "solid",
      "dashed",
      "band",
    ]);
    expect(padded!.style.colour).toBe(none!.style.colour);
    expect(padded!.style.marker).not.toBe(none!.style.marker);
    expect(figure.y.domain).toEqual([0, 1]);
    expect(figure.x.ticks.map((tick) => tick.value)).toEqual([4, 100]);
  });

  it("names the worst condition at N, and the values there", () => {
    const figure = preparePadding([envelopeRow()], [paddingRow(), paddingRow(english)], options);
    expect(figure.panels[0]!.readouts.map(({ label, text }) => [label, text])).toEqual([
      ["N=100, no padding", "0.800"],
      ["mean of 2 paddings", "0.650, 0.600 to 0.700"],
      ["worst: english text front", "0.600, Δ −0.200"],
    ]);
  });

  it("tells its largest N in a panel that lacks the N asked", () => {
    const figure = preparePadding(
      [envelopeRow({ n_options: 20 })],
      [paddingRow({ n_options: 20 })],
      options,
    );
    expect(figure.panels[0]!.readouts[0]!.label).toBe("N=20, no padding");
  });

  it("leads to the unpadded rows, and to those of all paddings that were averaged", () => {
    const [padded, none] = preparePadding(
      [envelopeRow()],
      [paddingRow(), paddingRow(english), paddingRow({ n_options: 4, padding: "list:back" })],
      options,
    ).panels[0]!.series;
    const paddingOf = (series: typeof none) =>
      series!.points[0]!.select!.find((filter) => filter.field === "padding")?.values;
    expect(paddingOf(none)).toEqual(["none"]);
    expect(paddingOf(padded)).toEqual(["symbol:front", "english_text:front"]);
  });

  it("leaves a gap and says so where nothing was asked without padding", () => {
    const bare = { acc_none: null, delta_mean: null, spread: null, worst_type: null };
    const figure = preparePadding(
      [envelopeRow(bare)],
      [paddingRow({ delta: null, delta_item_ci: null, item_sets_differ: null })],
      options,
    );
    const [padded, none] = figure.panels[0]!.series;
    expect([none!.points[0]!.y, none!.points[0]!.gap]).toEqual([null, "not asked without padding"]);
    expect(padded!.points[0]!.y).toBe(0.65);
    expect(figure.panels[0]!.readouts[2]!.label).toBe("worst: not defined");
    expect(figure.notes).toEqual(["1 panel without an unpadded side: no change is defined there."]);
  });

  it("warns in the panel where the two sides have different items", () => {
    const figure = preparePadding(
      [envelopeRow()],
      [paddingRow({ item_sets_differ: true })],
      options,
    );
    expect(figure.panels[0]!.warning).toBe(
      "Padded and unpadded rows have different items at N=100.",
    );
  });

  it("caps its panels and says of how many, and marks simulated records", () => {
    const many = Array.from({ length: PANEL_CAP + 2 }, (_, i) =>
      envelopeRow({ model: `m${i}`, series_id: `s${i}`, simulated: true }),
    );
    const figure = preparePadding(many, [], options);
    expect(figure.cap).toEqual({ shown: PANEL_CAP, of: PANEL_CAP + 2, what: "panels" });
    expect(simulationOf(figure)).toBe("all");
    expect(preparePadding([], [], options).panels).toEqual([]);
  });

  it("marks simulated panels where measured ones stand beside them, and no line that both draw", () => {
    const figure = preparePadding(
      [
        envelopeRow({ model: "real", series_id: "s1" }),
        envelopeRow({ model: "policy", series_id: "s2", simulated: true }),
      ],
      [],
      options,
    );
    expect(figure.panels.map((panel) => panel.title)).toEqual(["policy (simulated)", "real"]);
    expect(figure.legend.map((entry) => printedLabel(entry, simulationOf(figure)))).toEqual([
      "no padding",
      "mean over the padded conditions, their range shaded",
    ]);
  });
});

describe("padding tables", () => {
  it("holds the envelope with its worst padding, interval and counts", () => {
    const table = spreadTable([envelopeRow()], [paddingRow(), paddingRow(english)]);
    const { cells } = table.rows[0]!;
    const value = (id: string) => cells[id]?.value;
    expect(
      ["acc_none", "acc_min", "acc_mean", "acc_max", "delta_mean", "spread"].map(value),
    ).toEqual([0.8, 0.6, 0.65, 0.7, -0.15, 0.1]);
    expect(["worst_type", "worst_placement", "worst_delta"].map(value)).toEqual([
      "english_text",
      "front",
      -0.2,
    ]);
    // In words on the screen, as the records name it in the file.
    const worst = table.columns.find((column) => column.id === "worst_type")!;
    expect(cellText(worst, cells.worst_type)).toBe("english text");
    expect(tableCsv(table)).toContain("english_text,front");
    expect(value("worst_delta_ci")).toEqual([-0.15, -0.05]);
    expect(value("n_responses")).toBe(9000);
    expect(table.columns.map((column) => column.id)).not.toContain("padding");
  });

  it("has a column a type and placement, and marks the worst in words", () => {
    const table = worstTable(
      [envelopeRow(), envelopeRow({ n_options: 4 })],
      [
        paddingRow({ padding: "symbol:back", delta: -0.05 }),
        paddingRow(),
        paddingRow({ padding: "english_text:back", delta: 0.01 }),
        paddingRow(english),
        paddingRow({ padding: "korean_list:front", delta: -0.01 }),
        paddingRow({ n_options: 4, padding: "korean_text:front", delta: -0.9 }),
      ],
      100,
    );
    const columns = table.columns.filter((column) => column.kind === "signed_rate");
    expect(columns.map((column) => column.label)).toEqual([
      "english text front",
      "english text back",
      "korean list front",
      "symbol front",
      "symbol back",
    ]);
    const cells = columns.map((column) => table.rows[0]!.cells[column.id]!);
    expect(cells.map((cell) => cell.value)).toEqual([-0.2, 0.01, -0.01, -0.1, -0.05]);
    expect(cells.map((cell) => cell.mark ?? "")).toEqual([
      MARKS.worst,
      "",
      "",
      MARKS.placement,
      "",
    ]);
    expect(cells[0]!.aside).toBe("[−0.150, −0.050]");
    expect(table.rows).toHaveLength(1);
  });
});

describe("column ids", () => {
  it("are distinct and may stand in a link, whatever the padding is called", () => {
    const paddings = ["글:front", "말:front", "a-b:back", "a b:back"];
    const table = worstTable(
      [envelopeRow()],
      paddings.map((padding) => paddingRow({ padding })),
      100,
    );
    const ids = table.columns.flatMap(({ id, kind }) => (kind === "signed_rate" ? [id] : []));
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z][A-Za-z0-9_.]*$/);
  });
});

describe("padding groups", () => {
  it("takes the first by name of changes that are equal to 12 digits", () => {
    const rows = [
      { padding: "symbol:back", delta: -0.1 - 1e-15 },
      { padding: "english_text:back", delta: -0.1 },
      { padding: "korean_text:back", delta: null },
    ];
    expect(worstOf(rows)?.padding).toBe("english_text:back");
    expect(worstOf([])).toBeNull();
  });

  it("orders no padding first, then types, the front before the back", () => {
    expect(paddingOrder(["b:back", "a", "b:front", "none", "a:middle", "b:back"])).toEqual([
      "none",
      "a",
      "a:middle",
      "b:front",
      "b:back",
    ]);
  });

  it("names the models in view that no padding was tried on", () => {
    const catalog = [catalogRow(), catalogRow({ model: "beta" }), catalogRow({ model: "gamma" })];
    expect(
      neverPadded(catalog, [{ field: "model", values: ["alpha", "beta"] }], [paddingRow()]),
    ).toEqual(["beta"]);
  });
});

describe("why nothing is padded", () => {
  const cells = [
    catalogRow(),
    catalogRow({ padding: "symbol:front" }),
    catalogRow({ model: "beta", series_id: "s-beta" }),
    catalogRow({ model: "gamma", series_id: "s-gamma", padding: "symbol:back" }),
  ];
  const why = (filters: Filters) => whyNonePadded(cells, filters, new Set(["s-gamma"]));
  it("is the records' only where they hold none", () => {
    expect(why([{ field: "model", values: ["beta"] }])).toContain("was asked with padding");
    expect(why([{ field: "padding", values: ["none"] }])).toBe(
      "The filters leave no padded condition.",
    );
    expect(why([{ field: "item", values: ["q1"] }])).toBe("The filters leave no padded condition.");
    expect(why([{ field: "model", values: ["gamma"] }])).toContain("fixed questions");
  });
  it("is not told where no cell is left", () => {
    expect(why([{ field: "model", values: ["nobody"] }])).toBeNull();
  });
  it("has an N where repeated runs were padded", () => {
    const rows = [
      paddingRow({ n_options: 100 }),
      paddingRow({ n_options: 4 }),
      paddingRow({ n_options: 100, padding: "symbol:back" }),
      paddingRow({ n_options: 10, series_id: "s-gamma" }),
    ];
    expect(paddedCounts(rows, new Set(["s-gamma"]))).toEqual([4, 100]);
  });
});
