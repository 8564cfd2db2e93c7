/** Why a cell asks no further trials, in the words that are shown (contracts of the stopping rule, step 4). */
export const STOP_REASONS = [
  "more trials cannot narrow the item interval",
  "the trial interval is narrow",
  "the target is reached",
  "all planned trials are done",
] as const;
export type StopReason = (typeof STOP_REASONS)[number];
