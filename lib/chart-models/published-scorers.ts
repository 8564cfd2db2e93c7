import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import type { FigureModel } from "./model";
import { NEUTRAL_STYLE } from "./palette";
import { publishedId, publishedLabel } from "./published";
import { withPrintedChanges } from "./published-forest";
import { printedPoint } from "./published-points";

const { models, least, greatest, mean } = P2_TEXT.legacy_excess;
const SOURCE =
  `Hollow mark: as published (${P2_SOURCE}, section 4.3), the pilot's accuracy by the legacy scorer less that by ` +
  `strict scorer 2: the mean of ${models} models without observed reasoning, which lie between ${least} and ` +
  `${greatest} points. The paper prints no excess by model; Table 9 has both accuracies of each.`;

/** The forest of readings with the one excess that P2 prints. */
export function withPublishedScorers(figure: FigureModel): FigureModel {
  const cell = { id: "p2_text|legacy_excess|mean", value: mean, interval: null, digits: 1 };
  const label = publishedLabel(`legacy less strict, mean of ${models} models`, "P2");
  return withPrintedChanges(
    figure,
    [
      {
        id: publishedId("legacy_excess"),
        label,
        name: `${models} models`,
        style: { ...NEUTRAL_STYLE, marker: "diamond", dash: "dashed", hollow: true },
        point: printedPoint(0, cell, { unit: "points", n: null }),
        beside: [],
      },
    ],
    SOURCE,
  );
}
