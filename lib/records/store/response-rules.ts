import { text } from "@/lib/engine/sql";
import {
  MAX_OPTIONS,
  MIN_OPTIONS,
  OUTCOMES,
  PADDING,
  PADDING_RULE,
  RESPONSE_COLUMNS,
} from "@/lib/records/response";

/** What every stored row meets in one column. */
export interface ResponseRule {
  readonly column: string;
  /** SQL that is true of such a row; the columns are of types that `ACCEPTED` (check-files.ts) lets in. */
  readonly holds: string;
  /** How the rule reads behind the column's name. */
  readonly said: string;
}

const INT32_MIN = -2_147_483_648;
const INT32_MAX = 2_147_483_647;
const COUNTS = ["prompt_tokens", "completion_tokens", "reasoning_tokens", "cached_tokens"];

const rule = (column: string, holds: string, said: string): ResponseRule => ({
  column,
  holds,
  said,
});

/** A column that may be null meets what is said of its values. */
const whereGiven = (name: string, holds: string) => `"${name}" IS NULL OR ${holds}`;

/** `textProblem` as SQL: a stored text is well-formed always. */
function textRules(): ResponseRule[] {
  return RESPONSE_COLUMNS.filter((c) => c.sql === "VARCHAR").flatMap(({ name }) => [
    rule(name, whereGiven(name, `"${name}"::VARCHAR <> ''`), "must not be empty"),
    rule(
      name,
      whereGiven(name, `NOT starts_with("${name}"::VARCHAR, chr(65279))`),
      "must not begin with a byte-order mark",
    ),
  ]);
}

/**
 * The rules of `responseSchema` as SQL: the same decision over a whole file (a property test
 * compares the two).
 */
export const RESPONSE_RULES: readonly ResponseRule[] = [
  ...RESPONSE_COLUMNS.filter((c) => !c.nullable).map(({ name }) =>
    rule(name, `"${name}" IS NOT NULL`, "must be given"),
  ),
  ...textRules(),
  ...RESPONSE_COLUMNS.filter((c) => c.sql === "INTEGER").map(({ name }) =>
    rule(
      name,
      whereGiven(name, `"${name}" BETWEEN ${INT32_MIN} AND ${INT32_MAX}`),
      "must fit into 32 bits",
    ),
  ),
  rule(
    "padding",
    `regexp_full_match(padding::VARCHAR, ${text(PADDING.source.slice(1, -1))})`,
    PADDING_RULE,
  ),
  rule(
    "n_options",
    `n_options BETWEEN ${MIN_OPTIONS} AND ${MAX_OPTIONS}`,
    `must be ${MIN_OPTIONS} to ${MAX_OPTIONS}`,
  ),
  rule("gold_pos", "gold_pos BETWEEN 1 AND n_options", "must be a position from 1 to n_options"),
  rule(
    "outcome",
    `outcome IN (${OUTCOMES.map(text).join(", ")})`,
    `must be one of ${OUTCOMES.join(", ")}`,
  ),
  rule(
    "resp_pos",
    "(outcome = 'answered') = (resp_pos IS NOT NULL)",
    "must be given exactly when outcome is answered",
  ),
  rule(
    "resp_pos",
    whereGiven("resp_pos", "resp_pos BETWEEN 1 AND n_options"),
    "must be a position from 1 to n_options, or null",
  ),
  rule("trial", "trial >= 1", "must be 1 or more"),
  rule("attempts", "attempts >= 1", "must be 1 or more"),
  rule(
    "selected_origin",
    whereGiven("selected_origin", "selected_origin IN ('original', 'borrowed')"),
    "must be original, borrowed or null",
  ),
  ...COUNTS.map((name) =>
    rule(name, whereGiven(name, `${name} >= 0`), "must be 0 or more, or null"),
  ),
  rule(
    "latency_ms",
    whereGiven("latency_ms", "(isfinite(latency_ms::DOUBLE) AND latency_ms >= 0)"),
    "must be a number from 0 up, or null",
  ),
];
