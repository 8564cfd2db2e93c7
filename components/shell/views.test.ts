import { expect, it } from "vitest";
import { VIEWS } from "@/lib/view-state/state";
import { COMMON, VIEW_GROUPS } from "./views";

it("shows the tab of every view once, in the order in which brackets walk", () => {
  expect([...VIEW_GROUPS, COMMON].flatMap(({ views }) => views)).toEqual([...VIEWS]);
});
