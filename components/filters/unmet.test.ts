import { expect, it } from "vitest";
import type { Filters } from "@/lib/view-state/filters";
import { unmetText } from "./unmet";

const foo: Filters = [{ field: "model", values: ["foo"] }];

it("says what a link asks for in vain, and what is shown instead", () => {
  expect(unmetText([], foo, "scaling")).toBe(
    "Asked for by the link and not in these data: model “foo”; what is shown is as without a filter on model.",
  );
  expect(unmetText([{ field: "model", values: ["alpha"] }], foo, "scaling")).toBe(
    "Asked for by the link and not in these data: model “foo”; what is shown is the rest of what it asks for.",
  );
  const both: Filters = [...foo, { field: "padding", values: ["korean_list:front"] }];
  expect(unmetText([], both, "items")).toBe(
    "Asked for by the link and not in these data: model “foo” and padding “korean list front”; " +
      "what is shown is as without a filter on model and padding.",
  );
});

it("says nothing where nothing is missed, or where the filter would not act", () => {
  expect(unmetText(foo, [], "scaling")).toBeNull();
  expect(unmetText([], foo, "reference")).toBeNull();
  const outcome: Filters = [{ field: "outcome", values: ["odd"] }];
  expect(unmetText([], outcome, "scaling")).toBeNull();
  expect(unmetText([], outcome, "responses")).toContain("outcome “odd”");
});
