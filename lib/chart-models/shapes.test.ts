import { expect, it } from "vitest";
import type { PointModel, SeriesModel } from "./model";
import { shapesOf } from "./shapes";

const point = (x: number, y: number | null, interval: readonly [number, number] | null) =>
  ({ x, y, low: interval?.[0] ?? null, high: interval?.[1] ?? null }) as PointModel;

const banded = (points: readonly PointModel[]): SeriesModel => ({
  id: "a",
  label: "a",
  mark: "line",
  style: { colour: 0, marker: "circle", dash: "solid" },
  interval: "band",
  simulated: false,
  role: "data",
  markerEvery: 1,
  points,
});
const scales = { x: (value: number) => value, y: (value: number) => 100 - 100 * value };
const whiskers = (points: readonly PointModel[]) => shapesOf(banded(points), scales).whiskers;

it("a band of one point, which has no width, is a whisker", () => {
  const [only] = whiskers([point(10, 0.5, [0.4, 0.7])]);
  expect(only?.x).toBe(10);
  expect(only?.y1).toBeCloseTo(60, 9);
  expect(only?.y2).toBeCloseTo(30, 9);
});

it("so is a point between gaps; points beside each other stand in the band alone", () => {
  const points = [
    point(4, 0.9, [0.8, 1]),
    point(10, null, null),
    point(20, 0.6, [0.5, 0.7]),
    point(50, 0.5, [0.4, 0.6]),
  ];
  expect(whiskers(points).map(({ x }) => x)).toEqual([4]);
  expect(whiskers(points.slice(2))).toEqual([]);
});

it("a point without an interval has none", () => {
  expect(whiskers([point(4, 0.9, null)])).toEqual([]);
});
