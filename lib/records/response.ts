import { z } from "zod";
import { column, columnsOf } from "./columns";

/** What became of one response. `answered` alone carries a position. */
export const OUTCOMES = [
  "answered",
  "unparsed",
  "multiple",
  "out_of_range",
  "truncated",
  "prompt_truncated",
  "error",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes that leave the denominator: the model was never really asked. */
export const UNSCORED_OUTCOMES = ["prompt_truncated", "error"] as const satisfies Outcome[];

export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 1000;

/** Without padding, or a type and a placement. */
export const PADDING = /^(?:none|[^:]+:[^:]+)$/;
export const PADDING_RULE = "must be none, or type:placement as in symbol:front";

/**
 * Why a text cannot be an id or a label, or null. What is refused would not survive every path: an
 * empty text and none are one in a CSV file, half a surrogate pair becomes another character, and a
 * byte-order mark in front is dropped.
 */
export function textProblem(value: string): string | null {
  if (value === "") return "must not be empty";
  if (value.startsWith("\uFEFF")) return "begins with a byte-order mark";
  return value.isWellFormed() ? null : "holds half a surrogate pair";
}

/** A text of a column, by the rule of {@link textProblem}. */
const columnText = z.string().superRefine((value, context) => {
  const message = textProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});
const text = () => column("VARCHAR", columnText);
const nullableText = () => column("VARCHAR", columnText.nullable());
const padding = columnText.regex(PADDING, PADDING_RULE);
const count = () => column("INTEGER", z.int32().nonnegative().nullable());
const nOptions = z.int().min(MIN_OPTIONS).max(MAX_OPTIONS);
const position = z.int().min(1).max(MAX_OPTIONS);

/** The fields of a response row, one a column; see docs/records.md for their meaning. */
export const responseFields = z.strictObject({
  run_id: text(),
  model: text(),
  benchmark: text(),
  environment: nullableText(),
  item_id: text(),
  section: nullableText(),
  stem_negative: column("BOOLEAN", z.boolean().nullable()),
  n_options: column("INTEGER", nOptions),
  padding: column("VARCHAR", padding),
  mode: nullableText(),
  condition: nullableText(),
  permutation: column("INTEGER", z.int32().nullable()),
  trial: column("INTEGER", z.int32().min(1)),
  gold_pos: column("INTEGER", position),
  resp_pos: column("INTEGER", position.nullable()),
  outcome: column("VARCHAR", z.enum(OUTCOMES)),
  selected_origin: column("VARCHAR", z.enum(["original", "borrowed"]).nullable()),
  scorer: text(),
  finish_reason: nullableText(),
  reasoning_observed: column("BOOLEAN", z.boolean().nullable()),
  prompt_tokens: count(),
  completion_tokens: count(),
  reasoning_tokens: count(),
  cached_tokens: count(),
  latency_ms: column("DOUBLE", z.number().nonnegative().nullable()),
  attempts: column("INTEGER", z.int32().min(1)),
  item_hash: nullableText(),
  options_hash: nullableText(),
});

/**
 * A response row with the rules that span fields: positions lie within N, and a position is
 * there exactly when the outcome is `answered`.
 */
export const responseSchema = responseFields.superRefine((row, context) => {
  const issue = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (row.gold_pos > row.n_options)
    issue("gold_pos", `gold_pos ${row.gold_pos} is beyond the ${row.n_options} options`);
  if (row.resp_pos !== null && row.resp_pos > row.n_options)
    issue("resp_pos", `resp_pos ${row.resp_pos} is beyond the ${row.n_options} options`);
  if ((row.outcome === "answered") !== (row.resp_pos !== null))
    issue("resp_pos", "resp_pos must be given exactly when outcome is answered");
});

export type Response = z.infer<typeof responseFields>;

export const RESPONSE_COLUMNS = columnsOf(responseFields);

/** The columns that together name a response. Null equals null in keys and joins. */
export const KEY_COLUMNS = [
  "run_id",
  "item_id",
  "environment",
  "n_options",
  "padding",
  "mode",
  "condition",
  "permutation",
  "trial",
] as const satisfies (keyof Response)[];

/** Scorers whose runs are diagnostic: hidden in every ranking unless chosen. */
export const DIAGNOSTIC_SCORERS = ["publisher", "legacy-1"] as const;
