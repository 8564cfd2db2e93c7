import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { shownPairs } from "@/lib/chart-models/paired";
import type { ResponseKey } from "@/lib/rows/key";
import type { PairedItem } from "@/lib/rows/paired-item";
import { exampleRow } from "@/lib/rows/testing";
import { manifest } from "@/tests/helpers/stage";
import { pairedRow } from "@/tests/chart-rows";
import { PairItem } from "./pair-item";

const ready = { status: "ready", error: null, refreshing: false, retry: vi.fn() };
const read = vi.hoisted((): { item: PairedItem | null } => ({ item: null }));
vi.mock("./use-pair-items", () => ({ usePairItem: () => ({ ...ready, rows: [read.item] }) }));
vi.mock("@/components/workspace/use-workspace", () => ({
  useActivity: () => ({ opening: { kind: "open" } }),
}));
vi.mock("../responses/use-raw-text", () => ({
  useRawText: (key: ResponseKey) => ({
    ...ready,
    rows: [
      {
        raw: {
          ...{ key, text: null, reasoning: null, request: null, response_body: null },
          label_logprobs: null,
          item: {
            ...{ stem: `stem of ${key.run_id}`, target: null, target_base: null },
            ...{ options: [], key: null },
          },
        },
        run: { run_id: key.run_id, source: "s", manifest: manifest(key.run_id, "paired") },
      },
    ],
  }),
}));

const [pair] = shownPairs([pairedRow()]);
const five = exampleRow({ run_id: "r5", section: "law", stem_negative: true, item_hash: "x" });
const ten = exampleRow({ run_id: "r10", section: "art", stem_negative: false, item_hash: "y" });

function drawn(item: PairedItem): string {
  read.item = item;
  return renderToStaticMarkup(
    <PairItem
      pair={pair!}
      itemId={item.item_id}
      index={0}
      total={1}
      onMove={vi.fn()}
      onClose={vi.fn()}
    />,
  );
}
const times = (html: string, text: string) => html.split(text).length - 1;

it("shows one question for both sides where both were asked the same", () => {
  const html = drawn({ item_id: "q", a: [five], b: [{ ...ten, item_hash: "x" }] });
  expect(times(html, "stem of r5")).toBe(1);
  expect(html).not.toContain("stem of r10");
  expect(html).toContain("law · flagged stem · ");
});

it("shows each side its own question, section and flag where one id stands for two questions", () => {
  const html = drawn({ item_id: "q", a: [five], b: [ten] });
  const second = html.indexOf('aria-label="ten-permuted (N=10)"');
  expect(html.indexOf("stem of r5")).toBeLessThan(second);
  expect(html.indexOf("stem of r10")).toBeGreaterThan(second);
  expect(html.indexOf("law · flagged stem")).toBeLessThan(second);
  expect(html.indexOf("art · unflagged stem")).toBeGreaterThan(second);
  expect([times(html, "stem of"), times(html, "flagged stem")]).toEqual([2, 2]);
});
