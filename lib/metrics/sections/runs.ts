import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { manifestOf } from "../manifests";
import { mixtureOf, mixturesSql, mixtureShape } from "../mixture";
import { cutsPlan } from "../planned";
import { ratio, wilson } from "@/lib/stats/proportions";
import type { AccuracyRow, OutcomesRow } from "../rows";
import { runShape, seriesShape } from "../row-fields";
import { NO_PADDING, onlyValue, scopeOf } from "../scope";
import type { Filters } from "@/lib/view-state/filters";
import type { MetricOptions, Workspace } from "../workspace";

const runRow = z.strictObject({
  ...runShape,
  ...seriesShape,
  kind: z.enum(["fixed", "repeated"]),
  diagnostic: z.boolean(),
  manifest: z.string(),
  asked: z.int(),
  lost: z.int(),
  n_low: z.int().nullable(),
  n_high: z.int().nullable(),
  n_items: z.int(),
  /** Of these, items with a scored row. */
  n_items_scored: z.int(),
  n_rows: z.int(),
  n_scored: z.int(),
  n_valid: z.int(),
  n_correct: z.int(),
  n_unparsed: z.int(),
  n_multiple: z.int(),
  n_out_of_range: z.int(),
  n_truncated: z.int(),
  n_prompt_truncated: z.int(),
  n_error: z.int(),
  completion_tokens: z.number(),
  n_completion_tokens: z.int(),
  latency_ms: z.number(),
  n_latency: z.int(),
  n_reasoned: z.int(),
  n_reasoned_correct: z.int(),
  n_unreasoned: z.int(),
  n_unreasoned_correct: z.int(),
  na: z.number().nullable(),
  section_macro: z.number().nullable(),
  section_micro: z.number().nullable(),
  ...mixtureShape,
});
type RunCounts = z.infer<typeof runRow>;
type RunName = Pick<RunCounts, "run_id" | "model" | "benchmark" | "mode" | "condition" | "scorer">;

const SUMS = [
  "n_scored",
  "n_valid",
  "n_correct",
  "n_unparsed",
  "n_multiple",
  "n_out_of_range",
  "n_truncated",
  "n_prompt_truncated",
  "n_error",
  "n_completion_tokens",
  "n_latency",
  "n_reasoned",
  "n_reasoned_correct",
  "n_unreasoned",
  "n_unreasoned_correct",
];

/**
 * `per_section`: accuracy by run and section, the mean over its (cell, item) of the share of right
 * rows; n_asked of these, n scored rows. Needs the scope's CTEs.
 */
export const PER_SECTION = `per_section AS (
  SELECT c.run_ix, i.section, avg(q.n_correct::DOUBLE / q.n_scored) AS accuracy,
    count(*)::INTEGER AS n_asked, count(DISTINCT i.item_key)::INTEGER AS n_items,
    sum(q.n_scored)::INTEGER AS n
  FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
  JOIN sel_items AS i USING (item_ix) WHERE q.n_scored > 0 GROUP BY c.run_ix, i.section)`;

/**
 * Counts of every run in scope. `na` corrects for the chance level of each row's own N: of a fixed run
 * it is the mean over the scored rows, as accuracy is, of a repeated one the mean over items, as in
 * scaling. A run without any row is there, with zeros.
 */
async function loadRuns(
  workspace: Workspace,
  { filters, signal, paddings }: MetricOptions,
): Promise<RunCounts[]> {
  const scope = scopeOf(filters, paddings);
  const split = scope.byCell || scope.byItem;
  const sql = `WITH ${scope.cells}, ${scope.items},
    per_run AS (
      SELECT c.run_ix, ${onlyValue("mode")}, ${onlyValue("condition")},
        min(c.n_options) AS n_low, max(c.n_options) AS n_high,
        count(DISTINCT i.item_key)::INTEGER AS n_items,
        (count(DISTINCT i.item_key) FILTER (WHERE q.n_scored > 0))::INTEGER AS n_items_scored,
        sum(q.n_scored + q.n_error + q.n_prompt_truncated)::INTEGER AS n_rows,
        ${SUMS.map((s) => `sum(q.${s})::INTEGER AS ${s}`).join(", ")},
        sum(q.completion_tokens) AS completion_tokens, sum(q.latency_ms) AS latency_ms,
        CASE WHEN any_value(c.kind) = 'fixed'
          THEN sum((q.n_correct - q.n_scored::DOUBLE / c.n_options) / (1 - 1e0 / c.n_options))
            / nullif(sum(q.n_scored), 0)
          ELSE avg((q.n_correct::DOUBLE / nullif(q.n_scored, 0) - 1e0 / c.n_options)
            / (1 - 1e0 / c.n_options)) END AS na
      FROM data.item_cube AS q JOIN sel_cells AS c USING (cell_ix)
      JOIN sel_items AS i USING (item_ix) GROUP BY c.run_ix),
    ${PER_SECTION}, ${mixturesSql()},
    in_sections AS (
      SELECT run_ix, avg(accuracy) FILTER (WHERE section IS NOT NULL) AS section_macro,
        sum(accuracy * n_asked) / sum(n_asked) AS section_micro
      FROM per_section GROUP BY run_ix)
    SELECT r.run_id, r.model, r.benchmark, r.scorer, r.series_id,
      r.provenance = 'simulated' AS simulated, r.kind, r.diagnostic, r.manifest,
      r.planned::INTEGER AS asked, r.missing::INTEGER AS lost,
      p.mode, p.condition, p.n_low, p.n_high,
      ${["n_items", "n_items_scored", "n_rows", ...SUMS].map((s) => `coalesce(p.${s}, 0) AS ${s}`).join(", ")},
      coalesce(p.completion_tokens, 0) AS completion_tokens,
      coalesce(p.latency_ms, 0) AS latency_ms, p.na, s.section_macro,
      CASE WHEN s.section_macro IS NOT NULL THEN s.section_micro END AS section_micro,
      coalesce(m.mixed, false) AS mixed, coalesce(m.environments, []) AS environments,
      coalesce(m.paddings, []) AS paddings, coalesce(m.modes, []) AS modes,
      coalesce(m.conditions, []) AS conditions, coalesce(m.counts, []) AS counts
    FROM sel_runs AS r ${split ? "JOIN" : "LEFT JOIN"} per_run AS p USING (run_ix)
    LEFT JOIN in_sections AS s USING (run_ix) LEFT JOIN mixtures AS m USING (run_ix)
    ORDER BY r.model, r.benchmark, r.scorer, r.run_id, r.run_ix`;
  return queryRows(workspace.engine, runRow, sql, { signal });
}

export function runFields({ run_id, model, benchmark, mode, condition, scorer }: RunName): RunName {
  return { run_id, model, benchmark, mode, condition, scorer };
}

/**
 * Planned rows in scope; null where the run lacks rows and some of the lacking ones may be out of scope:
 * which part of a run its missing rows belong to is not known.
 */
function planned(run: RunCounts, { filters, paddings }: MetricOptions): number | null {
  if (run.lost === 0) return run.n_rows;
  const whole = run.n_rows + run.lost === run.asked;
  const { protocol } = manifestOf(run.manifest);
  // Padded rows are out of scope before the first of them is there.
  const acting: Filters =
    paddings === "unpadded" && protocol.paddings?.includes(NO_PADDING)
      ? [...filters, { field: "padding", values: [NO_PADDING] }]
      : filters;
  return whole && !cutsPlan(acting, protocol) ? run.asked : null;
}

/** One row a run; all counts add up to planned. */
export async function outcomes(
  workspace: Workspace,
  options: MetricOptions,
): Promise<OutcomesRow[]> {
  return (await loadRuns(workspace, options)).map((run) => {
    const asked = planned(run, options);
    return {
      ...runFields(run),
      planned: asked,
      answered: run.n_valid,
      unparsed: run.n_unparsed,
      multiple: run.n_multiple,
      out_of_range: run.n_out_of_range,
      truncated: run.n_truncated,
      prompt_truncated: run.n_prompt_truncated,
      error: run.n_error,
      missing: asked === null ? null : asked - run.n_rows,
      series_id: run.series_id,
      simulated: run.simulated,
    };
  });
}

/** One row a run. Intervals for independent questions belong to fixed runs alone. */
export async function accuracy(
  workspace: Workspace,
  options: MetricOptions,
): Promise<AccuracyRow[]> {
  return (await loadRuns(workspace, options)).map((run) => {
    const fixed = run.kind === "fixed";
    // One question asked under several conditions is not several independent questions.
    const independent = fixed && run.n_scored <= run.n_items_scored;
    const asked = planned(run, options);
    const { host, model, cost } = manifestOf(run.manifest);
    // Chance differs between the N of a repeated run, and its mixture of N is an accident.
    const na = fixed || run.n_low === run.n_high ? run.na : null;
    const mixes = mixtureOf(run);
    return {
      ...runFields(run),
      kind: run.kind,
      n_options_min: run.n_low,
      n_options_max: run.n_high,
      n_items: run.n_items,
      n: run.n_scored,
      correct: run.n_correct,
      accuracy: ratio(run.n_correct, run.n_scored),
      wilson: independent ? wilson(run.n_correct, run.n_scored) : null,
      guess_adjusted: fixed ? na : null,
      valid_rate: ratio(run.n_valid, run.n_scored),
      accuracy_on_valid: ratio(run.n_correct, run.n_valid),
      planned: asked,
      accuracy_planned: asked === null ? null : ratio(run.n_correct, asked),
      na,
      section_macro: mixes === null ? run.section_macro : null,
      section_micro: mixes === null ? run.section_micro : null,
      mixes,
      ranked: run.n_valid > 0 && !run.diagnostic,
      host_class: host?.class ?? null,
      parameters: model.parameters,
      quantisation: model.quantisation,
      mean_completion_tokens: ratio(run.completion_tokens, run.n_completion_tokens),
      reasoning_rate: ratio(run.n_reasoned, run.n_reasoned + run.n_unreasoned),
      n_reasoned: run.n_reasoned,
      n_unreasoned: run.n_unreasoned,
      accuracy_reasoned: ratio(run.n_reasoned_correct, run.n_reasoned),
      accuracy_reasoned_ci: independent ? wilson(run.n_reasoned_correct, run.n_reasoned) : null,
      accuracy_unreasoned: ratio(run.n_unreasoned_correct, run.n_unreasoned),
      accuracy_unreasoned_ci: independent
        ? wilson(run.n_unreasoned_correct, run.n_unreasoned)
        : null,
      seconds_per_item: ratio(run.latency_ms / 1000, run.n_latency),
      cost: cost?.amount ?? null,
      cost_currency: cost?.currency ?? null,
      series_id: run.series_id,
      simulated: run.simulated,
    };
  });
}
