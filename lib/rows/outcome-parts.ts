import type { AccuracyRow, OutcomesRow } from "@/lib/metrics/rows";
import type { Outcome } from "@/lib/records/response";

/** What a run's planned rows became: the outcomes, with right and wrong answers apart. */
export const OUTCOME_PARTS = [
  "right",
  "wrong",
  "unparsed",
  "multiple",
  "out_of_range",
  "truncated",
  "error",
  "prompt_truncated",
  "missing",
] as const;
export type OutcomePartId = (typeof OUTCOME_PARTS)[number];

export interface OutcomePart {
  readonly id: OutcomePartId;
  readonly label: string;
  readonly count: number;
  /** The outcome that leads to its responses; null for rows that there are none of. */
  readonly outcome: Outcome | null;
  /** Of answered responses: whether they are right. */
  readonly correct: boolean | null;
}

const LABELS: Readonly<Record<OutcomePartId, string>> = {
  right: "answered, right",
  wrong: "answered, wrong",
  unparsed: "unparsed",
  multiple: "multiple",
  out_of_range: "out of range",
  truncated: "truncated",
  error: "error",
  prompt_truncated: "prompt truncated",
  missing: "missing",
};

export const outcomePartLabel = (id: OutcomePartId): string => LABELS[id];

/**
 * The parts of a run, all of them, in their order; they add up to `planned` wherever that is known.
 * Where a filter splits a run that lacks rows, nobody knows how many of these are missing: the part
 * is then 0 and `planned` of the row is null.
 */
export function outcomeParts(
  row: OutcomesRow,
  { correct }: Pick<AccuracyRow, "correct">,
): OutcomePart[] {
  const part = (
    id: OutcomePartId,
    count: number,
    outcome: Outcome | null,
    right: boolean | null = null,
  ): OutcomePart => ({ id, label: LABELS[id], count, outcome, correct: right });
  return [
    part("right", correct, "answered", true),
    part("wrong", row.answered - correct, "answered", false),
    part("unparsed", row.unparsed, "unparsed"),
    part("multiple", row.multiple, "multiple"),
    part("out_of_range", row.out_of_range, "out_of_range"),
    part("truncated", row.truncated, "truncated"),
    part("error", row.error, "error"),
    part("prompt_truncated", row.prompt_truncated, "prompt_truncated"),
    part("missing", row.missing ?? 0, null),
  ];
}
