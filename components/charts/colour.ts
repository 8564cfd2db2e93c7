import { colourOf } from "@/lib/chart-models/palette";
import type { SeriesStyle } from "@/lib/chart-models/model";

/** A style's colour in both themes at once; `color-scheme` of the page chooses. */
export function cssColour(style: SeriesStyle): string {
  return `light-dark(${colourOf(style, "light")}, ${colourOf(style, "dark")})`;
}
