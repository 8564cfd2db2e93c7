import { placeFilters, unpadded, type PositionsPlace } from "@/lib/chart-models/figures";
import { METRICS } from "@/lib/metrics/registry";
import { narrowed, together } from "@/lib/metrics/together";

/** What the first figure stands on: it leads the view and is asked first. */
export const FIRST_FIGURE = together("first figure", {
  scaling: narrowed(METRICS.scaling, unpadded),
});

/** What the other two stand on; the positions are asked at one place alone. */
export function otherFigures(place: PositionsPlace | null) {
  const where = place === null ? "none" : `${place.environment ?? "~"} ${place.n}`;
  const here = (filters: Parameters<typeof unpadded>[0]) =>
    place === null ? null : placeFilters(filters, place);
  return together(`other figures at ${where}`, {
    envelope: METRICS.padding_envelope,
    padding: METRICS.padding,
    distribution: narrowed(METRICS.position_distribution, here),
    positions: narrowed(METRICS.positions, here),
  });
}
