import { expect, it } from "vitest";
import { defaultLow } from "./low-n";

it("is the paper's 4 where it was asked below the high N, else the smallest", () => {
  expect(defaultLow([2, 4, 10, 100], 100)).toBe(4);
  expect(defaultLow([2, 10, 100], 100)).toBe(2);
  expect(defaultLow([5, 10], 10)).toBe(5);
  expect(defaultLow([2, 4], 4)).toBe(2);
  expect(defaultLow([4], 4)).toBeNull();
  expect(defaultLow([], 100)).toBeNull();
});
