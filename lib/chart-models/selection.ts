import type { Cap, LegendEntry, SeriesStyle } from "./model";
import { styleOf, variantOf } from "./palette";
import { byCurve, curveKey, curveLabels, type Curve } from "./series";

/** The curves of a figure: how each is named and styled, and whether it is drawn. */
export interface CurveSelection {
  readonly legend: readonly LegendEntry[];
  readonly byId: ReadonlyMap<string, LegendEntry>;
  readonly cap: Cap | null;
}

/** A curve's key without its panel, so that the legend switches it in every panel at once. */
export function lineKey(curve: Curve): string {
  return curveKey({ ...curve, environment: null });
}

/**
 * Chooses what is drawn: what the reader has not switched off, in order of name, up to `limit`.
 * Curves of one model share its colour and differ in marker and dash.
 */
export function selectCurves(
  rows: readonly Curve[],
  styles: ReadonlyMap<string, SeriesStyle>,
  hidden: readonly string[],
  limit: number,
): CurveSelection {
  const curves = [...byCurve(rows.map((row) => ({ ...row, environment: null }))).values()].flatMap(
    (group) => group.slice(0, 1),
  );
  const labels = curveLabels(curves);
  const places = new Map<string, number>();
  let drawn = 0;
  let wanted = 0;
  const legend = curves.map((curve): LegendEntry => {
    const id = lineKey(curve);
    const place = places.get(curve.model) ?? 0;
    places.set(curve.model, place + 1);
    const off = hidden.includes(id);
    if (!off) wanted += 1;
    const state = off ? "hidden" : drawn < limit ? "shown" : "beyond";
    if (state === "shown") drawn += 1;
    return {
      id,
      label: labels.get(curveKey(curve)) ?? curve.model,
      style: variantOf(styleOf(styles, curve.model), place),
      simulated: curve.simulated,
      state,
    };
  });
  return {
    legend,
    byId: new Map(legend.map((entry) => [entry.id, entry])),
    cap: wanted > drawn ? { shown: drawn, of: wanted, what: "curves" } : null,
  };
}
