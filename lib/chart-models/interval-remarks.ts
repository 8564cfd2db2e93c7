import type { ScalingRow } from "@/lib/metrics/rows";
import { hasUnevenTrials, UNEVEN_MEANS, UNEVEN_TRIALS } from "@/lib/metrics/uneven-trials";
import { trialsReason, type TrialsLacking } from "./lacking";
import type { TableCell, TableModel } from "./table-model";

/**
 * What a table says where intervals of NA or accuracy, which are not clipped, reach beyond 0 or 1;
 * nothing where none does.
 * @param columns the cells that hold those intervals
 */
export function boundRemarks(
  { rows }: Pick<TableModel, "rows">,
  columns: readonly string[],
): readonly string[] {
  const values = rows.flatMap((row) => columns.map((id) => row.cells[id]?.value ?? null));
  const bounds = values.flatMap((value) =>
    Array.isArray(value) ? value.filter((end) => typeof end === "number") : [],
  );
  const parts = [
    ...(bounds.some((bound) => bound > 1) ? ["above 1, where no NA or accuracy can be"] : []),
    ...(bounds.some((bound) => bound < 0) ? ["below 0, which for NA is below chance"] : []),
  ];
  if (parts.length === 0) return [];
  return [`Intervals are not clipped: some bounds lie ${parts.join(", and some ")}.`];
}

/** Stands beside an interval over trials that do not all have the same items. */
const UNEVEN = "items differ by trial";

const isMarked = (row: ScalingRow) => row.na_trial_ci !== null && hasUnevenTrials(row);

/** The interval over trials of a cell, marked where it stands on different items in each. */
export function trialIntervalCell(
  row: ScalingRow,
  lacking: TrialsLacking | null,
  needs: string,
): TableCell {
  return {
    value: row.na_trial_ci,
    reason: trialsReason(lacking, needs),
    ...(isMarked(row) && { aside: UNEVEN }),
  };
}

/** What that mark says; nothing where no row has it. */
export function unevenRemarks(rows: readonly ScalingRow[]): readonly string[] {
  return rows.some(isMarked)
    ? [`“${UNEVEN}”: ${UNEVEN_TRIALS}; ${UNEVEN_MEANS}. The crossed interval is undefined there.`]
    : [];
}

/** The same under a figure whose bands are those intervals. */
export function unevenNotes(rows: readonly ScalingRow[]): readonly string[] {
  return rows.some(isMarked) ? [`In some cells ${UNEVEN_TRIALS}; ${UNEVEN_MEANS}.`] : [];
}

/** Why a cell has no crossed interval. */
export function noCrossed(row: ScalingRow, lacking: TrialsLacking | null): string {
  if (row.n_items < 2) return "It needs two items.";
  if (row.na_trial_ci === null)
    return trialsReason(
      lacking,
      "It needs two items and two trials that carry an identity of their own.",
    );
  return hasUnevenTrials(row)
    ? `It needs every item in every trial: ${UNEVEN_TRIALS}.`
    : "It needs every item in every trial once, in one range of trial numbers without a gap.";
}
