import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import type { Workspace } from "@/lib/metrics/workspace";
import { rowColumn, ROW_COLUMNS } from "./columns";
import { findRow, rankOf } from "./find";
import { keyOf } from "./key";
import { openRows } from "./list";
import type { RowFilters } from "./predicate";
import type { ViewRow } from "./row";
import { fillDesign, rowsOf, type TestDesign } from "./testing";

const design: TestDesign = {
  models: 3,
  environments: ["easy", "full"],
  optionCounts: [4, 25],
  paddings: ["none", "symbol:front"],
  items: 10,
  trials: 20,
};
/** A cell has 200 rows, an item of a cell 20: windows descend to items. */
const LEAF = { leafRows: 50 };
const ROWS = 4800;
const NOTHING: RowFilters = { filters: [], where: [] };

let engine: Engine;
let workspace: Workspace;
let everything: ViewRow[];
beforeAll(async () => {
  engine = await openNodeEngine();
  workspace = { engine, ensureRows: () => Promise.resolve() };
  await fillDesign(engine, design);
  const list = await openRows(workspace, { ...NOTHING, sort: null }, LEAF);
  everything = await list.window(0, rowsOf(design));
});
afterAll(() => engine.close());

const natural = (id: string) => (/^\d+$/.test(id) ? id.padStart(30, "0") : id);
function sortValue(row: ViewRow, id: string): string | number | null {
  const value = row[id as keyof ViewRow];
  if (id === "item_id") return natural(String(value));
  return typeof value === "boolean" ? Number(value) : value;
}
/** The order that the list must have, by a stable sort of all rows in memory. */
function ordered(rows: readonly ViewRow[], id: string, direction: "asc" | "desc"): ViewRow[] {
  return rows.toSorted((left, right) => {
    const [a, b] = [sortValue(left, id), sortValue(right, id)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = a < b ? -1 : a > b ? 1 : 0;
    return direction === "asc" ? order : -order;
  });
}
const places = (rows: readonly ViewRow[]) =>
  rows.map((r) => `${r.cell_ix}/${r.item_ix}/${r.trial}`);

describe("openRows", () => {
  it("lists every response once, in the order of the record", async () => {
    expect(rowsOf(design)).toBe(ROWS);
    expect(everything).toHaveLength(ROWS);
    expect(new Set(places(everything)).size).toBe(ROWS);
    const list = await openRows(workspace, { ...NOTHING, sort: null }, LEAF);
    expect(await list.total()).toBe(ROWS);
    const middle = await list.window(3011, 140);
    expect(places(middle)).toEqual(places(everything.slice(3011, 3151)));
  });

  it.each(ROW_COLUMNS.map((column) => column.id))(
    "windows of a sort by %s are those of the whole sorted list",
    async (id) => {
      const column = rowColumn(id);
      if (!column) throw new Error(id);
      for (const direction of ["asc", "desc"] as const) {
        const list = await openRows(workspace, { ...NOTHING, sort: { column, direction } }, LEAF);
        const expected = ordered(everything, id, direction);
        expect(await list.total()).toBe(expected.length);
        for (const offset of [0, 970, 2399, 4190, 4780]) {
          const window = await list.window(offset, 60);
          expect(places(window)).toEqual(places(expected.slice(offset, offset + 60)));
        }
      }
    },
  );

  it.each<[string, RowFilters, (row: ViewRow) => boolean]>([
    [
      "a facet of the run and one of the item",
      {
        filters: [
          { field: "model", values: ["model-1"] },
          { field: "section", values: [null, "section 2"] },
        ],
        where: [],
      },
      (r) => r.model === "model-1" && (r.section === null || r.section === "section 2"),
    ],
    [
      "an outcome",
      { filters: [{ field: "outcome", values: ["error", "unparsed"] }], where: [] },
      (r) => r.outcome === "error" || r.outcome === "unparsed",
    ],
    [
      "words, a range and a value of their columns",
      {
        filters: [{ field: "stem", values: [true] }],
        where: [
          { kind: "contains", column: "item_id", text: "1" },
          { kind: "range", column: "resp_pos", min: 2, max: 9 },
          { kind: "one_of", column: "correct", values: ["true"] },
        ],
      },
      (r) =>
        r.stem_negative === true &&
        r.item_id.includes("1") &&
        r.resp_pos !== null &&
        r.resp_pos >= 2 &&
        r.resp_pos <= 9 &&
        r.correct === true,
    ],
    [
      "what is not stated",
      { filters: [], where: [{ kind: "stated", column: "completion_tokens", stated: false }] },
      (r) => r.completion_tokens === null,
    ],
    [
      "an item by its whole id",
      { filters: [{ field: "item", values: ["7"] }], where: [] },
      (r) => r.item_id === "7",
    ],
    [
      "nothing at all",
      { filters: [{ field: "run", values: ["no such run"] }], where: [] },
      () => false,
    ],
  ])("keeps %s, under any sort", async (_name, filters, keeps) => {
    const kept = everything.filter(keeps);
    for (const id of [null, "n_options", "gold_pos", "latency_ms"]) {
      const column = id === null ? null : rowColumn(id);
      const sort = column ? { column, direction: "desc" as const } : null;
      const list = await openRows(workspace, { ...filters, sort }, LEAF);
      const expected = id === null ? kept : ordered(kept, id, "desc");
      expect(await list.total()).toBe(kept.length);
      for (const offset of [0, Math.floor(kept.length / 2)])
        expect(places(await list.window(offset, 30))).toEqual(
          places(expected.slice(offset, offset + 30)),
        );
    }
  });

  it("sorts more items than it counts one by one", async () => {
    const other = await openNodeEngine();
    try {
      const items = 9001;
      await fillDesign(other, {
        ...design,
        models: 2,
        environments: ["easy"],
        optionCounts: [10],
        paddings: ["none"],
        items,
        trials: 1,
      });
      const ws = { engine: other, ensureRows: () => Promise.resolve() };
      const column = rowColumn("item_id");
      if (!column) throw new Error("no column");
      const list = await openRows(ws, { ...NOTHING, sort: { column, direction: "desc" } }, LEAF);
      expect(await list.total()).toBe(2 * items);
      const ids = (await list.window(8001, 4)).map((row) => row.item_id);
      expect(ids).toEqual(["5001", "5000", "5000", "4999"]);
      const row = (await list.window(12_345, 1))[0];
      if (!row) throw new Error("no row");
      expect(await rankOf(ws, list.plan, row, {})).toBe(12_345);
    } finally {
      await other.close();
    }
  });

  it("leaves diagnostic scorers out until a scorer or run is named", async () => {
    await engine.exec(
      "UPDATE data.runs SET scorer = 'publisher', diagnostic = true WHERE run_ix = 2",
    );
    try {
      const totals: number[] = [];
      const leftOut: (readonly string[])[] = [];
      for (const filters of [
        [],
        [{ field: "scorer", values: ["publisher"] }],
        [{ field: "run", values: ["run-2", "run-1"] }],
      ] as RowFilters["filters"][]) {
        const list = await openRows(workspace, { filters, where: [], sort: null }, LEAF);
        totals.push(await list.total());
        leftOut.push(list.plan.scope.leftOut);
      }
      expect(leftOut).toEqual([["publisher"], [], []]);
      expect(totals).toEqual([3200, 1600, 3200]);
    } finally {
      await engine.exec(
        "UPDATE data.runs SET scorer = 'index-1', diagnostic = false WHERE run_ix = 2",
      );
    }
  });

  it("finds words whatever their case and composition", async () => {
    await engine.exec("UPDATE data.items SET item_id = 'İstanbul 한글' WHERE item_ix = 3");
    try {
      for (const [words, rows] of [
        ["한글".normalize("NFD"), 480],
        ["ISTANBUL", 480],
        ["ıstanbul", 0],
      ] as const) {
        const where = [{ kind: "contains", column: "item_id", text: words }] as const;
        const list = await openRows(workspace, { filters: [], where, sort: null }, LEAF);
        // Unicode's simple lower case, in every locale: İ and I meet, dotless ı stands apart.
        expect(await list.total()).toBe(rows);
      }
    } finally {
      await engine.exec("UPDATE data.items SET item_id = '4' WHERE item_ix = 3");
    }
  });

  it("treats quotes in filters as text", async () => {
    const where = [{ kind: "contains", column: "item_id", text: "' OR true --" }] as const;
    const list = await openRows(workspace, { filters: [], where, sort: null }, LEAF);
    expect(await list.total()).toBe(0);
  });

  it("rejects with the signal's reason when aborted, and reads on afterwards", async () => {
    const controller = new AbortController();
    const list = await openRows(workspace, { ...NOTHING, sort: null }, LEAF);
    controller.abort(new Error("another filter"));
    await expect(list.window(0, 10, controller.signal)).rejects.toThrow("another filter");
    expect(await list.window(0, 10)).toHaveLength(10);
  });
});

describe("findRow and rankOf", () => {
  it("finds a response by its key, and its rank in a list", async () => {
    for (const id of [null, "latency_ms", "completion_tokens", "item_id"]) {
      const column = id === null ? null : rowColumn(id);
      const sort = column ? { column, direction: "desc" as const } : null;
      const list = await openRows(workspace, { ...NOTHING, sort }, LEAF);
      for (const offset of [0, 1234, 4799]) {
        const [row] = await list.window(offset, 1);
        if (!row) throw new Error("no row");
        const found = await findRow(workspace, keyOf(row), {});
        expect(found).toEqual(row);
        expect(await rankOf(workspace, list.plan, row, {})).toBe(offset);
      }
    }
  });

  it("has no rank for a response that the filters leave out, and none for a key of nothing", async () => {
    const filters: RowFilters["filters"] = [{ field: "model", values: ["model-2"] }];
    const list = await openRows(workspace, { filters, where: [], sort: null }, LEAF);
    const [row] = everything;
    if (!row) throw new Error("no row");
    expect(await rankOf(workspace, list.plan, row, {})).toBeNull();
    expect(await findRow(workspace, { ...keyOf(row), trial: 999 }, {})).toBeNull();
    expect(await findRow(workspace, { ...keyOf(row), run_id: "gone" }, {})).toBeNull();
  });
});
