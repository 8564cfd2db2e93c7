import { positionOf } from "@/lib/scoring/labels";
import { Fault } from "./fault";

/**
 * Where a target stands among the options, one-based. By task it is a zero-based index, a letter, an
 * option's text, or a label of the document's own: what can be read in several ways that differ is
 * refused.
 * @param labels of the options, in their order; none where the target can be none of them
 * @throws Fault where it is none, or several
 */
export function goldAmong(
  target: string,
  options: readonly string[],
  labels: readonly string[] = [],
): number {
  const bare = target.trim();
  const within = (position: number | null): number[] =>
    position !== null && position >= 1 && position <= options.length ? [position] : [];
  const letter = /^\(?([A-Za-z])\)?\.?$/.exec(bare)?.[1];
  const readings = new Set([
    ...within(/^\d{1,4}$/.test(bare) ? Number(bare) + 1 : null),
    ...within(letter === undefined ? null : positionOf(letter, "letters")),
    ...labels.flatMap((label, i) => (label.trim() === bare ? [i + 1] : [])),
    ...options.flatMap((option, i) => (option.trim() === bare ? [i + 1] : [])),
  ]);
  const [position] = readings;
  if (position === undefined)
    throw new Fault("target", target, `names none of the ${options.length} options`);
  if (readings.size > 1)
    throw new Fault(
      "target",
      target,
      `can be read as position ${[...readings].sort((a, b) => a - b).join(" or ")}: an index, a ${labels.length > 0 ? "label" : "letter"} or a text`,
    );
  return position;
}
