import { describe, expect, it } from "vitest";
import {
  catalogRow,
  distributionRows,
  envelopeRow,
  paddingRow,
  positionsRow,
  scalingRow,
} from "@/tests/chart-rows";
import type { Filters } from "@/lib/view-state/filters";
import { publishedCells } from "@/lib/reference/published";
import { paddingN, placeFilters, positionsPlace, unpadded, unpublishedNote } from "./figures";
import { naTable, paddingBesideTable, primacyTable } from "./figures-tables";
import type { TableModel } from "./table-model";

const PRO = "Gemini-3-Pro-preview";
const rowOf = (table: TableModel, id: string) => table.rows.find((row) => row.id === id);
const complete = (table: TableModel) => {
  for (const row of table.rows)
    for (const { id } of table.columns) expect(row.cells[id], `${row.id} ${id}`).toBeDefined();
};

describe("where the position figure looks", () => {
  const cells = [
    catalogRow({ environment: "easy", n_options: 200 }),
    catalogRow({ environment: "full", n_options: 4 }),
    catalogRow({ environment: "full", n_options: 100 }),
    catalogRow({ environment: "full", n_options: 150, padding: "symbol:front" }),
    catalogRow({ environment: "zzz", n_options: 300 }),
    catalogRow({ environment: "full", n_options: 400, series_kind: "fixed" }),
  ];

  it("is the paper's environment at its largest unpadded N that was asked repeatedly", () => {
    expect(positionsPlace(cells, [])).toEqual({ environment: "full", n: 100 });
    expect(positionsPlace(cells, [{ field: "n_options", values: [4, 200] }])).toEqual({
      environment: "full",
      n: 4,
    });
  });

  it("is the last environment where the paper's is not in view, and nowhere without records", () => {
    const others = cells.filter((cell) => cell.environment !== "full");
    expect(positionsPlace(others, [])).toEqual({ environment: "zzz", n: 300 });
    const unnamed = [catalogRow({ environment: null, n_options: 10 })];
    expect(positionsPlace(unnamed, [])).toEqual({ environment: null, n: 10 });
    expect(positionsPlace([], [])).toBeNull();
    expect(positionsPlace(cells, [{ field: "model", values: ["no such"] }])).toBeNull();
  });

  it("is asked without padding, whatever paddings are in view", () => {
    const filters: Filters = [
      { field: "padding", values: ["symbol:front", "none"] },
      { field: "model", values: ["alpha"] },
    ];
    expect(unpadded(filters)).toEqual([
      { field: "model", values: ["alpha"] },
      { field: "padding", values: ["none"] },
    ]);
    expect(placeFilters(filters, { environment: "full", n: 100 })).toEqual([
      { field: "model", values: ["alpha"] },
      { field: "padding", values: ["none"] },
      { field: "environment", values: ["full"] },
      { field: "n_options", values: [100] },
    ]);
  });
});

it("padding is read at the paper's N where it was asked, else at the largest", () => {
  expect(paddingN([4, 100, 200])).toBe(100);
  expect(paddingN([4, 50])).toBe(50);
  expect(paddingN([])).toBe(2);
});

it("says so where nothing published stands beside", () => {
  expect(unpublishedNote(["easy", "hard"])).toBeNull();
  expect(unpublishedNote(["hard", null])).toContain("easy and full");
});

describe("the values of Figure 1", () => {
  const table = naTable([4, 100].map((n_options) => scalingRow({ n_options })));

  it("are recomputed ones with quartiles, then Table 13's", () => {
    complete(table);
    expect(table.rows).toHaveLength(2 + 5 * 5);
    expect(table.columns.find(({ id }) => id === "na_iqr")?.exportOnly).toBe(false);
    expect(table.rows[0]?.cells.na_iqr?.value).toEqual([0.75, 0.95]);
    const printed = rowOf(table, `published|full|${PRO}|100`);
    expect(printed?.cells.na).toMatchObject({ value: 0.8557, digits: 4 });
    expect(printed?.cells.na_item_ci?.value).toEqual([0.7669, 0.9446]);
    expect(printed?.cells.na_iqr?.value).toBeNull();
    expect(printed?.select).toBeNull();
  });

  it("have notes on what is shown alone: no mark of an interval over trials", () => {
    const signs = table.notes?.map(({ sign }) => sign);
    expect(signs).toEqual(expect.arrayContaining(["P1", "a"]));
    expect(signs).not.toContain("i");
  });

  it("leave out what only responses can tell", () => {
    const ids = table.columns.map(({ id }) => id);
    expect(ids).not.toContain("na_trial_ci");
    expect(ids).not.toContain("na_crossed_ci");
  });
});

describe("padding beside Tables 3 and 10", () => {
  const conditions = [
    paddingRow({ padding: "symbol:front", delta: -0.02 }),
    paddingRow({ padding: "symbol:back", delta: -0.1 }),
    paddingRow({ padding: "english_text:front", delta: -0.2 }),
    paddingRow({ padding: "symbol:front", delta: -0.9, n_options: 50 }),
  ];
  const envelopes = [envelopeRow({ spread: 0.18 }), envelopeRow({ n_options: 50, spread: 0.5 })];
  const table = paddingBesideTable(envelopes, conditions, 100);

  it("has the spread and the lowest change of each type, at one N", () => {
    complete(table);
    expect(table.rows).toHaveLength(1 + 5);
    expect(table.rows[0]?.cells).toMatchObject({
      n_options: { value: 100 },
      spread: { value: 0.18 },
      "d.symbol": { value: -0.1, aside: "back" },
      "d.english_text": { value: -0.2, aside: "front" },
      "d.korean_list": { value: null, reason: "Not asked on both sides." },
    });
  });

  it("has what the paper prints of the same environment", () => {
    const printed = rowOf(table, "published|full|HyperCLOVAX-Think")?.cells;
    expect(printed?.spread).toMatchObject({ value: 0.219, digits: 3 });
    const cells = publishedCells({
      table: "p1_table10",
      model: "HyperCLOVAX-Think",
      environment: "full",
    });
    expect(cells).toHaveLength(4);
    for (const { padding, value } of cells)
      expect(printed?.[`d.${padding ?? ""}`]?.value, padding ?? "").toBe(value);
  });

  it("has no published row of an environment that the paper does not have", () => {
    const other = paddingBesideTable([envelopeRow({ environment: "hard" })], [], 100);
    expect(other.rows).toHaveLength(1);
    expect(other.columns.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["d.english_text", "d.symbol"]),
    );
  });
});

describe("the first positions beside Tables 14, 2 and 4", () => {
  const counts = Array.from({ length: 100 }, (_, i) => (i < 10 ? 4 : 1));
  const gold = counts.map(() => 1);
  const table = primacyTable(
    [positionsRow({ n_options: 100 })],
    distributionRows(counts, gold),
    100,
    10,
  );

  it("gives PFI and its excess over gold by hand: 40 of 130 answers, 10 of 100 gold", () => {
    complete(table);
    expect(table.rows[0]?.cells.pfi?.value).toBeCloseTo(40 / 130, 12);
    expect(table.rows[0]?.cells.delta_pfi?.value).toBeCloseTo(40 / 130 - 0.1, 12);
    expect(table.rows[0]?.cells.pfi_gold?.value).toBeCloseTo(0.1, 12);
    expect(table.rows[0]?.cells.pfi?.aside).toBe("gold 0.100");
  });

  it("gives the excess as published, and no PFI, which the paper does not print", () => {
    const printed = rowOf(table, "published|full|EXAONE-4.0-32B")?.cells;
    expect(printed?.delta_pfi?.value).toBe(0.312);
    expect(printed?.front_20?.aside).toBe("T4 0.64");
    expect(printed?.pfi).toMatchObject({ value: null, reason: "The paper does not print it." });
  });

  it("gives nothing published at another N", () => {
    expect(primacyTable([positionsRow()], [], 50, 10).rows).toHaveLength(1);
  });
});

it("does not say of trials that this view never reads that they are being counted", () => {
  const { rows } = naTable([scalingRow({ n_trials: null })]);
  expect(rows[0]!.cells.n_trials!.reason).toBe("Not told here: it would need every response.");
});
