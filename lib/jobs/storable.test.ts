import { expect, it } from "vitest";
import { storable } from "./storable";

it("makes a text that PostgreSQL takes, and leaves others as they are", () => {
  expect(storable("m-\u0000-\uD800-x")).toBe("m-\uFFFD-\uFFFD-x");
  expect(storable("모델 😀\n")).toBe("모델 😀\n");
  // The cut goes through a pair: half of it is no character.
  expect(storable(`${"a".repeat(1999)}😀b`)).toBe(`${"a".repeat(1999)}\uFFFD …`);
});
