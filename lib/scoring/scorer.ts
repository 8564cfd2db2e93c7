import type { Response } from "../records/response";
import type { LabelStyle } from "./labels";

/** What a scorer is given: one stored reply, and how its question was presented. */
export interface ScorerInput {
  /** The reply as the host gave it. */
  text: string;
  /** What the host gave in a channel of its own. No answer is ever read out of it. */
  reasoning: string | null;
  /** In the host's own spelling. */
  finish_reason: string | null;
  /** The option texts as shown, in the order of their positions; null where they are not known. */
  options: readonly string[] | null;
  /** How many options were shown. */
  n_options: number;
  labels: LabelStyle;
}

/**
 * The part of the reply that decided the reading. `start` and `end` are UTF-16 offsets into the
 * reply as it was given, so that `text` is always `input.text.slice(start, end)`.
 */
export interface Evidence {
  start: number;
  end: number;
  text: string;
}

/** The outcomes that can be read out of a text; the others are known before anything is read. */
export type ReadableOutcome = Exclude<Response["outcome"], "prompt_truncated" | "error">;

/** What a scorer read. The position is one-based, and there exactly when the outcome is `answered`. */
export interface Reading {
  outcome: ReadableOutcome;
  position: number | null;
  evidence: Evidence | null;
}

export const SCORER_NAMES = ["strict-2", "declaration-1", "index-1"] as const;
export type ScorerName = (typeof SCORER_NAMES)[number];

/**
 * A rule that reads replies. A rule never changes under its name: another reading of any text
 * takes another version, since the name is stored with every response it read.
 */
export interface Scorer {
  readonly name: ScorerName;
  /** One sentence for a user who chooses between scorers. */
  readonly description: string;
  /** Pure; never throws, whatever the text. */
  read(input: ScorerInput): Reading;
}
