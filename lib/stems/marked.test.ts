import { describe, expect, it } from "vitest";
import { storedEvidence } from "./flag";
import { markedStem } from "./marked";

const shown = (stem: string, evidence: string | null) =>
  markedStem(stem, storedEvidence(evidence))
    .map(({ text, marked }) => (marked ? `[${text}]` : text))
    .join("");

describe("a stem in a list", () => {
  it("has the forms marked that its rule finds", () => {
    expect(shown("Hangisi yanlış değildir?", "tr-appendix-b-1: yanlış, değildir")).toBe(
      "Hangisi [yanlış] [değildir]?",
    );
    expect(shown("Which is a metal?", "en-1")).toBe("Which is a metal?");
  });

  it("has nothing marked where the file flagged, or nothing says who did", () => {
    expect(shown("Which is NOT a metal?", "given")).toBe("Which is NOT a metal?");
    expect(shown("Which is NOT a metal?", null)).toBe("Which is NOT a metal?");
  });

  it("is cut at its front, between words, where much stands before the question", () => {
    const long = `${"The man walked on and on. ".repeat(40)}Which is NOT a metal?`;
    const text = shown(long, "en-1: NOT");
    expect(text.endsWith("walked on and on. Which is [NOT] a metal?")).toBe(true);
    expect(text.length).toBeLessThan(200);
    expect(text.startsWith("… ")).toBe(true);
    expect(shown(`${"x".repeat(400)}. Which is NOT it?`, "en-1: NOT")).toBe("… Which is [NOT] it?");
  });
});
