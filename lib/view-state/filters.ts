import { z } from "zod";

const texts = z.array(z.string()).min(1);
/** Null stands for "not stated" and can be chosen like any value. */
const nullableTexts = z.array(z.string().nullable()).min(1);

/**
 * One facet with the values that are kept. Facets are joined by "and", values by "or".
 * `outcome` acts on the Responses view alone, never on a denominator.
 */
export const filterSchema = z.discriminatedUnion("field", [
  z.strictObject({ field: z.literal("model"), values: texts }),
  z.strictObject({ field: z.literal("benchmark"), values: texts }),
  z.strictObject({ field: z.literal("scorer"), values: texts }),
  z.strictObject({ field: z.literal("run"), values: texts }),
  z.strictObject({ field: z.literal("padding"), values: texts }),
  z.strictObject({ field: z.literal("item"), values: texts }),
  z.strictObject({ field: z.literal("environment"), values: nullableTexts }),
  z.strictObject({ field: z.literal("mode"), values: nullableTexts }),
  z.strictObject({ field: z.literal("condition"), values: nullableTexts }),
  z.strictObject({ field: z.literal("section"), values: nullableTexts }),
  z.strictObject({ field: z.literal("n_options"), values: z.array(z.int().min(2)).min(1) }),
  z.strictObject({ field: z.literal("stem"), values: z.array(z.boolean().nullable()).min(1) }),
  z.strictObject({ field: z.literal("outcome"), values: texts }),
]);
export type Filter = z.infer<typeof filterSchema>;
export type FilterField = Filter["field"];

/** At most one filter a field. */
export const filtersSchema = z
  .array(filterSchema)
  .refine((filters) => new Set(filters.map((f) => f.field)).size === filters.length, {
    error: "a field is filtered twice",
  });
export type Filters = z.infer<typeof filtersSchema>;

/** Fields of a run, of a cell (run x presentation), and of an item. */
export const RUN_FIELDS = ["model", "benchmark", "scorer", "run"] as const satisfies FilterField[];
export const CELL_FIELDS = [
  "environment",
  "n_options",
  "padding",
  "mode",
  "condition",
] as const satisfies FilterField[];
export const ITEM_FIELDS = ["stem", "section", "item"] as const satisfies FilterField[];
