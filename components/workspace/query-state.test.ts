import { expect, it, vi } from "vitest";
import { answeredRows, type RowsResult } from "./query-state";

const asked = (given: Partial<RowsResult<number>>): RowsResult<number> => ({
  ...{ status: "ready", error: null, refreshing: false, retry: vi.fn(), rows: [1] },
  ...given,
});

it("has the rows of the question that is asked, none of an earlier one, of a part, or of a failure", () => {
  expect(answeredRows(asked({}))).toEqual([1]);
  expect(answeredRows(asked({ status: "empty", rows: [] }))).toEqual([]);
  expect(answeredRows(asked({ refreshing: true }))).toBeNull();
  expect(answeredRows(asked({ partial: true }))).toBeNull();
  expect(answeredRows(asked({ status: "loading", rows: [] }))).toBeNull();
  expect(answeredRows(asked({ status: "error", error: new Error("gone") }))).toBeNull();
});
