import { expect, it } from "vitest";
import { formatDuration } from "./duration";

it.each([
  [null, "–"],
  [Infinity, "–"],
  [0, "0 s"],
  [0.2, "< 1 s"],
  [45, "45 s"],
  [60, "1 min"],
  [200, "3 min 20 s"],
  [3599.7, "1 h"],
  [7500, "2 h 5 min"],
  [3600 * 23 + 59 * 60 + 45, "1 d"],
  [86_400 * 3 + 3600 * 4 + 100, "3 d 4 h"],
])("says %s seconds as %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
