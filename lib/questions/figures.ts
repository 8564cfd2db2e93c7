import { placeFilters, unpadded, type PositionsPlace } from "@/lib/chart-models/figures";
import { METRICS } from "@/lib/metrics/registry";
import { narrowed, together } from "@/lib/metrics/together";

/** All that the three figures stand on; the positions are asked at one place alone. */
export function figuresSource(place: PositionsPlace | null) {
  const where = place === null ? "none" : `${place.environment ?? "~"} ${place.n}`;
  const here = (filters: Parameters<typeof unpadded>[0]) =>
    place === null ? null : placeFilters(filters, place);
  return together(`figures at ${where}`, {
    scaling: narrowed(METRICS.scaling, unpadded),
    envelope: METRICS.padding_envelope,
    padding: METRICS.padding,
    distribution: narrowed(METRICS.position_distribution, here),
    positions: narrowed(METRICS.positions, here),
  });
}
