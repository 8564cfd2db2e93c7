import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTimes,
  symbolTriangle,
  symbolWye,
  type SymbolType,
} from "d3-shape";
import type { Marker, SeriesModel } from "./model";

const SYMBOLS: Record<Marker, SymbolType> = {
  circle: symbolCircle,
  square: symbolSquare,
  triangle: symbolTriangle,
  diamond: symbolDiamond,
  cross: symbolCross,
  star: symbolStar,
  wye: symbolWye,
  times: symbolTimes,
};

/** SVG path of a marker around (0, 0), of about `area` square pixels; drawn with fill and stroke. */
export function markerPath(marker: Marker, area: number): string {
  return symbol(SYMBOLS[marker], area)() ?? "";
}

/** Whether a marker stands at the point of this index: at every one, or in the middle of stretches. */
export function hasMarker({ markerEvery }: SeriesModel, index: number): boolean {
  return markerEvery > 0 && index % markerEvery === Math.floor(markerEvery / 2);
}
