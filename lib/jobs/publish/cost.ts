import type { Manifest } from "@/lib/records/manifest";
import { doneOf, type JobRun } from "../queue/rows";

const MILLION = 1_000_000;

/**
 * What a run cost by the prices that were given, cached prompt tokens at their own price; null where
 * there are none, or a reply did not say its tokens. Requests that failed are not counted.
 */
export function costOf(run: JobRun): Manifest["cost"] {
  const prices = run.facts?.prices;
  if (!prices) return null;
  const replies = doneOf(run) - run.error;
  if (run.prompt_known < replies || run.completion_known < replies) return null;
  const cachedPrice = prices.cached_prompt ?? prices.prompt;
  const amount =
    (run.prompt_tokens - run.cached_tokens) * prices.prompt +
    run.cached_tokens * cachedPrice +
    run.completion_tokens * prices.completion;
  return { amount: amount / MILLION, currency: prices.currency };
}
