import { expect, it, vi } from "vitest";
import type { QueryStatus, RowsResult } from "./query-state";
import { joinTrials, trialsLacking } from "./trial-rows";

const result = (
  rows: readonly string[],
  { status = "ready", refreshing = false }: { status?: QueryStatus; refreshing?: boolean } = {},
): RowsResult<string> => ({
  status,
  rows,
  error: status === "error" ? new Error("no rows") : null,
  refreshing,
  retry: vi.fn(),
});
const LOADING = { status: "loading" } as const;
const FAILED = { status: "error" } as const;

it("shows the rows of the cubes until the whole ones are there", () => {
  const whole = result([], LOADING);
  const joined = joinTrials(result(["quick"]), whole);
  expect(joined).toMatchObject({ status: "ready", rows: ["quick"], refreshing: false });
  expect(joined.partial).toBe(true);
  expect(joined.lacking).toBe(whole);
});

it("never shows whole rows of an earlier question over present ones", () => {
  const joined = joinTrials(result(["quick"]), result(["earlier"], { refreshing: true }));
  expect(joined).toMatchObject({ rows: ["quick"], refreshing: false, partial: true });
});

it("shows the whole rows when they are there, whatever became of the first", () => {
  for (const cubes of [result(["quick"]), result([], LOADING), result([], FAILED)]) {
    const joined = joinTrials(cubes, result(["whole"]));
    expect(joined).toMatchObject({ status: "ready", rows: ["whole"], lacking: null });
    expect(joined.partial).toBeFalsy();
  }
});

it("keeps the rows of the cubes where the whole ones fail, tells why, and retries those", () => {
  const whole = result([], FAILED);
  const joined = joinTrials(result(["quick"]), whole);
  expect(joined).toMatchObject({ status: "ready", rows: ["quick"], partial: false });
  expect(joined.lacking?.error?.message).toBe("no rows");
  joined.retry();
  expect(whole.retry).toHaveBeenCalledOnce();
});

it("is loading or refreshing while both are", () => {
  expect(joinTrials(result([], LOADING), result([], LOADING)).status).toBe("loading");
  const earlier = result(["earlier"], { refreshing: true });
  const joined = joinTrials(earlier, result([], LOADING));
  expect(joined).toMatchObject({ status: "ready", rows: ["earlier"], refreshing: true });
});

it("is an error only where both failed", () => {
  expect(joinTrials(result([], FAILED), result([], LOADING)).status).toBe("loading");
  const cubes = result([], FAILED);
  const whole = result([], FAILED);
  const joined = joinTrials(cubes, whole);
  expect(joined.status).toBe("error");
  joined.retry();
  expect(cubes.retry).toHaveBeenCalledOnce();
  expect(whole.retry).toHaveBeenCalledOnce();
});

it("tells why what stands on trials may be absent: read, being read, or not to be had", () => {
  const cubes = result(["quick"]);
  expect(trialsLacking(joinTrials(cubes, result(["whole"])))).toBeNull();
  expect(trialsLacking(joinTrials(cubes, result([], LOADING)))).toBe("reading");
  expect(trialsLacking(joinTrials(cubes, result([], FAILED)))).toBe("failed");
});
