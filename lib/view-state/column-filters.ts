import { z } from "zod";

/** Columns of the Responses table that are filtered in the table itself, by the form of filter. */
export const RANGE_COLUMNS = [
  "trial",
  "gold_pos",
  "resp_pos",
  "permutation",
  "prompt_tokens",
  "completion_tokens",
  "reasoning_tokens",
  "cached_tokens",
  "latency_ms",
  "attempts",
] as const;
export const CONTAINS_COLUMNS = ["item_id", "run_id", "item_hash", "options_hash"] as const;
export const ONE_OF_COLUMNS = [
  "correct",
  "finish_reason",
  "selected_origin",
  "reasoning_observed",
  "provenance",
] as const;
const ANY_COLUMN = [...RANGE_COLUMNS, ...CONTAINS_COLUMNS, ...ONE_OF_COLUMNS] as const;

const bound = z.number().nullable();

/**
 * One column's filter: a closed range with one end open at most, a text that occurs in the value
 * (whatever its case), a list of values (booleans as "true" and "false", null = not stated), or
 * whether there is a value at all.
 */
export const columnFilterSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("range"),
      column: z.enum(RANGE_COLUMNS),
      min: bound,
      max: bound,
    })
    .refine((f) => f.min !== null || f.max !== null, { error: "a range needs an end" }),
  z.strictObject({
    kind: z.literal("contains"),
    column: z.enum(CONTAINS_COLUMNS),
    text: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal("one_of"),
    column: z.enum(ONE_OF_COLUMNS),
    values: z.array(z.string().nullable()).min(1),
  }),
  z.strictObject({
    kind: z.literal("stated"),
    column: z.enum(ANY_COLUMN),
    stated: z.boolean(),
  }),
]);
export type ColumnFilter = z.infer<typeof columnFilterSchema>;
export type FilterColumn = ColumnFilter["column"];

/** At most one filter a column. */
export const columnFiltersSchema = z
  .array(columnFilterSchema)
  .refine((all) => new Set(all.map((f) => f.column)).size === all.length, {
    error: "a column is filtered twice",
  });
