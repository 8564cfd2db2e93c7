import type { Item } from "@/lib/records/item";
import type { Raw } from "@/lib/records/raw";
import type { Response } from "@/lib/records/response";

type Texts = Pick<Raw, "text" | "reasoning" | "request" | "response_body" | "label_logprobs">;

/**
 * A response on its way in: its run may not have an id yet and its trial no number, and a row that
 * was refused keeps what of its key could be read (`lost`), since that key was planned.
 */
export interface Draft extends Omit<Response, "run_id" | "trial" | "benchmark">, Texts {
  run_id: string | null;
  trial: number | null;
  benchmark: string;
  simulated: boolean;
  /** The file says that an importer numbered its trials. */
  trials_numbered: boolean;
}

/** A response of which nothing is known: what a file does not say stays so. */
export const UNKNOWN = {
  environment: null,
  section: null,
  stem_negative: null,
  padding: "none",
  mode: null,
  condition: null,
  permutation: null,
  selected_origin: null,
  finish_reason: null,
  reasoning_observed: null,
  prompt_tokens: null,
  completion_tokens: null,
  reasoning_tokens: null,
  cached_tokens: null,
  latency_ms: null,
  attempts: 1,
  item_hash: null,
  options_hash: null,
} as const satisfies Partial<Response>;

export function emptyDraft(): Draft {
  return {
    ...UNKNOWN,
    run_id: null,
    model: "",
    benchmark: "",
    item_id: "",
    n_options: 0,
    trial: null,
    gold_pos: 0,
    resp_pos: null,
    outcome: "unparsed",
    scorer: "",
    text: null,
    reasoning: null,
    request: null,
    response_body: null,
    label_logprobs: null,
    simulated: false,
    trials_numbered: false,
  };
}

/** An item that a row brought along, without what only an item set knows. */
export function itemOf(
  known: Pick<
    Item,
    | "benchmark"
    | "item_id"
    | "stem"
    | "key"
    | "section"
    | "item_hash"
    | "stem_negative"
    | "stem_evidence"
  >,
  options: readonly { text: string; origin: "original" | "borrowed" }[],
): Item {
  return {
    ...known,
    target: null,
    target_base: null,
    options: JSON.stringify(
      options.map((o) => ({
        text: o.text,
        origin: o.origin,
        donor_item: null,
        donor_option: null,
      })),
    ),
    sub_category: null,
  };
}
