import { describe, expect, it } from "vitest";
import { readWith, shortly } from "./testing";
import type { ScorerInput } from "./scorer";

const read = (text: string, rest: Partial<ScorerInput> = {}) =>
  shortly(readWith("declaration-1", text, rest));
const reads = (
  ...cases: [text: string, expected: number | string, rest?: Partial<ScorerInput>][]
) =>
  cases.forEach(([text, expected, rest]) =>
    expect([text, read(text, rest)]).toEqual([text, expected]),
  );

describe("declarations", () => {
  it("are read in English", () => {
    reads(
      ["So the answer is (C).", 3],
      ["Therefore, the correct answer is: **C**", 3],
      ["The best option is C, since the others fail.", 3],
      ["The answer to this question would be C.", 3],
      ["The answer must therefore be option (C).", 3],
      ["**Answer**: C", 3],
      ["**Answer:** C", 3],
      ["Final answer: C. 14 cm", 3],
      ["## Final answer\n\n**C**", 3],
      ['{"answer": "C"}', 3],
      ["<answer>C</answer>", 3],
      ["\\[ \\text{The answer is } \\boxed{C} \\]", 3],
      ["It follows that $$\\boxed{\\mathrm{(C)}}$$ as claimed.", 3],
      ["The answer is c.", 3],
    );
  });

  it("are read in Korean", () => {
    reads(
      ["정답은 C입니다.", 3],
      ["정답: C", 3],
      ["정답 : (C)번", 3],
      ["따라서 답은 C.", 3],
      ["최종 답변: **C**", 3],
      ["정답은 ③입니다.", 3, { labels: "integers" }],
      ["정답은 3번 문장입니다.", 3, { labels: "integers" }],
      ["정답은".normalize("NFD") + " C", 3],
    );
  });

  it("are read in Turkish", () => {
    reads(
      ["Cevap: C", 3],
      ["Doğru cevap C'dir.", 3],
      ["DOĞRU CEVAP: C", 3],
      ["Doğru yanıt (C) seçeneğidir.", 3],
      ["YANIT: C", 3],
      ["Cevap: A şıkkı", 1],
      ["Doğru seçenek: C", 3],
    );
  });

  it("are read in Chinese and German", () => {
    reads(
      ["答案：C", 3],
      ["所以答案是C。", 3],
      ["正确答案是（C），因为……", 3],
      ["答案是C而不是A", 3],
      ["故选C。", 3],
      ["Antwort: C", 3],
      ["Die richtige Antwort ist (C).", 3],
    );
  });

  it("hold no word that merely starts like a label", () => {
    reads(
      ["Answer: Cats", "unparsed"],
      ["Cevap: Açık", "unparsed"],
      ["Cevap: Bé", "unparsed"],
      ["Answer: C\u0301", "unparsed"],
      ["정답은 A형 간염", "unparsed"],
      ["Answer: V_0", "unparsed", { n_options: 26 }],
      ["The answer is F = ma", "unparsed", { n_options: 10 }],
      ["Answer: T-cells", "unparsed", { n_options: 26 }],
      ["Answer: N/A", "unparsed", { n_options: 26 }],
      ["Answer: e.g. water", "unparsed", { n_options: 10 }],
      ["Answer: no", "unparsed", { n_options: 4 }],
      ["Answer: 3.5", "unparsed", { labels: "integers" }],
    );
  });

  it("tell the label A from the article, by what follows", () => {
    reads(
      ["Answer: A cat", "unparsed"],
      ["Answer: A because it is", 1],
      ["Answer: A is right", 1],
      ["Answer: A 12 cm", 1, { options: ["12 cm", "x"] }],
      ["Answer: A cat", 1, { options: ["cat", "x"] }],
      ["Answer: A) cat", 1],
      ["Answer: **a**", 1],
      ["정답은 A 입니다", 1],
    );
  });

  it("do not take the parts of an answer for options", () => {
    const options = ["w", "x", "y", "z"];
    reads(
      ["The answer is (a) 3 m, (b) 5 s", "unparsed", { options }],
      ["Answer: (a) w", 1, { options }],
      ["The answer is (a).", 1, { options }],
      ["Answer: (A) whatever", 1, { options }],
    );
  });

  it("are several where they name several", () => {
    const options = ["w", "x", "y y", "z"];
    reads(
      ["The answer is (A) and (C).", "multiple"],
      ["The answer is (A, C).", "multiple"],
      ["Answer: A, B or D", "multiple"],
      ["Answer: A/B", "multiple"],
      ["Answer: both A and C", "multiple"],
      ["정답은 A와 C입니다", "multiple"],
      ["Cevap: A ve C", "multiple"],
      ["答案：A、C", "multiple"],
      ["A, C", "multiple"],
      ["The answer is C. y y and D. z", "multiple", { options }],
      ["The answer is:\nA. w\nC. y", "multiple"],
      ["Answer: A, A", 1],
      ["The answer is A, C is wrong.", 1],
      ["The answer is (B), not (C).", 2],
      ["Answer: A and C\nFinal answer: C", 3],
    );
  });

  it("are not what they deny", () => {
    reads(
      ["The answer is not A.", "unparsed"],
      ["정답은 B가 아니라 다른 것", "unparsed"],
      ["Cevap A değil", "unparsed"],
    );
  });
});

describe("a bare label", () => {
  it("counts only when the reply is nothing but that label", () => {
    reads(
      ["C", 3],
      [" **C**.\n", 3],
      ["(c)", 3],
      ["C)", 3],
      ["C번", 3],
      ["C is it", "unparsed"],
      ["I would say C", "unparsed"],
      ["C. 14 cm", "unparsed"],
    );
  });
});

describe("a next question that the model invents", () => {
  const invented =
    "\n\nQuestion:\nWhat is 2 + 2?\nOptions:\nA. 3\nB. 4\nAnswer: The answer is (B).";

  it("is not part of the reply", () => {
    reads(
      [`The answer is (C).${invented}`, 3],
      [`The answer is (C).${invented}${invented}`, 3],
      [`The answer is 42.${invented}`, "unparsed"],
      [`The answer is 42.${invented}`, "unparsed", { finish_reason: "length" }],
    );
  });

  it("needs a heading of its own, and options", () => {
    reads(
      [`Question: which?\nOptions: A. x B. y\n\nThe answer is (B).`, 2],
      ["Answer: A … wait.\n\nQuestion: is it?\n\nAnswer: C", 3],
      ["Answer: A\nThat is the Question:\nAnswer: C", 3],
    );
  });
});

describe("the evidence", () => {
  it("is the declaration as it stands in the reply", () => {
    const text = "<think>A?</think> 답은 나중에. 答案：Ｂ。";
    const { evidence } = readWith("declaration-1", text);
    expect(evidence).toEqual({ start: 26, end: 30, text: "答案：Ｂ" });
    expect(text.slice(26, 30)).toBe("答案：Ｂ");
  });

  it("shows what was declared where no position came of it", () => {
    expect(readWith("declaration-1", "Answer: A and C.").evidence?.text).toBe("Answer: A and C");
    expect(readWith("declaration-1", "Answer: Z").evidence?.text).toBe("Answer: Z");
    expect(readWith("declaration-1", "no idea").evidence).toBeNull();
  });
});
