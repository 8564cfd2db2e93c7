import { SCORERS } from "./registry";
import type { Reading, ScorerInput, ScorerName } from "./scorer";

/** A reply as the tests write it: four lettered options without texts, unless said otherwise. */
export function inputOf(text: string, rest: Partial<ScorerInput> = {}): ScorerInput {
  return {
    text,
    reasoning: null,
    finish_reason: null,
    options: null,
    n_options: rest.options?.length ?? 4,
    labels: "letters",
    ...rest,
  };
}

export function readWith(name: ScorerName, text: string, rest: Partial<ScorerInput> = {}): Reading {
  return SCORERS[name].read(inputOf(text, rest));
}

/** The reading in short: the position where there is one, else the outcome. */
export function shortly({ outcome, position }: Reading): number | string {
  return position ?? outcome;
}
