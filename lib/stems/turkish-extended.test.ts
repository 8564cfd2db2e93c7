import { describe, expect, it } from "vitest";
import { linesOf } from "@/tests/helpers/stems";
import { turkishExtended } from "./turkish-extended";

const negative = (stem: string) => turkishExtended.read(stem).negative;

describe("tr-extended-1", () => {
  it("differs from the published rule's wording in three of its stems, as it should", () => {
    const lines = linesOf<{ id: string; stem: string; flagged: boolean }>("turkish-rule");
    const other = lines.filter(({ stem, flagged }) => negative(stem) !== flagged);
    // çıkmaz sokak (attributive), yapılmamıştır (negative past), namazlar (a noun).
    expect(other.map(({ id }) => id)).toEqual(["ns34", "ns40", "ns44"]);
  });

  it.each([
    ["Bu parçada hangisine değinilmemiştir?", true],
    ["Hangileri savaşa katılmamışlardır?", true],
    ["Hangi ülke bu antlaşmayı imzalamadı?", true],
    ["Hangi ülkeler bu antlaşmayı imzalamadılar?", true],
    ["Hangi öğrenci eskiden derse gelmezdi?", true],
    ["Onlar hangi ödülü alamazlardı?", true],
    ["Denenmemiş yöntem hangisidir?", false],
    ["İmanın ayrılmaz parçası hangisidir?", false],
    ["Hangi madde suda çözünmez (25 °C)?", true],
    ["Hangi hayvan uçmaz ve yumurtlar?", true],
    ["Bu sonuç hangisinden çıkmaz mı?", true],
    ["En çok izlenen komedi hangisidir?", false],
    ["Bu kural olmazsa hangi kural uygulanır?", false],
  ])("%s", (stem, flagged) => {
    expect(negative(stem)).toBe(flagged);
  });

  it("tells glued sentences apart, not abbreviations, initials and numbers", () => {
    const sentence = (stem: string) => {
      const { text, sentence: at } = turkishExtended.read(stem);
      return text.slice(at.start, at.end);
    };
    expect(sentence("Bu hâller dışında genleşirler.Hangisi en yakındır?")).toBe(
      "Hangisi en yakındır?",
    );
    expect(sentence("Hz.Ömer ve M.Kemal 2.50 metrede hangisini olmayan saydı?")).toBe(
      "Hz.Ömer ve M.Kemal 2.50 metrede hangisini olmayan saydı?",
    );
  });
});
