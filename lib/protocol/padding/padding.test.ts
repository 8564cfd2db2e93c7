import { describe, expect, it } from "vitest";
import { P1_DATA } from "@/lib/reference/p1-data";
import { planOf } from "../plan";
import { presenterOf } from "../present";
import { renderPrompt } from "../prompts/render";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "../testing";
import { countTokens } from "../tokens";
import { paddingTokens } from "./table";
import { paddingText } from "./texts";
import { PADDING_NAMES, PADDING_TYPES, paddingNamed } from "./types";

const COUNTS = ["n_4", "n_10", "n_20", "n_50", "n_100"] as const;

/** What a type adds in Table 9, by environment and N: the most frequent value. */
function mostFrequentDifference(type: string): number {
  const differences = (["easy", "full"] as const).flatMap((env) => {
    const row = (padding: string) =>
      P1_DATA.table9.find((r) => r.env === env && r.padding === padding)!;
    return COUNTS.map((n) => row(type)[n] - row("none")[n]);
  });
  const counts = Map.groupBy(differences, (difference) => difference);
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]![0];
}

describe("paddings", () => {
  it("are four types at two placements each", () => {
    expect(PADDING_NAMES).toHaveLength(9);
    expect(paddingNamed("none")).toBeNull();
    expect(paddingNamed("symbol:back")).toEqual({ type: "symbol", placement: "back" });
    expect(() => paddingNamed("symbol:middle")).toThrow(
      /^No padding "symbol:middle". There are: none,/,
    );
  });

  it("are as long as the paper's, within one percent, and equally long at both placements", () => {
    const table = paddingTokens();
    expect(table).toHaveLength(8);
    for (const { type, tokens, published, difference } of table) {
      expect(published).toBe(mostFrequentDifference(type));
      expect(tokens).toBe(countTokens(paddingText(type)));
      expect(difference).toBe(tokens - published);
      expect(Math.abs(difference) / published).toBeLessThan(0.01);
    }
  });

  it("are pinned: another text is another protocol", () => {
    expect(paddingTokens().map(({ tokens }) => tokens)).toEqual([
      2650, 2650, 1991, 1991, 2408, 2408, 1649, 1649,
    ]);
  });

  it.each(PADDING_TYPES)("of type %s add their tokens to a prompt, wherever they stand", (type) => {
    const paddings = ["none", `${type}:front`, `${type}:back`];
    for (const [spec, set] of [
      [sampledSpec({ paddings, prompt: "error-ko" }), sampledSet()],
      [fixedSpec({ paddings }), fixedSet()],
    ] as const) {
      const plan = planOf(spec, set);
      const present = presenterOf(spec, set);
      const render = renderPrompt(spec, set);
      const lengths = [0, 1, 2].map((index) =>
        countTokens(render(present(plan.keys(plan.chunk(index))[0]!))[0]!.content),
      );
      const added = paddingTokens().find((row) => row.type === type)!.tokens;
      expect(lengths.map((tokens) => tokens - lengths[0]!)).toEqual([0, added, added]);
    }
  });

  it("hold no sentence and no word twice", () => {
    for (const type of ["korean_text", "english_text"] as const) {
      const sentences = paddingText(type)
        .trim()
        .split(/(?<=[.?])\s+/);
      expect(sentences.length).toBeGreaterThan(50);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
    const words = paddingText("korean_list").trim().split(/, |\n/);
    expect(new Set(words).size).toBe(words.length);
  });
});
