import { differences, MODEL_FIELDS } from "@/lib/cubes/series";
import type { Manifest } from "@/lib/records/manifest";

const modesOf = ({ protocol }: Manifest) => JSON.stringify(protocol.modes?.toSorted() ?? null);

/**
 * In what two runs differ, their models apart, that must agree before they are compared (benchmark,
 * prompt, scorer, mode and sampling); empty where they are comparable. What neither manifest knows counts as equal, what
 * one knows and the other does not as different.
 */
export function whyNotComparable(a: Manifest, b: Manifest): string[] {
  return [
    ...differences(a, b).filter((name) => !MODEL_FIELDS.includes(name)),
    ...(modesOf(a) === modesOf(b) ? [] : ["mode"]),
  ];
}
