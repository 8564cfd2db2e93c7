import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf, measure, type ReadStem } from "@/tests/helpers/stems";
import { evidenceText, GIVEN, NO_FLAG, stemFlag, storedEvidence } from "./flag";
import { languageOfBenchmark, ruleNamed, ruleOfLanguage, STEM_RULES } from "./rules";

const PIECES = [
  "hangi",
  "değildir",
  "i\u0307",
  "I",
  "İ",
  "not",
  "Which",
  " is ",
  "않은 것",
  "\u0306",
  "? ",
  "．",
  "\n",
  "𝐀",
  "yapılmamıştır",
];

describe("every rule", () => {
  it.each(STEM_RULES.map((rule) => [rule.name, rule] as const))(
    "%s gives spans of the composed text, in order, within the question sentence",
    (_, rule) => {
      const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "grapheme" }));
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
          const { text, sentence, evidence, negative } = rule.read(pieces.join(""));
          expect(text).toBe(text.normalize("NFC"));
          expect(negative).toBe(evidence.length > 0);
          let from = sentence.start;
          for (const { start, end, form } of evidence) {
            expect(start).toBeGreaterThanOrEqual(from);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(sentence.end);
            expect(text.slice(start, end)).toBe(form);
            from = end;
          }
          expect(rule.read(text)).toEqual(rule.read(pieces.join("")));
        }),
        { numRuns: 150 },
      );
    },
  );

  it("is found by name and by language; of Turkish the published one flags", () => {
    expect(STEM_RULES.map(({ name }) => ruleNamed(name)?.name)).toEqual([
      "tr-appendix-b-1",
      "tr-extended-1",
      "en-1",
      "ko-1",
    ]);
    expect(ruleNamed("en-0")).toBeUndefined();
    expect(ruleOfLanguage("tr-TR")?.name).toBe("tr-appendix-b-1");
    expect(ruleOfLanguage("KO")?.name).toBe("ko-1");
    expect(ruleOfLanguage("de")).toBeNull();
    expect(languageOfBenchmark("mmlu-pro")).toBe("en");
    expect(languageOfBenchmark("imported")).toBeNull();
  });
});

describe("a flag", () => {
  it("is the file's where it states one, else the rule's; null without stem or rule", () => {
    const stem = "Which is NOT a metal? ";
    expect(stemFlag(stem, "en")).toEqual({ stem_negative: true, stem_evidence: "en-1: NOT" });
    expect(stemFlag("Which is a metal?", "en")).toEqual({
      stem_negative: false,
      stem_evidence: "en-1",
    });
    expect(stemFlag(stem, "en", false)).toEqual({ stem_negative: false, stem_evidence: GIVEN });
    expect(stemFlag(stem, null, true)).toEqual({ stem_negative: true, stem_evidence: GIVEN });
    expect(stemFlag(null, "ko")).toEqual(NO_FLAG);
    expect(stemFlag(stem, "de")).toEqual(NO_FLAG);
  });

  it("keeps rule and forms in one text, which is read back", () => {
    const reading = ruleNamed("tr-appendix-b-1")!.read("Hangisi yanlış değildir?");
    expect(evidenceText(reading)).toBe("tr-appendix-b-1: yanlış, değildir");
    expect(storedEvidence(evidenceText(reading))).toEqual({
      by: "tr-appendix-b-1",
      forms: ["yanlış", "değildir"],
    });
    expect(storedEvidence("en-1")).toEqual({ by: "en-1", forms: [] });
    expect(storedEvidence(null)).toEqual({ by: null, forms: [] });
  });
});

/** The numbers of docs/negative-stems.md. */
describe("measured on stems that were read", () => {
  const turkish = linesOf<ReadStem>("turkish-300");
  const sure = turkish.filter(({ arguable }) => arguable === undefined);
  const counts = (name: string, stems: readonly ReadStem[]) => {
    const { precision, recall } = measure(ruleNamed(name)!, stems);
    return [precision.hits, precision.of, recall.hits, recall.of];
  };

  it("the published Turkish rule", () => {
    expect(counts("tr-appendix-b-1", turkish)).toEqual([99, 102, 99, 110]);
    expect(counts("tr-appendix-b-1", sure)).toEqual([98, 100, 98, 102]);
  });

  it("the extended Turkish rule", () => {
    expect(counts("tr-extended-1", turkish)).toEqual([103, 104, 103, 110]);
    expect(counts("tr-extended-1", sure)).toEqual([102, 102, 102, 102]);
  });

  it("English", () => {
    expect(counts("en-1", linesOf("mmlu-pro-drawn-100"))).toEqual([3, 3, 3, 5]);
    const { precision, wronglyFlagged } = measure(
      ruleNamed("en-1")!,
      linesOf("mmlu-pro-flagged-100"),
    );
    expect([precision.hits, precision.of]).toEqual([99, 100]);
    expect(wronglyFlagged).toEqual(["8819"]);
  });
});
