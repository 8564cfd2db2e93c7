import { formatCount, listOf, plural } from "@/lib/format/number";
import { lossText } from "@/lib/records/losses";
import type { DropSummary } from "./types";

/** What became of a drop, in a line. */
export function sentenceOf({ files, kept, rejected, missing, runs }: DropSummary): string {
  if (runs.length === 0) return `Nothing of ${listOf(files)} could be kept`;
  const inRuns = `${plural(kept, "row")} kept in ${plural(runs.length, "run")}`;
  return `${listOf(files)}: ${inRuns}${lossText({ rejected, missing })}`;
}

/**
 * The first reject, which mostly tells what is wrong with all; where nothing was rejected and yet
 * nothing kept, what the import warned of.
 */
export function firstReason({ rejects, files, runs, warnings }: DropSummary): string | null {
  const first = rejects[0];
  if (!first) return runs.length === 0 ? (warnings[0]?.message ?? null) : null;
  const place = [
    ...(files.length > 1 ? [first.file] : []),
    ...(first.line === null ? [] : [`line ${formatCount(first.line)}`]),
    ...(first.column === null ? [] : [first.column]),
  ].join(", ");
  return place ? `${place}: ${first.reason}` : first.reason;
}
