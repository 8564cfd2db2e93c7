import type { JobRecord } from "../runner/record";
import { TALLY_COLUMNS, type Tally } from "./rows";

/** Sums that nothing was added to. */
export function emptyTally(): Tally {
  return Object.fromEntries(TALLY_COLUMNS.map((name) => [name, 0])) as Tally;
}

export const isCorrect = ({ response }: JobRecord): boolean =>
  response.resp_pos !== null && response.resp_pos === response.gold_pos;

const TOKENS = ["prompt", "completion", "reasoning", "cached"] as const;

/** Adds what a record counts for, or with -1 takes it away. A number that is not known adds nothing. */
export function count(tally: Tally, record: JobRecord, sign: 1 | -1): void {
  const { response } = record;
  tally[response.outcome] += sign;
  if (isCorrect(record)) tally.correct += sign;
  for (const kind of TOKENS) {
    const tokens = response[`${kind}_tokens`];
    if (tokens === null) continue;
    tally[`${kind}_known`] += sign;
    tally[`${kind}_tokens`] += sign * tokens;
  }
  if (response.cached_tokens !== null && response.prompt_tokens !== null)
    tally.cached_of += sign * response.prompt_tokens;
}
