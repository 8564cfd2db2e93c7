import { describe, expect, it } from "vitest";
import { CLAUSE_ENDINGS, featuresOf, type Morpheme } from "./features";

/** "없/VA 어서/EC" as morphemes. */
const morphemes = (written: string): Morpheme[] =>
  written.split(" ").map((one) => {
    const [form = "", tag = ""] = one.split("/");
    return { form, tag };
  });

const features = (text: string, written: string, saiSiot = false) =>
  featuresOf(text, { morphemes: morphemes(written), saiSiot });

describe("features", () => {
  it("count an ending by its exact form: 어서 is not 서", () => {
    expect([...CLAUSE_ENDINGS]).toHaveLength(10);
    const written = "시간/NNG 이/JKS 없/VA 어서/EC 나/NP 는/JX 뛰/VV 었/EP 다/EF ./SF";
    expect(features("시간이 없어서 나는 뛰었다.", written)).toEqual({
      eojeol: 4,
      morphemes: 10,
      clause_endings: 1,
      high_confusion: 0,
      symbol: 1,
    });
  });

  it("count sentence-final and connective endings, and no other morpheme of such a form", () => {
    // 다 is an adverb first, 고 a noun, 면 an ending, 며 a particle here.
    const written = "다/MAG 고/NNG 오/VV 면/EC 며/JC 가/VV 고/EC 하/VV 다/EF";
    expect(features("다 고 오면 며 가고 하다", written).clause_endings).toBe(3);
  });

  it("flag dependent nouns, auxiliary predicates and linking ㅅ, whichever it is", () => {
    const flagged = (written: string, saiSiot?: boolean) =>
      features("x", written, saiSiot).high_confusion;
    expect(flagged("할/VV 수/NNB 있/VA")).toBe(1);
    expect(flagged("먹/VV 어/EC 보/VX")).toBe(1);
    // Irregular stems have a suffix to their tag.
    expect(flagged("싶/VX-I")).toBe(1);
    expect(flagged("바닷가/NNG", true)).toBe(1);
    expect(flagged("바다/NNG 가/VV")).toBe(0);
  });

  it("see a symbol in a full stop or a digit of any script", () => {
    const symbol = (text: string) => features(text, "x/NNG").symbol;
    expect([symbol("가다"), symbol("가다."), symbol("8시"), symbol("２시"), symbol("5%")]).toEqual([
      0, 1, 1, 1, 1,
    ]);
  });

  it("count eojeol by white space, however much of it", () => {
    expect(features(" 둘  셋\t넷 ", "x/NNG").eojeol).toBe(3);
  });
});
