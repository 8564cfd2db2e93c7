import {
  MAX_OPTIONS,
  MIN_OPTIONS,
  OUTCOMES,
  PADDING,
  PADDING_RULE,
  textProblem,
  type Response,
} from "./response";

const INT32_MAX = 2_147_483_647;
const KNOWN_OUTCOMES: ReadonlySet<string> = new Set(OUTCOMES);

/** The first column of a row that breaks a rule, and the rule. */
export interface RowFault {
  readonly column: keyof Response;
  readonly reason: string;
}

const TEXTS = ["run_id", "model", "benchmark", "item_id", "padding", "scorer"] as const;
const NULLABLE_TEXTS = [
  "environment",
  "section",
  "mode",
  "condition",
  "finish_reason",
  "item_hash",
  "options_hash",
] as const;
const COUNTS = ["prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens"] as const;

const isInt = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
const isBoolean = (value: unknown): boolean => value === null || typeof value === "boolean";

function textFault(row: Response): RowFault | null {
  for (const column of TEXTS) {
    if (typeof row[column] !== "string") return { column, reason: "must be a text" };
    const reason = textProblem(row[column]);
    if (reason !== null) return { column, reason };
  }
  for (const column of NULLABLE_TEXTS) {
    const value = row[column];
    if (value === null) continue;
    if (typeof value !== "string") return { column, reason: "must be a text or empty" };
    const reason = textProblem(value);
    if (reason !== null) return { column, reason };
  }
  if (!PADDING.test(row.padding)) return { column: "padding", reason: PADDING_RULE };
  const origin = row.selected_origin as string | null;
  if (origin !== null && origin !== "original" && origin !== "borrowed")
    return { column: "selected_origin", reason: "must be original, borrowed or empty" };
  return null;
}

function numberFault(row: Response): RowFault | null {
  if (!isInt(row.trial, 1, INT32_MAX))
    return { column: "trial", reason: "must be a whole number from 1 up" };
  if (!isInt(row.attempts, 1, INT32_MAX))
    return { column: "attempts", reason: "must be a whole number from 1 up" };
  if (row.permutation !== null && !isInt(row.permutation, -INT32_MAX - 1, INT32_MAX))
    return { column: "permutation", reason: "must be a whole number or empty" };
  for (const column of COUNTS)
    if (row[column] !== null && !isInt(row[column], 0, INT32_MAX))
      return { column, reason: "must be a whole number from 0 up, or empty" };
  const latency = row.latency_ms;
  if (latency !== null && !(Number.isFinite(latency) && latency >= 0))
    return { column: "latency_ms", reason: "must be a number from 0 up, or empty" };
  if (!isBoolean(row.stem_negative))
    return { column: "stem_negative", reason: "must be true, false or empty" };
  if (!isBoolean(row.reasoning_observed))
    return { column: "reasoning_observed", reason: "must be true, false or empty" };
  return null;
}

function positionFault(row: Response): RowFault | null {
  const n = row.n_options;
  if (!isInt(n, MIN_OPTIONS, MAX_OPTIONS))
    return {
      column: "n_options",
      reason: `must be a whole number from ${MIN_OPTIONS} to ${MAX_OPTIONS}`,
    };
  if (!isInt(row.gold_pos, 1, n))
    return { column: "gold_pos", reason: `must be a position from 1 to ${n}` };
  if (row.resp_pos !== null && !isInt(row.resp_pos, 1, n))
    return { column: "resp_pos", reason: `must be a position from 1 to ${n}, or empty` };
  if (!KNOWN_OUTCOMES.has(row.outcome))
    return { column: "outcome", reason: `must be one of ${OUTCOMES.join(", ")}` };
  if ((row.outcome === "answered") !== (row.resp_pos !== null))
    return { column: "resp_pos", reason: "must be given exactly when outcome is answered" };
  return null;
}

/**
 * What `responseSchema` refuses in a row, or null: the same decision (a property test compares the
 * two), made fast enough for millions of rows. Columns that the schema does not know are not seen.
 */
export function responseFault(row: Response): RowFault | null {
  return positionFault(row) ?? numberFault(row) ?? textFault(row);
}
