import { expect, it } from "vitest";
import { lossText } from "./losses";

it("never lets rejected rows and missing responses be added up", () => {
  expect(lossText({ rejected: 0, missing: 0 })).toBe("");
  expect(lossText({ rejected: 1200, missing: 0 })).toBe(", 1,200 rejected");
  expect(lossText({ rejected: 0, missing: 1 })).toBe("; 1 planned response without a kept row");
  expect(lossText({ rejected: 4, missing: 4 })).toBe(
    ", 4 rejected; 4 planned responses without a kept row " +
      "(a rejected row is among them where its item and trial could be read)",
  );
});
