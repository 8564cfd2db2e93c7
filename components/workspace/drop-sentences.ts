import { formatCount, listOf, plural } from "@/lib/format/number";
import { lossText } from "@/lib/records/losses";
import { isEmptyDrop, type DropSummary } from "./types";

/** "12 reviewer records beside open runs that asked their items"; empty where there are none. */
function reviewsText(reviews: number): string {
  if (reviews === 0) return "";
  const whose = reviews === 1 ? "asked its item" : "asked their items";
  return `${plural(reviews, "reviewer record")} beside open runs that ${whose}`;
}

/** What of a drop is shown, and what is lost: "20 rows kept in 1 run, 4 rejected". */
export function shownText({ kept, rejected, missing, runs, reviews }: DropSummary): string {
  const losses = lossText({ rejected, missing });
  if (runs.length === 0) return `${reviewsText(reviews) || "nothing kept"}${losses}`;
  const inRuns = `${plural(kept, "row")} kept in ${plural(runs.length, "run")}${losses}`;
  return reviews === 0 ? inRuns : `${inRuns}; ${reviewsText(reviews)}`;
}

/** What became of a drop, in a line. */
export function sentenceOf(drop: DropSummary): string {
  return isEmptyDrop(drop)
    ? `Nothing of ${listOf(drop.files)} could be kept`
    : `${listOf(drop.files)}: ${shownText(drop)}`;
}

/**
 * The first reject, which mostly tells what is wrong with all; where nothing was rejected and yet
 * nothing kept, what the import warned of.
 */
export function firstReason({ rejects, files, runs, warnings }: DropSummary): string | null {
  const first = rejects[0];
  // A view tells what was warned of runs; of records that came alone it is told here.
  if (!first) return runs.length === 0 ? (warnings[0]?.message ?? null) : null;
  const place = [
    ...(files.length > 1 ? [first.file] : []),
    ...(first.line === null ? [] : [`line ${formatCount(first.line)}`]),
    ...(first.column === null ? [] : [first.column]),
  ].join(", ");
  return place ? `${place}: ${first.reason}` : first.reason;
}
