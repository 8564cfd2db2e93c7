import { expect, it } from "vitest";
import type { TableModel } from "@/lib/chart-models/table-model";
import { toldOf } from "./heat-table";

const table: TableModel = { caption: "by section", columns: [], groups: [], rows: [] };

it("tells of a cell as long as its table stands, and of none of the table before", () => {
  const told = { table, text: "law, m: 0.500, 10 responses" };
  expect(toldOf(told, table)).toBe("law, m: 0.500, 10 responses");
  expect(toldOf(told, { ...table })).toBeNull();
  expect(toldOf(null, table)).toBeNull();
});
