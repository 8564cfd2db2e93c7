import { expect, it } from "vitest";
import { accuracyFrom, rateOf, type TimedEvent } from "./progress";

const results = (at: number, done: number): TimedEvent => ({
  at,
  data: { kind: "results", done, errors: 0 },
});
const started: TimedEvent = {
  at: 0,
  data: { kind: "state", state: "running", reason: null },
};

it("reads the rate from the events since the last start", () => {
  // 30 results in 10 s, after a pause in which nothing came.
  const newest = [results(120_000, 130), results(110_000, 100), started, results(1000, 90)];
  expect(rateOf(newest)).toBe(3);
});

it("looks back a minute where there is enough, and further where there is not", () => {
  // One event every 10 s with 5 results each; before that a slow hour.
  const minute = Array.from({ length: 11 }, (_, i) => results(1e6 - 10_000 * i, 500 - 5 * i));
  expect(rateOf([...minute, results(0, 400)])).toBe(0.5);
  expect(rateOf([results(600_000, 2), results(0, 1)])).toBeCloseTo(1 / 600, 12);
});

it("knows no rate from one moment", () => {
  expect(rateOf([])).toBeNull();
  expect(rateOf([results(5, 1), started])).toBeNull();
  expect(rateOf([results(5, 2), results(5, 1)])).toBeNull();
});

it("gives questions that are asked once Wilson's interval", () => {
  // Contracts, hazards: 50/200 -> [0.195, 0.314].
  const counts = Array.from({ length: 200 }, (_, i) => ({ scored: 1, correct: i < 50 ? 1 : 0 }));
  const { accuracy, interval, kind, items } = accuracyFrom(counts, true);
  expect([kind, accuracy, items]).toEqual(["wilson", 0.25, 200]);
  expect(interval?.[0]).toBeCloseTo(0.195, 3);
  expect(interval?.[1]).toBeCloseTo(0.314, 3);
});

it("gives items with trials the t interval over their means", () => {
  // Means 1, 0.5, 0: mean 0.5, sd 0.5, t(2) = 4.302652730: half-width 4.302652730 * 0.5 / sqrt(3).
  const counts = [
    { scored: 4, correct: 4 },
    { scored: 2, correct: 1 },
    { scored: 1, correct: 0 },
    { scored: 0, correct: 0 },
  ];
  const { accuracy, interval, kind, items, correct, scored } = accuracyFrom(counts, false);
  expect([kind, accuracy, items, correct, scored]).toEqual(["item", 0.5, 3, 5, 7]);
  expect(interval?.[1]).toBeCloseTo(0.5 + (4.30265273 * 0.5) / Math.sqrt(3), 7);
});

it("leaves undefined what was not asked", () => {
  expect(accuracyFrom([], true)).toMatchObject({ accuracy: null, interval: null });
  expect(accuracyFrom([{ scored: 1, correct: 1 }], false).interval).toBeNull();
});
