import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewOf } from "./view";

/** Texts in which normalisation has something to do. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom("Ａ", "Ⓑ", "①", "ﬁ", "한", "한", "e\u0301", "İ", "I\u0307", "½", "㎏", "🅰"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("viewOf", () => {
  it("is NFKC", () => {
    fc.assert(
      fc.property(texts, (source) => {
        expect(viewOf(source).text).toBe(source.normalize("NFKC"));
      }),
      { numRuns: 2000 },
    );
  });

  it("leads every span back to a span of the source", () => {
    fc.assert(
      fc.property(texts, fc.nat(80), fc.nat(80), (source, a, b) => {
        const view = viewOf(source);
        const [start = 0, end = 0] = [a, b]
          .map((n) => n % (view.text.length + 1))
          .sort((x, y) => x - y);
        const evidence = view.evidence(start, end);
        expect(evidence.text).toBe(source.slice(evidence.start, evidence.end));
        // The source span holds all that the normalised span was made from.
        if (start < end)
          expect(evidence.text.normalize("NFKC")).toContain(view.text.slice(start, end));
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps what stands around a changed piece apart from it", () => {
    const view = viewOf("答案：Ｂ。");
    expect(view.text).toBe("答案:B。");
    expect(view.evidence(3, 4)).toEqual({ start: 3, end: 4, text: "Ｂ" });
    const wide = viewOf("㎏B");
    expect(wide.text).toBe("kgB");
    expect(wide.evidence(2, 3).text).toBe("B");
    expect(wide.evidence(1, 2).text).toBe("㎏");
  });
});
