import { expect, it, vi } from "vitest";
import { isBehind, mergeStates, type QueryState, type QueryStatus } from "./query-state";

const state = (status: QueryStatus, refreshing = false): QueryState => ({
  status,
  error: status === "error" ? new Error("no") : null,
  refreshing,
  retry: vi.fn(),
});

it.each([
  [["ready", "loading", "error"], "error"],
  [["ready", "loading"], "loading"],
  [["empty", "loading"], "loading"],
  // The first is what is drawn: what it stands beside does not fill it.
  [["empty", "ready"], "empty"],
  [["ready", "empty"], "ready"],
  [["empty", "empty"], "empty"],
  [[], "empty"],
] as const)("%j is %s", (statuses, merged) => {
  expect(mergeStates(statuses.map((s) => state(s))).status).toBe(merged);
});

it("retries what failed alone, and refreshes while any does", () => {
  const failed = state("error");
  const fine = state("ready", true);
  const merged = mergeStates([failed, fine]);
  expect(merged.refreshing).toBe(true);
  expect(merged.error?.message).toBe("no");
  merged.retry();
  expect(failed.retry).toHaveBeenCalledOnce();
  expect(fine.retry).not.toHaveBeenCalled();
});

it("is behind while rows are of an earlier question, or not whole", () => {
  expect(isBehind(state("ready"))).toBe(false);
  expect(isBehind(state("ready", true))).toBe(true);
  expect(isBehind({ ...state("ready"), partial: true })).toBe(true);
});
