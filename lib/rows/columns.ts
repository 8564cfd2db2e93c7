import { text } from "@/lib/engine/sql";
import { OUTCOMES, UNSCORED_OUTCOMES } from "@/lib/records/response";
import type { FilterField } from "@/lib/view-state/filters";

/** How a column is filtered: by words, by bounds, or by picking values. */
export type ColumnKind = "text" | "number" | "enum";

/**
 * Where a column's value lives. Everything but `row` is known without reading a response, which is
 * what keeps filters and sorts over millions of rows quick.
 */
export type ColumnScope = "run" | "cell" | "item" | "row";

export interface RowColumn {
  readonly id: string;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly scope: ColumnScope;
  /** Value in SQL over the aliases u (runs), c (cells), i (items), r (responses). */
  readonly sql: string;
  /** The facet that filters this column; other columns have a filter of their own. */
  readonly facet?: FilterField;
  /** Values known beforehand, in their order; other enums ask the data. */
  readonly values?: readonly (string | boolean)[];
  /** Every response states it: there is nothing to filter for "not stated". */
  readonly always?: boolean;
  /** How the value sorts, where that is not the value itself. */
  readonly sortKey?: string;
  /**
   * A coarser expression that never decreases with the sort key: sorting counts rows by it first.
   * Left out, the key itself is coarse enough.
   */
  readonly bucket?: string;
  /** Nearly every item has a value of its own: with many items, neighbours are counted together. */
  readonly distinct?: boolean;
  readonly unit?: "tokens" | "ms";
}

const unscored = UNSCORED_OUTCOMES.map(text).join(", ");

/**
 * Whether a response is right: null where the model was never really asked (`error`,
 * `prompt_truncated`), false for every other response without a right position.
 */
export const CORRECT_SQL = `(CASE WHEN r.outcome IN (${unscored}) THEN NULL ELSE coalesce(r.resp_pos = r.gold_pos, false) END)`;

/** Steps of about one per cent: a thousand steps span every token count and latency. */
const logBucket = (sql: string) => `floor(log2(greatest(${sql}, 0) + 1) * 64)`;
/** Ids that are digits alone sort as numbers, whatever their length. */
const natural = (sql: string) =>
  `(CASE WHEN regexp_full_match(${sql}, '[0-9]{1,30}') THEN lpad(${sql}, 30, '0') ELSE ${sql} END)`;

const YES_NO = [true, false] as const;
const PROVENANCES = ["measured", "imported", "simulated"] as const;
const SCOPES = { u: "run", c: "cell", i: "item", r: "row" } as const;
type Extra = Partial<Omit<RowColumn, "id" | "label" | "kind" | "scope">>;
const own = (
  table: keyof typeof SCOPES,
  id: string,
  label: string,
  kind: ColumnKind,
  extra: Extra = {},
): RowColumn => ({ id, label, kind, scope: SCOPES[table], sql: `${table}.${id}`, ...extra });
const tokens = (id: string, label: string) =>
  own("r", id, label, "number", { bucket: logBucket(`r.${id}`), unit: "tokens" });

/** Every column of the Responses view, what a reader looks for first: those of a record, and `correct`. */
export const ROW_COLUMNS: readonly RowColumn[] = [
  own("u", "model", "model", "enum", { facet: "model" }),
  own("i", "item_id", "item", "text", { sortKey: natural("i.item_id"), distinct: true }),
  { id: "correct", label: "correct", kind: "enum", scope: "row", sql: CORRECT_SQL, values: YES_NO },
  own("r", "outcome", "outcome", "enum", { facet: "outcome", values: OUTCOMES, always: true }),
  own("r", "resp_pos", "response", "number"),
  own("r", "gold_pos", "gold", "number"),
  own("c", "n_options", "N", "number", { facet: "n_options" }),
  own("r", "trial", "trial", "number"),
  own("c", "environment", "environment", "enum", { facet: "environment" }),
  own("c", "padding", "padding", "enum", { facet: "padding" }),
  own("i", "section", "section", "enum", { facet: "section" }),
  own("u", "benchmark", "benchmark", "enum", { facet: "benchmark" }),
  own("u", "scorer", "scorer", "enum", { facet: "scorer" }),
  own("c", "mode", "mode", "enum", { facet: "mode" }),
  own("c", "condition", "condition", "enum", { facet: "condition" }),
  own("r", "permutation", "permutation", "number"),
  own("i", "stem_negative", "negative stem", "enum", { facet: "stem", values: YES_NO }),
  own("r", "selected_origin", "chosen origin", "enum", { values: ["original", "borrowed"] }),
  own("r", "finish_reason", "finish reason", "enum"),
  own("r", "reasoning_observed", "reasoned", "enum", { values: YES_NO }),
  tokens("prompt_tokens", "prompt tokens"),
  tokens("completion_tokens", "completion tokens"),
  tokens("reasoning_tokens", "reasoning tokens"),
  tokens("cached_tokens", "cached tokens"),
  own("r", "latency_ms", "latency", "number", { bucket: logBucket("r.latency_ms"), unit: "ms" }),
  own("r", "attempts", "attempts", "number"),
  own("u", "run_id", "run", "text"),
  own("u", "provenance", "provenance", "enum", { values: PROVENANCES, always: true }),
  own("i", "item_hash", "item hash", "text", { distinct: true }),
  own("r", "options_hash", "options hash", "text", { bucket: "left(r.options_hash, 3)" }),
];

const byId = new Map(ROW_COLUMNS.map((column) => [column.id, column]));

/** The column of that name, or null. */
export function rowColumn(id: string): RowColumn | null {
  return byId.get(id) ?? null;
}
