import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { openWasmEngine } from "@/tests/helpers/wasm-engine";
import { ROW_COLUMNS } from "./columns";
import { findRow, rankOf } from "./find";
import { keyOf } from "./key";
import { openRows } from "./list";
import type { RowFilters } from "./predicate";
import { fillDesign } from "./testing";
import { columnValues } from "./values";

const design = {
  models: 2,
  environments: ["easy"],
  optionCounts: [4, 25],
  paddings: ["none"],
  items: 6,
  trials: 15,
};
const FILTERS: readonly RowFilters[] = [
  { filters: [], where: [] },
  {
    filters: [{ field: "stem", values: [true] }],
    where: [
      { kind: "contains", column: "item_id", text: "1" },
      { kind: "range", column: "latency_ms", min: 10, max: null },
    ],
  },
];

let engines: [Engine, Engine];
beforeAll(async () => {
  engines = [await openNodeEngine(), await openWasmEngine()];
  for (const engine of engines) await fillDesign(engine, design);
}, 60_000);
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

/** What the view reads of one list: its length, a window, a row by key, its rank. */
async function read(engine: Engine, filters: RowFilters, sorted: string) {
  const workspace = { engine, ensureRows: () => Promise.resolve() };
  const column = ROW_COLUMNS.find((candidate) => candidate.id === sorted);
  if (!column) throw new Error(sorted);
  const sort = { column, direction: "desc" as const };
  const list = await openRows(workspace, { ...filters, sort }, { leafRows: 20 });
  const window = await list.window(7, 9);
  const row = window.at(-1);
  if (!row) throw new Error("no row");
  return {
    total: await list.total(),
    window,
    found: await findRow(workspace, keyOf(row), {}),
    rank: await rankOf(workspace, list.plan, row, {}),
    values: await columnValues(workspace, column, {}),
  };
}

/** One column of every kind of key and bucket. */
const KINDS = [
  "item_id",
  "model",
  "n_options",
  "section",
  "stem_negative",
  "permutation",
  "resp_pos",
  "outcome",
  "correct",
  "completion_tokens",
  "latency_ms",
  "item_hash",
  "options_hash",
];

it.each(KINDS)("the browser's DuckDB reads the same under a sort by %s", async (id) => {
  for (const filters of FILTERS) {
    const [native, wasm] = [
      await read(engines[0], filters, id),
      await read(engines[1], filters, id),
    ];
    expect(native.rank).toBe(15);
    expect(wasm).toEqual(native);
  }
});
