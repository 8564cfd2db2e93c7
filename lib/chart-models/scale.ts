import { scaleLinear, scaleLog } from "d3-scale";
import type { AxisModel } from "./model";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Scale = (value: number) => number;

/** Data to pixels over [from, to]. */
export function scaleOf(axis: AxisModel, from: number, to: number): Scale {
  const scale = axis.scale === "log" ? scaleLog() : scaleLinear();
  return scale.domain(axis.domain).range([from, to]).clamp(true);
}
