import { P2_TEXT } from "@/lib/reference/p2-text";
import { P2_SOURCE } from "@/lib/reference/papers";
import { publishedCellAt } from "@/lib/reference/published";
import { AUDIT_PARTS, PART_NAMES, type AuditPart, type PrintedSets } from "./audit";
import type { PointModel } from "./model";
import { markNotes, publishedId, publishedLabel } from "./published";
import { printedPoint, unprinted } from "./published-points";

/** The paper's record sets, whose counts and ranges its tables have. */
export const PUBLISHED_SETS = ["R1", "R2"] as const;
type PublishedSet = (typeof PUBLISHED_SETS)[number];

/**
 * What Appendix D prints of the items that a set leaves open, in percent: of one part of one set
 * alone.
 */
export function printedRange(part: AuditPart, set: string): readonly [number, number] | null {
  return part === "key_plus_borrowed" && set === "R2" ? P2_TEXT.r2_key_borrowed_range : null;
}

function pointAt(set: PublishedSet, part: AuditPart, x: number): PointModel {
  const row = PART_NAMES[part].name.toLowerCase();
  const at = (column: string) =>
    publishedCellAt("p2_table7", row, `${set.toLowerCase()}_${column}`);
  const weighted = at("weighted");
  if (weighted === null) return unprinted(x, "the paper has no such class");
  const cell = { ...weighted, interval: printedRange(part, set) };
  return printedPoint(x, cell, { unit: "percent", n: at("n")?.value ?? null });
}

/** Table 7 beside the record sets of a figure. */
export function publishedSets(): PrintedSets {
  const sets = PUBLISHED_SETS.map((name) => ({
    name,
    id: publishedId(name),
    label: publishedLabel(name, "P2"),
    points: AUDIT_PARTS.map((part, i) => pointAt(name, part, i + 1)),
  }));
  return {
    sets,
    notes: [
      `Hollow marks: as published (${P2_SOURCE}, Table 7; the whisker from Appendix D), the record sets R1 and R2 ` +
        "of 200 of its 12,000 questions, whatever the benchmark beside them and its items.",
      ...markNotes(sets.flatMap(({ points }) => points)),
    ],
  };
}
