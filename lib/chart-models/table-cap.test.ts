import { expect, it } from "vitest";
import { scalingRow } from "@/tests/chart-rows";
import { scalingTable } from "./scaling-table";
import { capRows } from "./table-cap";

const table = scalingTable(
  [0.2, null, 0.9, 0.5].map((na, i) => scalingRow({ na, model: `m${i}`, series_id: `s${i}` })),
);
const names = (rows: typeof table.rows) => rows.map(({ cells }) => cells.model?.value);

it("sorts all rows before it shows some, the undefined last in both directions", () => {
  const of = (direction: "asc" | "desc", limit = 4) =>
    names(capRows(table, { column: "na", direction }, limit).table.rows);
  expect(of("asc", 3)).toEqual(["m0", "m3", "m2"]);
  expect(of("desc", 3)).toEqual(["m2", "m3", "m0"]);
  expect(names(capRows(table, { column: "colour", direction: "asc" }, 2).table.rows)).toEqual([
    "m0",
    "m1",
  ]);
});

it("says how many of how many rows are shown, to the screen and to an image", () => {
  expect(capRows(table, null, 3)).toMatchObject({
    note: expect.stringContaining("Shown: 3 of 4 rows. A heading sorts all") as string,
    shown: "Shown: 3 of 4 rows.",
  });
  expect(capRows(table, null, 4)).toMatchObject({ note: null, shown: null });
});
