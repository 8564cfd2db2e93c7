import { describe, expect, it } from "vitest";
import { bubbleRow, positionsRow, scalingRow } from "@/tests/chart-rows";
import { prepareOverview } from "./overview";
import { overviewTable } from "./overview-table";
import { assignStyles } from "./palette";
import { publishedId, publishedStyles, withPublishedRows } from "./published";
import { publishedModel, withPublishedOverview } from "./published-overview";
import { publishedPadding } from "./published-padding";
import { publishedPositionsRows } from "./published-positions";
import { publishedScalingRows } from "./published-scaling";
import { publishedTable } from "./published-table";
import { TABLES } from "@/lib/reference/papers";
import { positionsTable } from "./positions-table";
import { prepareScaling, type ScalingOptions } from "./scaling";
import { scalingTable } from "./scaling-table";

const PRO = "Gemini-3-Pro-preview";
const SCALING = [4, 10, 100].flatMap((n_options) => [
  scalingRow({ n_options, na: 0.7 }),
  scalingRow({ model: PRO, series_id: "s-pro", n_options, na: 0.9 }),
]);
const STYLES = assignStyles(SCALING);
const OPTIONS: ScalingOptions = {
  metric: "na",
  scale: "linear",
  interval: "item",
  styles: STYLES,
  fixed: new Set<string>(),
  hidden: [],
  published: true,
};
const curveOf = (options: Partial<ScalingOptions>, model = PRO) =>
  prepareScaling(SCALING, { ...OPTIONS, ...options })
    .panels[0]?.series.find((series) => series.id === publishedId(model))
    ?.points.map(({ x, y, low, high }) => [x, y, low, high]);

const curvePoint = (options: Partial<ScalingOptions>) =>
  prepareScaling(SCALING, { ...OPTIONS, ...options })
    .panels[0]?.series.find((series) => series.id === publishedId(PRO))
    ?.points.at(-1);

describe("published styles", () => {
  it("share the colour of the model of the same name, dashed and hollow", () => {
    const styles = publishedStyles(STYLES);
    expect(styles.size).toBe(5);
    expect(styles.get(PRO)).toEqual({ ...STYLES.get(PRO), dash: "dashed", hollow: true });
    const colours = [...styles.values()].map(({ colour }) => colour);
    expect(new Set([...colours, STYLES.get("alpha")?.colour]).size).toBe(6);
  });

  it("leave the styles of the data alone", () => {
    const figure = prepareScaling(SCALING, OPTIONS);
    for (const { label, style } of figure.legend.slice(0, 2))
      expect(style).toEqual(STYLES.get(label));
  });
});

describe("published curves against N", () => {
  it("draw Table 13 with its intervals over items", () => {
    expect(curveOf({})).toEqual([
      [4, 0.9842, 0.961, 1.0073],
      [10, 0.9616, 0.9212, 1.002],
      [20, 0.9423, 0.885, 0.9996],
      [50, 0.8879, 0.7996, 0.9762],
      [100, 0.8557, 0.7669, 0.9446],
    ]);
  });

  it("draw Table 2 under the trial interval, and no interval that is another", () => {
    expect(curveOf({ interval: "trial" })?.at(-1)).toEqual([100, 0.856, 0.8348, 0.8752]);
    expect(curveOf({ interval: "iqr" })?.[0]).toEqual([4, 0.9842, null, null]);
  });

  it("never join two tables in one curve: Table 2 prints NA at 4 and 100 options alone", () => {
    expect(curveOf({ interval: "trial" })?.slice(1, 4)).toEqual([
      [10, null, null, null],
      [20, null, null, null],
      [50, null, null, null],
    ]);
    const markOf = (options: Partial<ScalingOptions>) =>
      prepareScaling(SCALING, { ...OPTIONS, ...options })
        .panels[0]?.series.filter(({ style }) => style.hollow)
        .map(({ mark }) => mark);
    expect(new Set(markOf({ interval: "trial" }))).toEqual(new Set(["point"]));
    expect(new Set(markOf({ interval: "item" }))).toEqual(new Set(["line"]));
  });

  it("tell in the notes which table is drawn, whose items they are, and where the paper disagrees", () => {
    const notes = (options: Partial<ScalingOptions>) =>
      prepareScaling(SCALING, { ...OPTIONS, ...options }).notes.join(" ");
    const items = notes({});
    expect(items).toContain("those of Table 13");
    expect(items).toContain("whatever its benchmark");
    expect(items).toContain("(a) Full, Gemini-3-Pro, NA at 100");
    expect(items).not.toContain("(i)");
    const trials = notes({ interval: "trial" });
    expect(trials).toContain("printed at 4 and 100 options");
    expect(trials).toContain("(i) These intervals over trials are wider");
    // A curve that is switched off takes its marks along.
    const off = ["Gemini-3-Pro-preview", "Gemini-2.5-Flash", "A.X-4.0", "HyperCLOVAX-Think"];
    expect(notes({ interval: "trial", hidden: off.map(publishedId) })).not.toContain("(i)");
    expect(notes({ metric: "accuracy" })).toContain("(b) Full, Gemini-3-Pro");
    expect(notes({ published: false })).toBe("");
  });

  it("carry their marks to the read-out", () => {
    const panel = prepareScaling(SCALING, { ...OPTIONS, interval: "trial" }).panels[0];
    const points = panel?.series.find(({ id }) => id === publishedId(PRO))?.points;
    // Value and interval of Table 2: a, and i.
    expect(points?.at(-1)?.signs).toBe("a,i");
    expect(points?.[0]?.signs).toBeUndefined();
    expect(curvePoint({ metric: "accuracy" })?.signs).toBe("b");
  });

  it("draw accuracy where the paper prints it alone", () => {
    expect(curveOf({ metric: "accuracy" })?.map(([, y]) => y)).toEqual([
      0.9881,
      null,
      null,
      null,
      0.8574,
    ]);
  });

  it("stand in the legend, where they can be switched off", () => {
    const figure = prepareScaling(SCALING, { ...OPTIONS, hidden: [publishedId(PRO)] });
    const entry = figure.legend.find(({ id }) => id === publishedId(PRO));
    expect(entry).toMatchObject({ label: `${PRO}, published (P1)`, state: "hidden" });
    expect(figure.panels[0]?.series.map(({ id }) => id)).not.toContain(publishedId(PRO));
    expect(figure.panels[0]?.series).toHaveLength(2 + 4);
    expect(figure.labels).toBe("legend");
  });

  it("are absent where the environment is none of the paper's, and unless asked for", () => {
    const other = SCALING.map((row) => ({ ...row, environment: "hard" }));
    expect(prepareScaling(other, OPTIONS).legend).toHaveLength(2);
    expect(prepareScaling(SCALING, { ...OPTIONS, published: false }).legend).toHaveLength(2);
  });

  it("have rows of their own in the table, with marks and notes", () => {
    const rows = publishedScalingRows(["full"], [4, 100]);
    expect(rows).toHaveLength(25);
    const table = withPublishedRows(scalingTable(SCALING), rows);
    const row = table.rows.find(({ id }) => id === `published|full|${PRO}|100`);
    expect(row?.cells.na).toMatchObject({ value: 0.8557, digits: 4, signs: "a" });
    expect(row?.cells.na?.aside).toBe("T2 0.8560");
    expect(row?.cells.na_trial_ci).toMatchObject({ value: [0.8348, 0.8752], signs: "a,i" });
    expect(row?.cells.accuracy?.value).toBe(0.8574);
    expect(row?.select).toBeNull();
    expect(table.notes?.map(({ sign }) => sign)).toContain("i");
    expect(table.notes?.[0]?.sign).toBe("P1");
    expect(withPublishedRows(scalingTable(SCALING), []).notes).toBeUndefined();
    for (const { id } of table.columns) expect(row?.cells[id], id).toBeDefined();
  });
});

describe("published rows of the other views", () => {
  it("stand under each board of the paper's environments", () => {
    const boards = prepareOverview({
      scaling: SCALING,
      bubble: [bubbleRow()],
      items: [],
      accuracy: [],
      paired: [],
      presented: [],
      fixed: new Set(),
      diagnosticScorers: [],
    });
    const table = withPublishedOverview(overviewTable(boards), boards);
    expect(table.rows).toHaveLength(2 + 5);
    const row = table.rows.find(({ id }) => publishedModel(id) === PRO);
    expect(row?.cells.na_low?.value).toBe(0.9842);
    expect(row?.cells.na).toMatchObject({
      value: 0.856,
      aside: "[0.8348, 0.8752] over trials",
      signs: "a,i",
    });
    // The interval beside each of these carries a mark that its value does not.
    for (const model of ["Gemini-2.5-Flash", "A.X-4.0", "HyperCLOVAX-Think"])
      expect(
        table.rows.find(({ id }) => publishedModel(id) === model)?.cells.na?.signs?.split(","),
        model,
      ).toContain("i");
    expect(row?.cells.bi).toMatchObject({ value: 0.1313, signs: "a" });
    expect(table.rows[0]?.cells.na_low).toMatchObject({ value: 0.9, aside: "N=4" });
  });

  it("give the diagnostics of Table 14, what Tables 2 and 4 print beside them", () => {
    const rows = publishedPositionsRows(["full"], 100, 10);
    const table = withPublishedRows(positionsTable([positionsRow()], [], [], 10), rows);
    const row = rows.find(({ id }) => id === "published|full|EXAONE-4.0-32B");
    expect(row?.cells.entropy).toMatchObject({ value: 0.843, aside: "T4 0.79", signs: "c" });
    expect(row?.cells.slope).toMatchObject({ value: -0.045, aside: "T2 \u22120.0488" });
    expect(row?.cells.delta_pfi?.value).toBe(0.312);
    for (const { id } of table.columns) expect(row?.cells[id], id).toBeDefined();
    expect(publishedPositionsRows(["full"], 100, 5)[0]?.cells.delta_pfi?.value).toBeNull();
    expect(publishedPositionsRows(["full"], 50, 10)).toEqual([]);
  });

  it("give what the paper prints about padding", () => {
    const [row] = publishedPadding(["easy"]).filter(({ model }) => model === "HyperCLOVAX-Think");
    expect(row?.spread?.value).toBe(0.473);
    expect(row?.worstType).toBe("english_text");
    expect(row?.worstByType.get("symbol")?.value).toBe(-0.155);
    expect(row?.mechanism.get("english_text")?.get("ks")?.value).toBe(0.243);
    expect(publishedPadding(["full"])[0]?.mechanism.size).toBe(0);
  });
});

describe("a published table", () => {
  it("has a cell in every column, printed digits, and a note for every sign", () => {
    for (const table of TABLES) {
      const model = publishedTable(table);
      for (const row of model.rows)
        for (const { id } of model.columns)
          expect(row.cells[id], `${table.id} ${id}`).toBeDefined();
      const signs = model.rows.flatMap((row) =>
        Object.values(row.cells).flatMap((cell) => cell.signs?.split(",") ?? []),
      );
      expect([...new Set(signs)].sort()).toEqual((model.notes ?? []).map(({ sign }) => sign));
    }
  });
});
