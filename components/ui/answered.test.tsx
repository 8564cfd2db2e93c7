import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { QueryState } from "@/components/workspace/query-state";
import { Answered } from "./answered";

const opening = vi.hoisted(() => ({ kind: "open" }));
vi.mock("@/components/workspace/use-workspace", () => ({ useActivity: () => ({ opening }) }));

const state = (given: Partial<QueryState>): QueryState => ({
  status: "ready",
  error: null,
  refreshing: false,
  retry: vi.fn(),
  ...given,
});

const drawn = (given: Partial<QueryState>) =>
  renderToStaticMarkup(
    <Answered state={state(given)} what="the rows" brief failed="No rows" empty="none at all">
      the drawing
    </Answered>,
  );

it("draws the rows of the question that is asked, at rest", () => {
  expect(drawn({})).toContain("the drawing");
  expect(drawn({})).toContain('aria-busy="false"');
});

it("marks rows of an earlier question, and such as are not whole", () => {
  expect(drawn({ refreshing: true })).toMatch(/aria-busy="true".*the drawing/);
  expect(drawn({ partial: true })).toContain('aria-busy="true"');
});

it("says that it waits, or why there is nothing, and never leaves a failure out", () => {
  const waiting = drawn({ status: "loading" });
  expect(waiting).toContain("Computing the rows");
  expect(waiting).toContain('aria-busy="true"');
  opening.kind = "failed";
  expect(drawn({ status: "loading" })).not.toContain("Computing");
  opening.kind = "open";
  const failed = drawn({ status: "error", error: new Error("no engine") });
  expect(failed).toMatch(/role="alert".*No rows.*no engine.*Try again/);
  expect(drawn({ status: "empty" })).toContain("none at all");
  for (const status of ["loading", "error", "empty"] as const)
    expect(drawn({ status, error: new Error("no engine") })).not.toContain("the drawing");
});
