import { expect, it } from "vitest";
import { asciiDigits } from "./digits";

it("reads the decimal digits of every script", () => {
  // The value that Unicode gives, by way of the order of the code charts: each row starts at zero.
  let expected = 0;
  let rows = 0;
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
    const digit = String.fromCodePoint(codePoint);
    if (!/^\p{Nd}$/u.test(digit)) continue;
    const normal = digit.normalize("NFKC");
    expect([codePoint, asciiDigits(normal)]).toEqual([codePoint, String(expected)]);
    expected = (expected + 1) % 10;
    rows += expected === 0 ? 1 : 0;
  }
  expect(expected).toBe(0);
  expect(rows).toBeGreaterThan(60);
});

it("keeps a run together", () => {
  expect(asciiDigits("٣٧")).toBe("37");
  expect(asciiDigits("१०")).toBe("10");
  expect(asciiDigits("42")).toBe("42");
});
