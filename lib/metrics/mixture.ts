import { z } from "zod";
import { nullableText, optionCount } from "./row-fields";

/**
 * What the rows of a run in scope were asked under, where one mean over them would be of several
 * things; null where it is of one. Fixed questions may differ in N, each asked at its own.
 */
export const mixture = z
  .strictObject({
    modes: z.array(nullableText),
    conditions: z.array(nullableText),
    n_options: z.array(optionCount),
  })
  .nullable();
export type Mixture = z.infer<typeof mixture>;

/** The fields of `mixtures` as they come from a query, and the row's field made of them. */
export const mixtureShape = {
  mixed: z.boolean(),
  modes: z.array(nullableText),
  conditions: z.array(nullableText),
  counts: z.array(optionCount),
};
type MixtureFields = z.infer<z.ZodObject<typeof mixtureShape>>;

export function mixtureOf({ mixed, modes, conditions, counts }: MixtureFields): Mixture {
  return mixed ? { modes, conditions, n_options: counts } : null;
}

/**
 * `mixtures`: one row a run with a row in scope, or one a part of a run. Needs the scope's CTEs. Under
 * one presentation an item of a fixed run has one N: only runs of several need a look at their items.
 * @param cells `sel_cells`, or a table with its columns and one that numbers the parts
 * @param key column of `cells` that names what is looked at
 */
export const mixturesSql = (cells = "sel_cells", key = "run_ix"): string => `several_n AS (
    SELECT c.${key} FROM data.item_cube AS q JOIN ${cells} AS c USING (cell_ix)
    JOIN sel_items AS i USING (item_ix)
    WHERE c.${key} IN (
      SELECT ${key} FROM ${cells} WHERE kind = 'fixed' GROUP BY ${key}
      HAVING count(DISTINCT (environment, padding)) > 1 AND min(n_options) < max(n_options))
    GROUP BY c.${key}, i.item_key HAVING min(c.n_options) < max(c.n_options)),
  mixtures AS (
    SELECT c.${key},
      count(DISTINCT coalesce(c.mode, '')) > 1 OR count(DISTINCT coalesce(c.condition, '')) > 1
        OR CASE WHEN any_value(c.kind) = 'fixed'
          THEN bool_or(c.${key} IN (SELECT ${key} FROM several_n))
          ELSE min(c.n_options) < max(c.n_options) END AS mixed,
      list(DISTINCT c.mode ORDER BY c.mode NULLS FIRST) AS modes,
      list(DISTINCT c.condition ORDER BY c.condition NULLS FIRST) AS conditions,
      list(DISTINCT c.n_options ORDER BY c.n_options) AS counts
    FROM ${cells} AS c
    WHERE c.cell_ix IN (
      SELECT q.cell_ix FROM data.item_cube AS q JOIN sel_items AS i USING (item_ix))
    GROUP BY c.${key})`;
