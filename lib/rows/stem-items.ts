import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { scopeOf } from "@/lib/metrics/scope";
import type { MetricOptions, Workspace } from "@/lib/metrics/workspace";
import { storedEvidence, type StoredEvidence } from "@/lib/stems/flag";
import { responseKeySchema, type ResponseKey } from "./key";

const itemRow = z.strictObject({
  benchmark: z.string(),
  item_id: z.string(),
  section: z.string().nullable(),
  stem_negative: z.boolean(),
  stem_evidence: z.string().nullable(),
  cell_ix: z.int(),
  item_ix: z.int(),
  total: z.int(),
});

/** An item whose stem has a flag, and one response by which its texts are found. */
export interface StemItem extends Pick<
  z.output<typeof itemRow>,
  "benchmark" | "item_id" | "section" | "stem_negative"
> {
  readonly evidence: StoredEvidence;
  /** Null where the responses of the cell are gone. */
  readonly key: ResponseKey | null;
}

/** Items of a list, and how many the whole list has. */
export interface StemItems {
  readonly items: readonly StemItem[];
  readonly total: number;
}

const keyRow = responseKeySchema.extend({ item_ix: z.int() });

/**
 * The first `limit` items with a flag under the filters, flagged ones first; versions of an item
 * that differ in text or flag are items of their own.
 */
export async function stemItems(
  workspace: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
  limit: number,
): Promise<StemItems> {
  const { engine } = workspace;
  const scope = scopeOf(filters);
  const rows = await queryRows(
    engine,
    itemRow,
    `WITH ${scope.cells}, ${scope.items},
      seen AS (SELECT i.benchmark, i.item_id, i.section, i.stem_negative,
          min(i.stem_evidence) AS stem_evidence,
          arg_min(q.cell_ix, q.cell_ix) AS cell_ix, arg_min(q.item_ix, q.cell_ix) AS item_ix
        FROM data.item_cube AS q JOIN sel_cells USING (cell_ix) JOIN sel_items USING (item_ix)
        JOIN data.items AS i USING (item_ix) WHERE i.stem_negative IS NOT NULL
        GROUP BY i.benchmark, i.item_id, i.section, i.stem_negative, i.item_hash)
    SELECT *, (count(*) OVER ())::INTEGER AS total FROM seen
    ORDER BY stem_negative DESC, benchmark, item_id, item_ix LIMIT ${limit}`,
    { signal },
  );
  const keys = await keysOf(workspace, rows, signal);
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map(({ benchmark, item_id, section, stem_negative, stem_evidence, item_ix }) => ({
      benchmark,
      item_id,
      section,
      stem_negative,
      evidence: storedEvidence(stem_evidence),
      key: keys.get(item_ix) ?? null,
    })),
  };
}

/** The first response of each (cell, item). */
async function keysOf(
  workspace: Workspace,
  places: readonly { readonly cell_ix: number; readonly item_ix: number }[],
  signal: AbortSignal | undefined,
): Promise<Map<number, ResponseKey>> {
  if (places.length === 0) return new Map();
  await workspace.ensureRows(signal);
  const found = await queryRows(
    workspace.engine,
    keyRow,
    `WITH places (cell_ix, item_ix) AS
        (VALUES ${places.map((p) => `(${p.cell_ix}, ${p.item_ix})`).join(", ")}),
      first AS (SELECT r.cell_ix, r.item_ix, r.permutation, r.trial
        FROM data.responses AS r JOIN places USING (cell_ix, item_ix)
        QUALIFY row_number() OVER (PARTITION BY r.item_ix
          ORDER BY r.trial, r.permutation NULLS FIRST) = 1)
    SELECT f.item_ix, u.run_id, i.item_id, c.environment, c.n_options, c.padding, c.mode,
      c.condition, f.permutation, f.trial
    FROM first AS f JOIN data.cells AS c USING (cell_ix) JOIN data.runs AS u USING (run_ix)
    JOIN data.items AS i ON i.item_ix = f.item_ix`,
    { signal },
  );
  return new Map(found.map(({ item_ix, ...key }) => [item_ix, key]));
}
