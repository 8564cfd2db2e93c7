import { z } from "zod";
import { nullableText, optionCount } from "./row-fields";

/**
 * What the rows of a run in scope were asked under, where one mean over them would be of several
 * things; null where it is of one. Fixed questions may differ in N, each asked at its own.
 */
export const mixture = z
  .strictObject({
    environments: z.array(nullableText),
    paddings: z.array(z.string()),
    modes: z.array(nullableText),
    conditions: z.array(nullableText),
    n_options: z.array(optionCount),
  })
  .nullable();
export type Mixture = z.infer<typeof mixture>;

/** The fields of `mixtures` as they come from a query, and the row's field made of them. */
export const mixtureShape = {
  mixed: z.boolean(),
  environments: z.array(nullableText),
  paddings: z.array(z.string()),
  modes: z.array(nullableText),
  conditions: z.array(nullableText),
  counts: z.array(optionCount),
};
type MixtureFields = z.infer<z.ZodObject<typeof mixtureShape>>;

export function mixtureOf({ mixed, counts, ...fields }: MixtureFields): Mixture {
  const { environments, paddings, modes, conditions } = fields;
  return mixed ? { environments, paddings, modes, conditions, n_options: counts } : null;
}

const severalOf = (column: string) => `count(DISTINCT coalesce(c.${column}, '')) > 1`;

/**
 * `mixtures`: one row a run with a row in scope, or one a part of a run. Needs the scope's CTEs. Under
 * one environment, padding, mode and condition an item of a fixed run has one N.
 * @param cells `sel_cells`, or a table with its columns and one that numbers the parts
 * @param key column of `cells` that names what is looked at
 */
export const mixturesSql = (cells = "sel_cells", key = "run_ix"): string => `mixtures AS (
    SELECT c.${key},
      ${["environment", "padding", "mode", "condition"].map(severalOf).join(" OR ")}
        OR (any_value(c.kind) <> 'fixed' AND min(c.n_options) < max(c.n_options)) AS mixed,
      list(DISTINCT c.environment ORDER BY c.environment NULLS FIRST) AS environments,
      list(DISTINCT c.padding ORDER BY c.padding) AS paddings,
      list(DISTINCT c.mode ORDER BY c.mode NULLS FIRST) AS modes,
      list(DISTINCT c.condition ORDER BY c.condition NULLS FIRST) AS conditions,
      list(DISTINCT c.n_options ORDER BY c.n_options) AS counts
    FROM ${cells} AS c
    WHERE c.cell_ix IN (
      SELECT q.cell_ix FROM data.item_cube AS q JOIN sel_items AS i USING (item_ix))
    GROUP BY c.${key})`;
