import { responseFault } from "@/lib/records/check";
import { OUTCOMES, textProblem, type Outcome, type Response } from "@/lib/records/response";
import type { Scorer } from "@/lib/scoring/scorer";
import type { Draft } from "./draft";
import { Fault } from "./fault";
import type { Field, FieldValues } from "./fields";
import { completeFromOptions, readOptions, type ShownOptions } from "./minimal-options";
import { readBoolean, readInteger, readNumber, readPosition, readText } from "./values";

/** What a row of the minimal form takes where the file says nothing. */
export interface MinimalDefaults {
  readonly benchmark: string;
  /** Reads `text` where there is no resp_pos. */
  readonly scorer: Scorer;
}

export const GIVEN_SCORER = "given";
const INT32_MAX = 2_147_483_647;
const UNASKED: ReadonlySet<string> = new Set<Outcome>(["error", "prompt_truncated"]);

function text(values: FieldValues, field: Field): string | null {
  const value = readText(values[field]);
  if (value === undefined) throw new Fault(field, values[field], `${field} must be a text`);
  const problem = value === null ? null : textProblem(value);
  if (problem !== null) throw new Fault(field, value, `${field} ${problem}`);
  return value;
}

function required(values: FieldValues, field: Field): string {
  const value = text(values, field);
  if (value === null) throw new Fault(field, values[field], `${field} is missing`);
  return value;
}

function integer(values: FieldValues, field: Field): number | null {
  const value = readInteger(values[field]);
  if (Number.isNaN(value)) throw new Fault(field, values[field], `${field} must be a whole number`);
  return value;
}

/** A whole number that fits its column; a key must. */
function keyInteger(values: FieldValues, field: Field): number | null {
  const value = integer(values, field);
  if (value !== null && (value > INT32_MAX || value < -INT32_MAX - 1))
    throw new Fault(field, values[field], `${field} is too large`);
  return value;
}

function boolean(values: FieldValues, field: Field): boolean | null {
  const value = readBoolean(values[field]);
  if (value === undefined)
    throw new Fault(field, values[field], `${field} must be true, false or empty`);
  return value;
}

function outcomeGiven(values: FieldValues): Outcome | null {
  const value = text(values, "outcome");
  if (value === null) return null;
  const known = OUTCOMES.find((outcome) => outcome === value);
  if (!known) throw new Fault("outcome", value, `outcome must be one of ${OUTCOMES.join(", ")}`);
  return known;
}

/**
 * Reads what names a response and its run.
 * @throws Fault when the key cannot be read: such a row counts as rejected, not as planned.
 */
export function readKey(values: FieldValues, draft: Draft, defaults: MinimalDefaults): void {
  draft.model = required(values, "model");
  draft.item_id = required(values, "item_id");
  const n = keyInteger(values, "n_options");
  if (n === null) throw new Fault("n_options", values.n_options, "n_options is missing");
  draft.n_options = n;
  draft.run_id = text(values, "run_id");
  draft.benchmark = text(values, "benchmark") ?? defaults.benchmark;
  draft.environment = text(values, "environment");
  draft.padding = text(values, "padding") ?? "none";
  draft.mode = text(values, "mode");
  draft.condition = text(values, "condition");
  draft.permutation = keyInteger(values, "permutation");
  draft.trial = keyInteger(values, "trial");
  draft.simulated = text(values, "provenance") === "simulated";
  draft.trials_numbered = boolean(values, "trials_numbered") ?? false;
  draft.scorer = isScored(values) ? defaults.scorer.name : (text(values, "scorer") ?? GIVEN_SCORER);
}

/** A text stands in place of a position: the scorer reads it. */
function isScored(values: FieldValues): boolean {
  return values.resp_pos === undefined && values.text !== undefined;
}

function readScored(
  values: FieldValues,
  draft: Draft,
  options: ShownOptions | null,
  scorer: Scorer,
): void {
  const outcome = outcomeGiven(values);
  if (outcome !== null && UNASKED.has(outcome)) {
    draft.outcome = outcome;
    draft.resp_pos = null;
    return;
  }
  const reading = scorer.read({
    text: draft.text ?? "",
    reasoning: draft.reasoning,
    finish_reason: draft.finish_reason,
    options: options?.texts ?? null,
    n_options: draft.n_options,
    labels: scorer.name === "index-1" ? "integers" : "letters",
  });
  draft.outcome = reading.outcome;
  draft.resp_pos = reading.position;
}

/** Joins a given position with a given outcome; see docs/records.md, "What happens to a row". */
function readGiven(values: FieldValues, draft: Draft): void {
  const outcome = outcomeGiven(values);
  if (values.resp_pos === undefined && (outcome === null || outcome === "answered"))
    throw new Fault("resp_pos", null, "resp_pos or a text is missing");
  const n = draft.n_options;
  const position = readPosition(values.resp_pos, n);
  if (Number.isNaN(position))
    throw new Fault(
      "resp_pos",
      values.resp_pos,
      `resp_pos is neither a whole number nor a label of ${n} options`,
    );
  const within = position !== null && position >= 1 && position <= n;
  if (outcome !== null) checkOutcome(values, outcome, position, within, n);
  draft.outcome =
    outcome ?? (position === null ? "unparsed" : within ? "answered" : "out_of_range");
  draft.resp_pos = within ? position : null;
  checkCorrect(values, draft);
}

/** A given outcome and a given position must agree. */
function checkOutcome(
  values: FieldValues,
  outcome: Outcome,
  position: number | null,
  within: boolean,
  n: number,
): void {
  if (outcome === "answered") {
    if (within) return;
    const reason = `outcome is answered, but resp_pos is no position from 1 to ${n}`;
    throw new Fault("resp_pos", values.resp_pos, reason);
  }
  const beside = outcome === "out_of_range" ? within : position !== null;
  if (beside)
    throw new Fault("resp_pos", values.resp_pos, `a position stands beside the outcome ${outcome}`);
}

function checkCorrect(values: FieldValues, draft: Draft): void {
  const said = boolean(values, "correct");
  if (said === null) return;
  const right = draft.resp_pos !== null && draft.resp_pos === draft.gold_pos;
  if (said !== right)
    throw new Fault(
      "correct",
      values.correct,
      `correct contradicts gold_pos ${draft.gold_pos} and resp_pos ${draft.resp_pos ?? "(none)"}`,
    );
}

function readNumbers(values: FieldValues, draft: Draft): void {
  draft.prompt_tokens = integer(values, "prompt_tokens");
  draft.completion_tokens = integer(values, "completion_tokens");
  draft.reasoning_tokens = integer(values, "reasoning_tokens");
  draft.cached_tokens = integer(values, "cached_tokens");
  draft.attempts = integer(values, "attempts") ?? 1;
  const latency = readNumber(values.latency_ms);
  if (Number.isNaN(latency))
    throw new Fault("latency_ms", values.latency_ms, "latency_ms must be a number");
  draft.latency_ms = latency;
}

function readTexts(values: FieldValues, draft: Draft): void {
  draft.section = text(values, "section");
  draft.stem_negative = boolean(values, "stem_negative");
  draft.finish_reason = text(values, "finish_reason");
  draft.reasoning_observed = boolean(values, "reasoning_observed");
  draft.item_hash = text(values, "item_hash");
  draft.options_hash = text(values, "options_hash");
  const origin = text(values, "selected_origin");
  if (origin !== null && origin !== "original" && origin !== "borrowed")
    throw new Fault("selected_origin", origin, "selected_origin must be original or borrowed");
  draft.selected_origin = origin;
  draft.text = longText(values, "text");
  draft.reasoning = longText(values, "reasoning");
  draft.request = null;
}

/** A stored text: an empty one is a text too, told from none. */
function longText(values: FieldValues, field: "text" | "reasoning"): string | null {
  if (values[field] === "") return "";
  const value = readText(values[field]);
  if (value === undefined) throw new Fault(field, values[field], `${field} must be a text`);
  return value;
}

/**
 * Reads the rest of a row whose key was read.
 * @returns the options that the row showed, where it lists them
 * @throws Fault naming the column; the key then counts as planned and missing.
 */
export function readRest(
  values: FieldValues,
  draft: Draft,
  defaults: MinimalDefaults,
): ShownOptions | null {
  const n = draft.n_options;
  if (n < 2) throw new Fault("n_options", values.n_options, "fewer than two options");
  const gold = readPosition(values.gold_pos, n);
  if (gold === null) throw new Fault("gold_pos", values.gold_pos, "gold_pos is missing");
  if (Number.isNaN(gold))
    throw new Fault(
      "gold_pos",
      values.gold_pos,
      `gold_pos is neither a whole number nor a label of ${n} options`,
    );
  draft.gold_pos = gold;
  readNumbers(values, draft);
  readTexts(values, draft);
  const options = readOptions(values.options, n);
  if (isScored(values)) readScored(values, draft, options, defaults.scorer);
  else readGiven(values, draft);
  if (options) completeFromOptions(draft, text(values, "question"), options);
  const fault = responseFault(asResponse(draft));
  if (fault)
    throw new Fault(fault.column, values[fault.column as Field], `${fault.column} ${fault.reason}`);
  return options;
}

/** The draft as a row: the id and a trial number that the whole import will give stand in. */
function asResponse(draft: Draft): Response {
  const row = draft as Omit<Draft, "trial" | "run_id"> & Pick<Response, "trial" | "run_id">;
  return draft.trial === null || draft.run_id === null
    ? { ...row, trial: draft.trial ?? 1, run_id: draft.run_id ?? "-" }
    : row;
}
