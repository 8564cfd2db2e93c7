import { z } from "zod";
import { SCORED } from "@/lib/cubes/aggregates";
import { queryRows } from "@/lib/engine/decode";
import { text } from "@/lib/engine/sql";
import { scopeOf } from "@/lib/metrics/scope";
import { SAME_ROW } from "@/lib/metrics/sections/scorers";
import type { MetricOptions, Workspace } from "@/lib/metrics/workspace";
import { OUTCOMES } from "@/lib/records/response";
import { readValue, UrlValueError, writeList } from "@/lib/view-state/url-text";
import { responseKeySchema } from "./key";

/**
 * How two readings of one answer differ: right for the second alone, from an invalid or a wrong
 * reading of the first; right for the first alone; or right for none, and read differently.
 */
export const READING_DIFFERENCES = [
  "from_invalid",
  "from_wrong",
  "only_first",
  "both_wrong",
] as const;
export type ReadingDifference = (typeof READING_DIFFERENCES)[number];
const difference = z.enum(READING_DIFFERENCES);

/** Two readings, and which of their differences are listed. */
export interface ReadingsChoice {
  readonly first: string;
  readonly second: string;
  readonly kind: ReadingDifference | "all";
}

/** The choice as it stands in a link. */
export function writeReadings({ first, second, kind }: ReadingsChoice): string {
  return writeList([first, second, kind]);
}

const choiceSchema = z.tuple([
  z.string().min(1),
  z.string().min(1),
  z.enum([...READING_DIFFERENCES, "all"]),
]);

/** @returns null for a text that names no readings. */
export function readReadings(source: string): ReadingsChoice | null {
  try {
    const choice = choiceSchema.safeParse(source.split(",").map(readValue));
    if (!choice.success) return null;
    const [first, second, kind] = choice.data;
    return { first, second, kind };
  } catch (error) {
    if (error instanceof UrlValueError) return null;
    throw error;
  }
}

const outcome = z.enum(OUTCOMES);
const differenceRow = z.strictObject({
  ...responseKeySchema.shape,
  section: z.string().nullable(),
  gold_pos: z.int(),
  kind: difference,
  outcome_a: outcome,
  resp_a: z.int().nullable(),
  outcome_b: outcome,
  resp_b: z.int().nullable(),
});
/** One answer that two scorers read differently, with the key of its first reading. */
export type DifferingReading = z.infer<typeof differenceRow>;

const countRow = z.strictObject({ kind: difference, n: z.int() });

export interface DifferingReadings {
  readonly rows: readonly DifferingReading[];
  /** How many there are of each kind; those listed are the first of their kind. */
  readonly counts: Readonly<Record<ReadingDifference, number>>;
}

/**
 * The first `limit` answers that two runs read differently, in the order of their items. Reads rows.
 * @param options filters that keep both runs: one by a diagnostic scorer must be named
 */
export async function differingReadings(
  workspace: Workspace,
  { filters, signal }: Pick<MetricOptions, "filters" | "signal">,
  { first, second, kind }: ReadingsChoice,
  limit: number,
): Promise<DifferingReadings> {
  await workspace.ensureRows(signal);
  const scope = scopeOf(filters);
  const told = `WITH ${scope.cells}, ${scope.items},
    readings AS (
      SELECT c.source, c.run_id, c.environment, c.padding, c.mode, c.condition, c.n_options,
        i.item_key, i.item_id, i.section, r.trial, r.permutation, r.gold_pos, r.resp_pos, r.outcome,
        coalesce(r.resp_pos = r.gold_pos, false) AS right_one
      FROM data.responses AS r JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items AS i USING (item_ix)
      WHERE c.run_id IN (${text(first)}, ${text(second)}) AND ${SCORED}),
    told AS (
      SELECT a.*, a.outcome AS outcome_a, a.resp_pos AS resp_a, b.outcome AS outcome_b,
        b.resp_pos AS resp_b,
        CASE WHEN a.right_one THEN 'only_first' WHEN NOT b.right_one THEN 'both_wrong'
          WHEN a.resp_pos IS NULL THEN 'from_invalid' ELSE 'from_wrong' END AS kind
      FROM readings AS a JOIN readings AS b ON a.source = b.source AND ${SAME_ROW}
        AND a.run_id = ${text(first)} AND b.run_id = ${text(second)}
      WHERE a.outcome <> b.outcome OR a.resp_pos IS DISTINCT FROM b.resp_pos)`;
  const counts = await queryRows(
    workspace.engine,
    countRow,
    `${told} SELECT kind, count(*)::INTEGER AS n FROM told GROUP BY kind`,
    { signal },
  );
  const rows = await queryRows(
    workspace.engine,
    differenceRow,
    `${told} SELECT ${Object.keys(differenceRow.shape).join(", ")} FROM told
      WHERE ${kind === "all" ? "true" : `kind = ${text(kind)}`}
      ORDER BY item_key, n_options, padding, environment NULLS FIRST, mode NULLS FIRST,
        condition NULLS FIRST, permutation NULLS FIRST, trial LIMIT ${limit}`,
    { signal },
  );
  const of = (name: ReadingDifference) => counts.find((row) => row.kind === name)?.n ?? 0;
  return {
    rows,
    counts: {
      from_invalid: of("from_invalid"),
      from_wrong: of("from_wrong"),
      only_first: of("only_first"),
      both_wrong: of("both_wrong"),
    },
  };
}
