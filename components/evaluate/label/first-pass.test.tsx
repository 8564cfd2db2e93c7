import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { SheetItem } from "@/lib/audit/sheet";
import { NO_WORK, workOn } from "@/lib/audit/work";
import { FirstPass } from "./first-pass";

const TEXTS = ["one", "two", "three", "four"];
const item = (key: number, borrowed: readonly number[], order: readonly number[]): SheetItem => ({
  item_id: "q1",
  item_hash: null,
  section: "s",
  stratum: "s",
  weight: 1,
  stem: "Which?",
  // The same texts on the screen, whatever their places in the item's own list.
  options: TEXTS.map((_, at) => ({
    text: TEXTS[order.indexOf(at)] ?? "",
    origin: borrowed.includes(at) ? ("borrowed" as const) : ("original" as const),
  })),
  key,
  order: [...order],
});
const markup = (of: SheetItem) =>
  renderToStaticMarkup(<FirstPass id="sheet" item={of} own={workOn(NO_WORK, "q1")} />);

it("shows the same of an item whatever its key, its origins and the places in its own list", () => {
  const shown = markup(item(0, [2, 3], [0, 1, 2, 3]));
  expect(shown).toContain("three");
  expect(markup(item(3, [2, 3], [0, 1, 2, 3]))).toBe(shown);
  expect(markup(item(0, [1], [0, 1, 2, 3]))).toBe(shown);
  expect(markup(item(0, [2, 3], [3, 1, 0, 2]))).toBe(shown);
});
