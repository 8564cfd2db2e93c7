import { colourOf, heatColour } from "@/lib/chart-models/palette";
import type { SeriesStyle } from "@/lib/chart-models/model";

/** A style's colour in both themes at once; `color-scheme` of the page chooses. */
export function cssColour(style: SeriesStyle): string {
  return `light-dark(${colourOf(style, "light")}, ${colourOf(style, "dark")})`;
}

/** The colour at a place of the heat scale, in both themes at once. */
export function cssHeat(place: number): string {
  return `light-dark(${heatColour(place, "light")}, ${heatColour(place, "dark")})`;
}
