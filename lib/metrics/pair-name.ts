import { writeList } from "@/lib/view-state/url-text";
import type { ConditionSide } from "./condition-sides";
import type { PairedConditionsRow } from "./question-rows";

/** What names a pair of conditions among the open data. */
export type PairName = Pick<
  PairedConditionsRow,
  "run_a" | "run_b" | "condition_a" | "condition_b" | "environment" | "padding" | "mode"
>;

/** The name as it stands in a link. */
export function writePair(pair: PairName): string {
  const { run_a, condition_a, run_b, condition_b, environment, padding, mode } = pair;
  return writeList([run_a, condition_a, run_b, condition_b, environment, padding, mode]);
}

/** Whether a fixed run under one presentation is a side of the pair. */
export function isSideOf(side: ConditionSide, pair: PairName, which: "a" | "b"): boolean {
  return (
    side.run_id === pair[`run_${which}`] &&
    side.condition === pair[`condition_${which}`] &&
    side.environment === pair.environment &&
    side.padding === pair.padding &&
    side.mode === pair.mode
  );
}
