import { expect, it } from "vitest";
import { formatDuration, formatSeconds } from "./duration";

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

it.each([
  [null, "–"],
  [NaN, "–"],
  [0, "< 0.001"],
  [0.0004, "< 0.001"],
  [0.0005, "0.001"],
  [0.0031, "0.003"],
  [0.0049, "0.005"],
  [0.0996, "0.100"],
  [0.1, "0.10"],
  [13.654, "13.65"],
])("says what an answer took, %s s, as %s", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});
