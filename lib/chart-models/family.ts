import { formatCount, formatP, plural } from "@/lib/format/number";
import { bonferroni } from "@/lib/stats/several";
import type { TableCell } from "./table-model";

/** How many comparisons a screen has, Bonferroni's threshold for them, and what is below it. */
export function familySentence(values: readonly (number | null)[]): string | null {
  const known = values.filter((p) => p !== null);
  const threshold = bonferroni(known.length);
  if (threshold === null) return null;
  const below = known.filter((p) => p < threshold).length;
  return (
    `${plural(known.length, "comparison")} on the screen: Bonferroni’s threshold is 0.05/${known.length} = ` +
    `${threshold.toPrecision(2)}, and ${formatCount(below)} of the p ${below === 1 ? "is" : "are"} below it.`
  );
}

/** Stands behind the family where the p of Holm are on the screen. */
export const HOLM_SENTENCE = "The p of Holm, below 0.05, says what remains of all together.";

/**
 * On which side of Bonferroni's threshold a p lies, where its printed form does not tell: "< 0.001"
 * beside a threshold below that, or the same digits as the threshold.
 */
export function thresholdAside(p: number | null, comparisons: number): Pick<TableCell, "aside"> {
  const threshold = bonferroni(comparisons);
  if (p === null || threshold === null || comparisons === 1) return {};
  const text = formatP(p);
  const told = text.startsWith("<")
    ? threshold >= 0.001
    : text !== formatP(threshold) && Number(text) < threshold === p < threshold;
  if (told) return {};
  return { aside: `${p < threshold ? "below" : "not below"} 0.05/${comparisons}` };
}
