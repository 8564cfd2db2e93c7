import { textWidth } from "@/lib/chart-models/labels";
import type { AxisModel } from "@/lib/chart-models/model";

/** Pixels around a plot within its box. */
export const TOP = 10;
/** Ticks and name of the x axis. */
export const AXIS_HEIGHT = 44;
/** Right of a plot without names at its line ends. */
export const BARE_RIGHT = 12;
export const TICK_SIZE = 12;

/** Room of the value axis: its widest tick and its name. */
export function axisRoom(axis: AxisModel): number {
  return Math.ceil(Math.max(...axis.ticks.map((t) => textWidth(t.label, TICK_SIZE)), 12)) + 30;
}
