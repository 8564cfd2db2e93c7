import { describe, expect, it } from "vitest";
import { rowColumn } from "@/lib/rows/columns";
import { fileText, subtitleOf, titleOf } from "./sentences";
import type { ResponseList } from "./use-response-list";

const list = (change: Partial<ResponseList>, models = ["m"]) =>
  ({
    list: { plan: { scope: { models, benchmarks: ["b"], simulated: "none", leftOut: [] } } },
    total: 49_896,
    id: "",
    filters: [],
    where: [],
    sort: null,
    ...change,
  }) as unknown as ResponseList;

describe("titleOf", () => {
  it("says how many responses of whom, and of which outcome", () => {
    expect(titleOf(list({}))).toBe("49,896 responses of m");
    expect(titleOf(list({ total: 1 }, ["a", "c", "d"]))).toBe("1 response of 3 models");
    const filters = [{ field: "outcome" as const, values: ["unparsed", "out_of_range"] }];
    expect(titleOf(list({ filters }))).toBe("49,896 unparsed or out of range responses of m");
    expect(titleOf(null)).toBe("Responses");
  });
});

describe("subtitleOf", () => {
  it("tells every filter and the order", () => {
    const column = rowColumn("latency_ms");
    const text = subtitleOf(
      list({
        filters: [
          { field: "n_options", values: [10, 100] },
          { field: "environment", values: [null] },
        ],
        where: [
          { kind: "contains", column: "item_id", text: "한" },
          { kind: "range", column: "gold_pos", min: 3, max: null },
          { kind: "stated", column: "latency_ms", stated: true },
          { kind: "one_of", column: "correct", values: ["false"] },
        ],
        sort: column && { column, direction: "desc" },
      }),
    );
    expect(text).toBe(
      "b · N 10 and 100 · environment not stated · item with “한” · gold 3.. · latency stated · correct false · sorted by latency, descending",
    );
  });
});

it("speaks of a file only where there is one", () => {
  expect(fileText(2)).toBe("CSV holds all 2 responses");
  expect(fileText(0)).toBeNull();
});
