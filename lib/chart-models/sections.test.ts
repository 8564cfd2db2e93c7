import { describe, expect, it } from "vitest";
import { viewStateSchema } from "@/lib/view-state/state";
import { accuracyRow, pairedRow, sectionsRow } from "@/tests/chart-rows";
import { hasPublishedSections, withPublishedSections } from "./published-sections";
import { runColumn, sectionBoards, type SectionsRow } from "./sections";
import { shownPairs } from "./paired";
import { sectionChangesTable } from "./section-changes-table";
import { sectionsFile } from "./sections-file";
import { sectionsTable } from "./sections-table";
import { sectionsTitle } from "./sections-title";

const ALPHA = accuracyRow({ section_macro: 0.6, section_micro: 0.55, n: 400, n_items: 400 });
const BETA = accuracyRow({ run_id: "run-beta", model: "beta", series_id: "s-beta" });
const ofBeta = { run_id: "run-beta", model: "beta", series_id: "s-beta" };

/** Two sections of two runs: law 0.5 and 0.3, Tarih (History in P2) 0.7 and 0.9. */
const ROWS: readonly SectionsRow[] = [
  sectionsRow(),
  sectionsRow({ section: "Tarih", n_items: 300, n: 300, accuracy: 0.7 }),
  sectionsRow({ ...ofBeta, accuracy: 0.3 }),
  sectionsRow({ ...ofBeta, section: "Tarih", n_items: 300, n: 300, accuracy: 0.9 }),
];

const boardOf = (rows: readonly SectionsRow[] = ROWS, runs = [ALPHA, BETA]) =>
  sectionBoards(rows, runs)[0]!;
const cellsOf = (id: string, rows?: readonly SectionsRow[], runs?: (typeof ALPHA)[]) =>
  sectionsTable(boardOf(rows, runs)).rows.find((row) => row.id === id)?.cells;

describe("the section table", () => {
  it("has sections as rows, the easiest first, the two means by their names above", () => {
    const table = sectionsTable(boardOf());
    expect(table.rows.map((row) => [row.group, row.id])).toEqual([
      ["means", "section-macro"],
      ["means", "item-micro"],
      ["sections", "section Tarih"],
      ["sections", "section law"],
    ]);
    expect(cellsOf("section-macro")?.[runColumn("run-alpha")]?.value).toBe(0.6);
    expect(cellsOf("item-micro")?.[runColumn("run-alpha")]?.value).toBe(0.55);
    // The paper's own name for it, where it has one; law is English already.
    expect(cellsOf("section Tarih")?.section).toMatchObject({ aside: "(History)" });
    expect(cellsOf("section law")?.section?.aside).toBeUndefined();
  });

  it("colours a number by its size, tells its interval and n, and leads to its responses", () => {
    const cell = cellsOf("section law")?.[runColumn("run-alpha")];
    // Wilson of 50 of 100.
    expect(cell).toMatchObject({
      value: 0.5,
      heat: 0.5,
      told: "law, alpha: 0.500 [0.404, 0.596], 100 responses",
    });
    expect(cell?.select).toEqual([
      { field: "model", values: ["alpha"] },
      { field: "benchmark", values: ["mmlu-pro"] },
      { field: "scorer", values: ["strict-2"] },
      { field: "run", values: ["run-alpha"] },
      { field: "section", values: ["law"] },
    ]);
  });

  it("gives no interval where questions were asked several times", () => {
    const twice = [sectionsRow({ n: 200 })];
    expect(cellsOf("section law", twice, [ALPHA])?.[runColumn("run-alpha")]?.told).toBe(
      "law, alpha: 0.500, 100 items, 200 responses",
    );
    const repeated = [accuracyRow({ kind: "repeated" })];
    expect(cellsOf("section law", [sectionsRow()], repeated)?.[runColumn("run-alpha")]?.told).toBe(
      "law, alpha: 0.500, 100 responses",
    );
  });

  it("shares are of a run's items, and a dash where runs differ in them", () => {
    expect(cellsOf("section Tarih")?.share?.value).toBe(0.75);
    expect(cellsOf("section Tarih")?.n_items?.value).toBe(300);
    const fewer = ROWS.map((row) =>
      row.model === "beta" && row.section === "law" ? { ...row, n_items: 50, n: 50 } : row,
    );
    expect(cellsOf("section law", fewer)?.share).toMatchObject({ value: null });
    expect(cellsOf("section law", fewer)?.n_items?.value).toEqual([50, 100]);
  });

  it("says why a run has no number for a section, and then has no mean of the runs", () => {
    const lacking = ROWS.slice(0, 3);
    expect(cellsOf("section Tarih", lacking)?.[runColumn("run-beta")]).toEqual({
      value: null,
      reason: "The run has no scored response in this section.",
    });
    expect(cellsOf("section Tarih", lacking)?.mean?.value).toBeNull();
    expect(cellsOf("section law")?.mean?.value).toBeCloseTo(0.4, 12);
    // One run has no mean of runs.
    const alone = sectionsTable(boardOf(ROWS.slice(0, 2), [ALPHA]));
    expect(alone.columns.map(({ id }) => id)).not.toContain("mean");
  });

  it("says under what a run was asked that has no one accuracy, and names it by that", () => {
    const mixes = {
      environments: [null],
      paddings: ["none"],
      modes: [null],
      conditions: ["five-original", "ten-permuted"],
      n_options: [5, 10],
    };
    const mixed = accuracyRow({ mixes });
    const plain = accuracyRow({
      run_id: "run-ten",
      condition: "ten-permuted",
      series_id: "s-ten",
      section_micro: 0.4,
    });
    const board = boardOf(
      [
        sectionsRow({ accuracy: null }),
        sectionsRow({ run_id: "run-ten", series_id: "s-ten", accuracy: 0.4 }),
      ],
      [mixed, plain],
    );
    expect(board.runs.map(({ label }) => label)).toEqual([
      "alpha · several conditions",
      "alpha · ten-permuted",
    ]);
    const table = sectionsTable(board);
    const why = "Asked under five-original and ten-permuted: filter by one.";
    for (const id of ["section law", "item-micro"])
      expect(table.rows.find((row) => row.id === id)?.cells[runColumn("run-alpha")]).toMatchObject({
        value: null,
        reason: why,
      });
    expect(table.columns.find(({ id }) => id === runColumn("run-alpha"))?.hint).toBe(
      "several conditions · strict-2 · 200 responses",
    );
  });

  it("keeps items that name no section apart, in the last row", () => {
    const rows = [...ROWS.slice(0, 2), sectionsRow({ section: null, accuracy: 1 })];
    const whole = { ...ALPHA, n_items: 500, n: 500 };
    const table = sectionsTable(boardOf(rows, [whole]));
    expect(table.rows.at(-1)?.cells.section?.value).toBe("no section named");
    // The items of law and Tarih: of the third row's 100 section-macro knows nothing.
    const items = table.rows.slice(0, 2).map(({ cells }) => cells.n_items?.value);
    expect(items).toEqual([400, 500]);
    expect(table.rows.at(-1)?.select).toContainEqual({ field: "section", values: [null] });
    expect(sectionsTitle([boardOf(rows, [ALPHA])])).toBe(
      "Accuracy by section: 1 run, 2 sections of mmlu-pro",
    );
  });

  it("stands apart by benchmark, and leaves runs without sections out", () => {
    const other = accuracyRow({ run_id: "x", benchmark: "arc", series_id: "sx" });
    const boards = sectionBoards(
      [...ROWS, sectionsRow({ run_id: "x", benchmark: "arc", series_id: "sx" })],
      [ALPHA, BETA, other, accuracyRow({ run_id: "none", series_id: "none" })],
    );
    expect(boards.map(({ benchmark, runs }) => [benchmark, runs.length])).toEqual([
      ["arc", 1],
      ["mmlu-pro", 2],
    ]);
    expect(sectionsTitle(boards)).toBe(
      "Accuracy by section: 3 runs, 1 section of arc and 2 sections of mmlu-pro",
    );
  });

  it("names columns so that a link can sort by them, whatever a run is called", () => {
    const ids = ["0a1f", "gpt 4/o", "gpt_4_o", "모델", "a.b"].map(runColumn);
    expect(new Set(ids).size).toBe(5);
    for (const column of ids)
      expect(
        viewStateSchema.shape.sort.safeParse({ column, direction: "asc" }).success,
        column,
      ).toBe(true);
    // One run in two sources, apart for repeating trials.
    const again = { series_id: "s2" };
    const board = boardOf([...ROWS.slice(0, 2), sectionsRow(again)], [ALPHA, accuracyRow(again)]);
    expect(board.runs.map(({ id }) => id)).toEqual(["run.run_2d_alpha", "run.run_2d_alpha.2"]);
  });

  it("has a file of one row a run and section, with columns that never change", () => {
    const file = sectionsFile([boardOf()]);
    expect(file.rows).toHaveLength(2 * (2 + 2));
    const law = file.rows.find(
      ({ cells }) => cells.section?.value === "law" && cells.model?.value === "beta",
    );
    expect(law?.cells).toMatchObject({
      run_id: { value: "run-beta" },
      accuracy: { value: 0.3 },
      n_items: { value: 100 },
      mean_over: { value: "items of the section" },
    });
    expect(file.rows.filter(({ cells }) => cells.mean_over?.value === "section-macro").length).toBe(
      2,
    );
  });
});

describe("changes between conditions", () => {
  it("are named by what tells them apart, and lead to their own responses", () => {
    const table = sectionChangesTable(
      shownPairs([
        pairedRow({ environment: "easy" }),
        pairedRow({ environment: "full", change_pp: 2 }),
      ]),
    );
    const [header] = table.columns;
    expect(header).toMatchObject({ id: "pair", rowHeader: true });
    expect(table.rows.map(({ cells }) => [cells.pair?.value, cells.change_pp?.value])).toEqual([
      ["paired · easy: five-original (N=5) → ten-permuted (N=10)", -15.5],
      ["paired · full: five-original (N=5) → ten-permuted (N=10)", 2],
    ]);
    expect(new Set(table.rows.map(({ id }) => id)).size).toBe(2);
    expect(table.rows[1]?.select).toContainEqual({ field: "environment", values: ["full"] });
  });
});

it("an interval over items needs two of them: that one is shared is not that none is", () => {
  const reasons = (given: Parameters<typeof pairedRow>[0]) => {
    const bare = { wald_ci_pp: null, t_ci_pp: null, cluster_bootstrap_ci_pp: null };
    const { cells } = sectionChangesTable(shownPairs([pairedRow({ ...bare, ...given })])).rows[0]!;
    return [cells.interval_pp?.reason, cells.cluster_bootstrap_ci_pp?.reason];
  };
  const sections = "It needs two sections, and a section for each shared item.";
  expect(reasons({ n_shared: 1 })).toEqual(["It needs at least two shared items.", sections]);
  expect(reasons({ n_shared: 0 })).toEqual(["No shared item.", sections]);
});

describe("published sections", () => {
  it("stand beside sections of the paper's names, on our scale with the paper's digits", () => {
    expect(hasPublishedSections(boardOf())).toBe(true);
    const table = withPublishedSections(sectionsTable(boardOf()));
    const at = (id: string) =>
      table.rows.find((row) => row.id === id)?.cells["published.gemma4_31b"];
    // Table 11: Tarih 58.5, macro average 63.6; Table 2: 63.64.
    expect(at("section Tarih")).toMatchObject({ value: 0.585, digits: 3, heat: 0.585 });
    expect(at("section Tarih")?.told).toContain("printed as 58.5%");
    expect(at("section Tarih")?.select).toBeUndefined();
    expect(at("section-macro")).toMatchObject({ value: 0.636, digits: 3 });
    expect(at("item-micro")).toMatchObject({ value: 0.6364, digits: 4 });
    expect(at("section law")).toEqual({ value: null, reason: "The paper does not print it." });
    expect(table.notes?.map(({ sign }) => sign)).toEqual(["P2"]);
  });

  it("stand beside nothing where no section has such a name", () => {
    expect(hasPublishedSections(boardOf(ROWS.slice(0, 1), [ALPHA]))).toBe(false);
  });
});
