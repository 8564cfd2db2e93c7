import { describe, expect, it } from "vitest";
import { korean } from "./korean";

const forms = (stem: string) => korean.read(stem).evidence.map(({ form }) => form);

describe("ko-1", () => {
  it.each([
    ["다음 중 옳지 않은 것은?", ["옳지 않은"]],
    ["다음 중 맞춤법에 맞지 않는 문장은?", ["맞지 않는"]],
    ["밑줄 친 부분의 쓰임이 바르지 못한 것은?", ["바르지 못한"]],
    ["설명이 적절치 않은것을 고르시오.", ["적절치 않은"]],
    ["다음 중 금속이 아닌 것은?", ["아닌"]],
    ["다음 설명 가운데 틀린 것은?", ["틀린"]],
    ["다음 중 잘못 짝지어진 것은?", ["잘못 짝지어진"]],
    ["이 글의 주제와 거리가 먼 것은?", ["거리가 먼"]],
    ["본문에서 알 수 없는 내용은 무엇인가?", ["없는"]],
    ["사실과 다른 것은?", ["사실과 다른"]],
    ["하나를 제외하고 모두 금속이다. 어느 것인가?", []],
    ["나트륨을 제외한 금속은 어느 것인가?", ["제외한"]],
    ["다음 중 옳은 것은?", []],
    ["비가 오지 않은 날이 많았다. 옳은 것은?", []],
    ["비가 오지 않는 날에 하는 일로 옳은 것은?", []],
  ])("%s", (stem, found) => {
    expect(forms(stem)).toEqual(found);
  });

  it("reads decomposed letters as composed ones", () => {
    expect(korean.read("금속이 아닌 것은?".normalize("NFD"))).toMatchObject({
      text: "금속이 아닌 것은?",
      evidence: [{ start: 4, end: 6, form: "아닌" }],
    });
  });
});
