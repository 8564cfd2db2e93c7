import type { ImportedRun, ImportResult, Reject } from "@/lib/records/import";
import { lossText } from "@/lib/records/losses";
import type { BrokenRun } from "@/lib/records/store/load";
import type { PlacedReviews } from "@/lib/records/store/merge-beside";
import type { WrittenRun } from "@/lib/records/store/write";

const LISTED_REJECTS = 20;
const count = new Intl.NumberFormat("en");

/** All that an import did, for its two ways of telling. */
export interface ImportAccount {
  readonly result: ImportResult;
  readonly written: readonly WrittenRun[];
  readonly broken: readonly BrokenRun[];
  readonly reviews: PlacedReviews;
}

function rejectLine(reject: Reject): string {
  const at = reject.line === null ? "" : `:${reject.line}`;
  const column = reject.column === null ? "" : ` ${reject.column}`;
  const value = reject.value === null ? "" : ` ${JSON.stringify(reject.value)}`;
  return `  ${reject.file}${at}${column}${value}: ${reject.reason}`;
}

/** The first rejects, a line each, and how many more there are. */
export function rejectLines(rejects: readonly Reject[], total: number): string[] {
  const shown = rejects.slice(0, LISTED_REJECTS);
  const more = total - shown.length;
  return [
    ...shown.map(rejectLine),
    ...(more > 0 ? [`  and ${count.format(more)} more (--json lists the first 10,000)`] : []),
  ];
}

function runLines(run: ImportedRun, written: WrittenRun | undefined): string[] {
  const { manifest, kept, missing, rejected, rejectedCount } = run;
  const state = written ? `${written.state} ${written.path}` : "";
  return [
    manifest.name,
    `  ${count.format(kept)} of ${count.format(kept + missing)} planned responses kept` +
      lossText({ rejected: rejectedCount, missing }),
    `  ${state}`,
    ...rejectLines(rejected, rejectedCount),
  ];
}

function reviewLines(reviews: PlacedReviews): string[] {
  const { records, corrections, placed, unplaced, refused, otherItems } = reviews;
  if (records + corrections === 0) return [];
  const about = (what: string, items: readonly string[]): string[] => {
    if (items.length === 0) return [];
    const more = items.length > LISTED_REJECTS ? ", …" : "";
    return [`  ${what}: ${items.slice(0, LISTED_REJECTS).join(", ")}${more}`];
  };
  return [
    `reviewer records: ${count.format(records)}, corrections: ${count.format(corrections)}; ${count.format(placed)} of them stand beside runs of the store`,
    ...about("about items that no run was asked", unplaced),
    ...about("left out, since the run that asked their items was not written", refused),
    ...about(
      "left out beside runs whose item of that id has other options, another order of them or another key, or none that are known; no item_hash and list_hash tell that theirs is meant",
      otherItems,
    ),
  ];
}

/** The account for a reader. */
export function accountText({ result, written, broken, reviews }: ImportAccount): string {
  const byRun = new Map(written.map((run) => [run.runId, run]));
  const lines = [
    ...result.runs.flatMap((run) => runLines(run, byRun.get(run.manifest.run_id))),
    ...reviewLines(reviews),
    ...(result.orphans.length > 0 ? ["rejected, of no run:"] : []),
    ...rejectLines(result.orphans, result.orphans.length),
    ...broken.map(({ path, reason }) => `not read: ${path}: ${reason}`),
    ...result.warnings.map((warning) => `note: ${warning.message}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The account as the one object that `--json` prints. */
export function accountJson({ result, written, broken, reviews }: ImportAccount): string {
  const byRun = new Map(written.map((run) => [run.runId, run]));
  return `${JSON.stringify({
    runs: result.runs.map(({ manifest, kept, missing, rejected, rejectedCount }) => ({
      run_id: manifest.run_id,
      model: manifest.model.requested,
      kept,
      missing,
      rejected,
      rejected_count: rejectedCount,
      state: byRun.get(manifest.run_id)?.state ?? null,
      path: byRun.get(manifest.run_id)?.path ?? null,
    })),
    rejected: result.orphans,
    broken,
    warnings: result.warnings,
    reviews,
  })}\n`;
}
