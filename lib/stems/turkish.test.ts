import { describe, expect, it } from "vitest";
import { linesOf } from "@/tests/helpers/stems";
import { turkishAppendixB } from "./turkish";

const forms = (stem: string) => turkishAppendixB.read(stem).evidence.map(({ form }) => form);

interface Line {
  readonly id: string;
  readonly stem: string;
  readonly flagged: boolean;
  readonly why: string;
}

describe("tr-appendix-b-1", () => {
  it.each(linesOf<Line>("turkish-rule").map((line) => [line.id, line.why, line] as const))(
    "%s: %s",
    (_, __, { stem, flagged }) => {
      expect(turkishAppendixB.read(stem).negative).toBe(flagged);
    },
  );

  it("says which forms, where they stand in the composed text, as they are written there", () => {
    const decomposed = "Metni oku. HANGİSİ DOĞRU DEĞİLDİR?".normalize("NFD");
    const reading = turkishAppendixB.read(decomposed);
    expect(reading.text).toBe("Metni oku. HANGİSİ DOĞRU DEĞİLDİR?");
    expect(reading.sentence).toEqual({ start: 11, end: 34 });
    expect(reading.evidence).toEqual([{ start: 25, end: 33, form: "DEĞİLDİR" }]);
  });

  it("names every form of the sentence", () => {
    expect(forms("Hangisi yanlış değildir ve olmaz?")).toEqual(["yanlış", "değildir", "olmaz"]);
  });

  it("settles what the published wording leaves open, as documented", () => {
    // Copulas other than -dır, and persons, are not among the suffixes.
    expect(forms("Hangi öğrenci eskiden derse gelmezdi?")).toEqual([]);
    expect(forms("Bu kural olmazsa hangi kural uygulanır?")).toEqual([]);
    expect(forms("Dedesi hangi yemeği yemezmiş?")).toEqual([]);
    expect(forms("Onlar hangi ödülü alamazlardı?")).toEqual([]);
    expect(forms("Sen hangi dersi sevmezsin?")).toEqual([]);
    // An i with a combining dot is an i; a full-width question mark asks.
    expect(forms("Hangi deği\u0307ldir?")).toEqual(["değildir"]);
    expect(forms("Hangisi doğrudur？ Diğeri olmaz.")).toEqual([]);
    // Sentences end before white space, in quotations as well; an apostrophe ends a word.
    expect(forms("“Korkma! Sönmez bu şafaklar.” dizesi hangi şairindir?")).toEqual(["Sönmez"]);
    expect(forms("Yılmaz’lar hangi ildedir?")).toEqual([]);
    // An abbreviation's full stop ends a sentence: only what stands behind it is read.
    expect(forms("Yanlışı söyleyen Hz. Ömer hangi yıl halife oldu?")).toEqual([]);
    // hangi counts inside glued words.
    expect(forms("Aşağıdakilerdenhangisi doğru değildir. Açıklayınız.")).toEqual(["değildir"]);
  });

  it("reads the same in every locale, and nothing in an empty stem", () => {
    expect(turkishAppendixB.read("")).toMatchObject({ negative: false, evidence: [] });
    expect(forms("hangisi yanlıştır")).toEqual(["yanlıştır"]);
  });
});
