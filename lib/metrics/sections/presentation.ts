import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { normalisedEntropy } from "@/lib/stats/positions";
import {
  accuracyByGold,
  errorPrimacy,
  goldIndexSlope,
  validErrors,
  type PresentedCounts,
} from "@/lib/stats/presentation";
import { ratio } from "@/lib/stats/proportions";
import { conditionPairs, conditionSides } from "../condition-sides";
import { pairedParts, pairKey, type PairedParts } from "../paired-parts";
import type { PresentationRow } from "../question-rows";
import { runShape, seriesShape } from "../row-fields";
import { scopeOf } from "../scope";
import type { MetricSource } from "../together";
import type { MetricOptions, Workspace } from "../workspace";
import { loadFixedCellCounts } from "./position-counts";
import { runFields } from "./runs";

const cellRow = z.strictObject({
  cell_ix: z.int(),
  ...runShape,
  ...seriesShape,
  environment: z.string().nullable(),
  padding: z.string(),
  n_options: z.int(),
  n_items: z.int(),
  n_wrong_original: z.int(),
  n_wrong_borrowed: z.int(),
  /** Errors on items whose options are known, and what even errors there would draw of borrowed ones. */
  n_wrong_shown: z.int(),
  even_borrowed: z.number(),
  n_midrank: z.int(),
  midrank_sum: z.number(),
  /** Items whose options' lengths are known, borrowed options among them, and their pairs. */
  n_shown: z.int(),
  n_borrowed: z.int(),
  pairs: z.number(),
  longer_halves: z.number(),
});
type CellCounts = z.infer<typeof cellRow>;

/** Every cell of a fixed run in scope, with what is known of its options. */
function loadCellCounts(
  { engine }: Workspace,
  { filters, signal, paddings }: MetricOptions,
): Promise<CellCounts[]> {
  const scope = scopeOf(filters, paddings);
  return queryRows(
    engine,
    cellRow,
    `WITH ${scope.cells}, ${scope.items},
      known AS (
        SELECT q.cell_ix, count(*)::INTEGER AS n_items,
          coalesce(sum(s.n_wrong_original), 0)::INTEGER AS n_wrong_original,
          coalesce(sum(s.n_wrong_borrowed), 0)::INTEGER AS n_wrong_borrowed,
          coalesce(sum(s.n_wrong_original + s.n_wrong_borrowed)
            FILTER (WHERE s.n_original + s.n_borrowed > 1), 0)::INTEGER AS n_wrong_shown,
          coalesce(sum((s.n_wrong_original + s.n_wrong_borrowed) * s.n_borrowed
            / (s.n_original + s.n_borrowed - 1e0))
            FILTER (WHERE s.n_original + s.n_borrowed > 1), 0)::DOUBLE AS even_borrowed,
          coalesce(sum(s.n_midrank), 0)::INTEGER AS n_midrank,
          coalesce(sum(s.midrank_sum), 0)::DOUBLE AS midrank_sum,
          count(s.n_original)::INTEGER AS n_shown,
          coalesce(sum(s.n_borrowed), 0)::INTEGER AS n_borrowed,
          coalesce(sum(s.n_original * s.n_borrowed), 0)::DOUBLE AS pairs,
          coalesce(sum(s.longer_halves), 0)::DOUBLE AS longer_halves
        FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
        JOIN sel_items AS i USING (item_ix) LEFT JOIN data.shown_cube AS s USING (cell_ix, item_ix)
        WHERE c.kind = 'fixed' AND q.n_scored > 0 GROUP BY q.cell_ix)
      SELECT c.cell_ix, c.run_id, c.model, c.benchmark, c.mode, c.condition, c.scorer,
        c.environment, c.padding, c.n_options, c.series_id,
        c.provenance = 'simulated' AS simulated, k.* EXCLUDE (cell_ix)
      FROM known AS k JOIN sel_cells AS c USING (cell_ix)
      ORDER BY c.model, c.benchmark, c.scorer, c.run_id, c.condition NULLS FIRST,
        c.mode NULLS FIRST, c.environment NULLS FIRST, c.padding, c.n_options, c.cell_ix`,
    { signal },
  );
}

/** Share of borrowed options among wrong answers; null unless the origin of each is known. */
function borrowedShare(cell: CellCounts, errors: number): number | null {
  const { n_wrong_borrowed: borrowed, n_wrong_original: original } = cell;
  const borrows = cell.n_borrowed > 0 || borrowed > 0;
  return borrows && borrowed + original === errors ? ratio(borrowed, errors) : null;
}

/**
 * The mean over the errors of the share of borrowed options among those that are not the key: 5/9 with
 * five borrowed options of ten. Null unless the options of each error are known.
 */
function evenShare(cell: CellCounts, errors: number): number | null {
  return cell.n_wrong_shown === errors ? ratio(cell.even_borrowed, errors) : null;
}

/** What a cell compares with, and what the items that both have count. */
interface Against {
  readonly condition: string | null;
  readonly parts: PairedParts | undefined;
}

/**
 * Against the first comparable side with fewer options, or the earlier one. Each cell of the other
 * side by itself: a row is about one N, however many N its side has.
 */
async function loadAgainst(
  workspace: Workspace,
  options: MetricOptions,
): Promise<Map<number, Against>> {
  const all = await conditionSides(workspace, options);
  const pairs = conditionPairs(all);
  // Most stores hold one condition: nothing more is asked then.
  if (pairs.length === 0) return new Map();
  const firsts = [...new Set(pairs.map(([first]) => first))].flatMap((i) => all[i] ?? []);
  const cells = all.flatMap((b, i) => {
    const [first] = pairs.find(([, second]) => second === i) ?? [];
    const a = first === undefined ? undefined : all[first];
    return a
      ? b.cells.map((cell) => ({ cell, a, side: { id: `cell ${cell}`, cells: [cell] } }))
      : [];
  });
  const parts = await pairedParts(workspace, options, {
    sides: [...firsts, ...cells.map(({ side }) => side)],
    pairs: cells.map(({ a }, i) => [firsts.indexOf(a), firsts.length + i]),
  });
  return new Map(
    cells.map(({ cell, a, side }) => [
      cell,
      { condition: a.condition, parts: parts.get(pairKey(a.id, side.id)) },
    ]),
  );
}

function rowOf(
  cell: CellCounts,
  counts: PresentedCounts,
  against: Against | undefined,
): PresentationRow {
  const byGold = accuracyByGold(counts);
  const errors = validErrors(counts);
  const shown = cell.n_shown === cell.n_items;
  const borrowed = borrowedShare(cell, errors);
  return {
    ...runFields(cell),
    environment: cell.environment,
    padding: cell.padding,
    n_options: cell.n_options,
    n_items: cell.n_items,
    n: counts.gold.reduce((a, b) => a + b, 0),
    n_valid_errors: errors,
    acc_by_gold_min: byGold.length > 0 ? Math.min(...byGold) : null,
    acc_by_gold_max: byGold.length > 0 ? Math.max(...byGold) : null,
    slope_pp_per_position: goldIndexSlope(counts),
    entropy: normalisedEntropy(counts.response),
    error_primacy_pp: errorPrimacy(counts),
    length_midrank: cell.n_midrank === errors ? ratio(cell.midrank_sum, errors) : null,
    borrowed_share: borrowed,
    borrowed_even: borrowed === null ? null : evenShare(cell, errors),
    original_longer_share: shown ? ratio(cell.longer_halves, 2 * cell.pairs) : null,
    order_changed: against?.parts?.all.order_changed ?? null,
    gold_label_changed: against?.parts?.all.gold_moved ?? null,
    against: against?.condition ?? null,
    n_against: against ? (against.parts?.all.n_shared ?? 0) : null,
    series_id: cell.series_id,
    simulated: cell.simulated,
  };
}

/** A presentation with its counts over the positions of key and answers. */
export interface PresentedRow {
  readonly row: PresentationRow;
  readonly counts: PresentedCounts;
}

async function presented(workspace: Workspace, options: MetricOptions): Promise<PresentedRow[]> {
  const [cells, countsOf, against] = await Promise.all([
    loadCellCounts(workspace, options),
    loadFixedCellCounts(workspace, options),
    loadAgainst(workspace, options),
  ]);
  return cells.flatMap((cell) => {
    const counts = countsOf(cell.n_options, cell.cell_ix);
    return counts ? [{ row: rowOf(cell, counts, against.get(cell.cell_ix)), counts }] : [];
  });
}

/** The same with the counts that a chart by position needs. */
export const PRESENTED: MetricSource<PresentedRow> = { id: "presented", run: presented };

/** Position, length and origin of answers, a row for each presentation and N of a fixed run. */
export async function presentation(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PresentationRow[]> {
  return (await presented(workspace, options)).map(({ row }) => row);
}
