import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { Sheet } from "@/lib/audit/sheet";
import type { KeptSheets } from "./kept-sheets";
import { LabelView } from "./label-view";

const kept = vi.hoisted((): { now: Partial<KeptSheets> } => ({ now: {} }));
vi.mock("./kept-sheets", () => ({
  useKeptSheets: () => ({ sheets: [], torn: [], open: null, refused: null, ...kept.now }),
}));
const sheet = { record_set: "R1", benchmark: "b", seed: "42", items: [] } as unknown as Sheet;

it("tells a sheet that cannot be read from one whose work cannot be", () => {
  kept.now = { unreadable: 1, torn: [] };
  const unread = renderToStaticMarkup(<LabelView />);
  expect(unread).toContain("1 kept sheet cannot be read: open its file again.");
  expect(unread).not.toContain("Forget");
  kept.now = { unreadable: 0, torn: [{ id: "s", sheet, text: "{" }] };
  const torn = renderToStaticMarkup(<LabelView />);
  expect(torn).not.toContain("open its file again");
  for (const text of ["Its work cannot be read", "Save what is kept", "Forget"])
    expect(torn).toContain(text);
});
