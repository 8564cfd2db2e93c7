import { expect, it } from "vitest";
import { inWords, paddingWords } from "./words";

it("writes identifiers as words", () => {
  expect(inWords("prompt_truncated")).toBe("prompt truncated");
  expect(inWords("a:b")).toBe("a:b");
  expect(paddingWords("english_text:front")).toBe("english text front");
  expect(paddingWords("none")).toBe("none");
});
