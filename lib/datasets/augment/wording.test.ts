import { describe, expect, it } from "vitest";
import { candidatesFor, MAX_CANDIDATES } from "./candidates";
import { readRows, bankRow } from "./testing";
import { canonical, canonicalStem, formatOf, isDependent, needsFigure } from "./wording";

describe("wording", () => {
  it("is the same whatever its Unicode form, white space, case and dots of an i", () => {
    expect(canonical(" İSTANBUL\u00a0ve  IĞDIR ")).toBe(canonical("istanbul ve ığdır"));
    expect(canonical("s\u0327ehir")).toBe(canonical("Şehir"));
    expect(canonical("25,5")).not.toBe(canonical("2,55"));
    expect(canonicalStem("oksijeninmitokondri")).toBe(canonicalStem("oksijenin\nmitokondri"));
  });

  it.each([
    "Hepsi",
    "Yukarıdakilerin hiçbiri",
    "A ve B",
    "b ve c şıkları",
    "All of the above",
    "Bunların tümü doğrudur.",
  ])("depends on its neighbours: %s", (option) => {
    expect(isDependent(option)).toBe(true);
  });
  it.each(["Mitokondrinin ökaryotik canlıların hepsinde bulunması", "Ankara", "Vitamin A ve B"])(
    "stands by itself: %s",
    (option) => {
      expect(isDependent(option)).toBe(false);
    },
  );

  it.each(["Aşağıda bir hücre şeması verilmiştir.", "Yukarıdaki grafiğe göre", "Şekildeki cisim"])(
    "needs a figure: %s",
    (stem) => {
      expect(needsFigure(stem)).toBe(true);
    },
  );
  it.each([
    "Periyodik çizelgeyle ilgili aşağıda verilenlerden hangisi yanlıştır?",
    "Aşağıdakilerden hangisi doğru şekilde yazılmıştır?",
  ])("needs none: %s", (stem) => {
    expect(needsFigure(stem)).toBe(false);
  });

  it("tells numbers, lists of statements and texts apart", () => {
    expect(
      ["25,5", "100 mL", "I ve II", "Yalnız III", "I, II ve III", "Ankara"].map(formatOf),
    ).toEqual(["number", "number", "statements", "statements", "statements", "text"]);
  });
});

describe("candidates", () => {
  it("leave out what reads alike, is of another format, or depends on its neighbours", async () => {
    const { questions } = await readRows([
      bankRow("q", "Soru?", {
        options: ["Ankara", "İzmir", "Bursa", "Van", "Muş"],
        answer_index: 0,
      }),
      bankRow("r", "Öteki?", {
        options: ["12", "ankara", "Hepsi", "Konya", "Ordu"],
        answer_index: 4,
      }),
      bankRow("s", "Başka?", {
        options: ["KONYA", "Rize", "I ve II", "Kars", "Urfa"],
        answer_index: 4,
      }),
    ]);
    const [recipient, ...donors] = questions;
    expect(candidatesFor(recipient!, donors).map(({ text }) => text)).toEqual([
      "KONYA",
      "Rize",
      "Kars",
    ]);
  });

  it("are a hundred at most", async () => {
    const { questions } = await readRows(
      Array.from({ length: 40 }, (_, i) => bankRow(`q${i}`, `Soru ${i}?`)),
    );
    const [recipient, ...donors] = questions;
    expect(candidatesFor(recipient!, donors)).toHaveLength(MAX_CANDIDATES);
  });
});
