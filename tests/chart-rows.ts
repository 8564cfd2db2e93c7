import type {
  AccuracyRow,
  BubbleRow,
  GoldBinRow,
  ItemMetricRow,
  PaddingEnvelopeRow,
  PaddingRow,
  PositionDistributionRow,
  PositionsRow,
  ScalingRow,
  SectionRow,
} from "@/lib/metrics/rows";
import type { PairedConditionsRow } from "@/lib/metrics/question-rows";
import type { CellSize } from "@/lib/metrics/sections/cell-sizes";
import type { CompareSide } from "@/lib/chart-models/compare-sides";
import type { CatalogRow } from "@/lib/metrics/catalog";

/** Rows for tests: everything that a test does not name has a plain value. */
const curve = {
  model: "alpha",
  benchmark: "orthography",
  environment: "full" as string | null,
  padding: "none",
  mode: null,
  condition: null,
  scorer: "index-1",
  series_id: "s-alpha",
  simulated: false,
};

export function scalingRow(row: Partial<ScalingRow> = {}): ScalingRow {
  return {
    ...curve,
    n_options: 4,
    n_items: 30,
    n_trials: 100,
    n_responses: 3000,
    accuracy: 0.85,
    acc_pooled: 0.85,
    na: 0.8,
    na_trial_ci: [0.78, 0.82],
    na_item_ci: [0.7, 0.9],
    na_crossed_ci: [0.69, 0.91],
    na_q25: 0.75,
    na_q50: 0.85,
    na_q75: 0.95,
    null_share: 0,
    ...row,
  };
}

export function cellSize(size: Partial<CellSize> = {}): CellSize {
  return { ...scalingRow(), n_trials: 100, ...size };
}

export function bubbleRow(row: Partial<BubbleRow> = {}): BubbleRow {
  return {
    ...curve,
    n_low: 4,
    n_high: 100,
    bi: 0.25,
    bi_raw: 0.25,
    bi_ci: [0.2, 0.3],
    item_sets_differ: false,
    ...row,
  };
}

export function itemRow(row: Partial<ItemMetricRow> = {}): ItemMetricRow {
  return {
    ...curve,
    n_options: 100,
    item_id: "T01",
    item_hash: null,
    section: null,
    n: 100,
    accuracy: 0.5,
    na: 0.5,
    acc_trial_ci: null,
    ...row,
  };
}

/** One row a position, from counts of responses and of gold. */
export function distributionRows(
  responses: readonly number[],
  gold: readonly number[],
  row: Partial<PositionDistributionRow> = {},
): PositionDistributionRow[] {
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
  const [nResponses, nGold] = [total(responses), total(gold)];
  return responses.map((count, i) => {
    const share = (value: number, all: number) => (all === 0 ? null : value / all);
    return {
      ...curve,
      n_options: responses.length,
      position: i + 1,
      p_response: share(count, nResponses),
      p_gold: share(gold[i] ?? 0, nGold),
      cdf_response: share(total(responses.slice(0, i + 1)), nResponses),
      cdf_gold: share(total(gold.slice(0, i + 1)), nGold),
      ...row,
    };
  });
}

export function positionsRow(row: Partial<PositionsRow> = {}): PositionsRow {
  return {
    ...curve,
    n_options: 10,
    n_valid: 100,
    pfi: { "1": 0.4 },
    delta_pfi: { "1": 0.3 },
    delta_pfi_matched: { "1": 0.3 },
    entropy: 0.8,
    front_20: 1,
    tail_20: 1,
    mean_pos: 4.25,
    ks: 0.3,
    ks_at: 1,
    slope: -0.05,
    slope_unit_range: -0.45,
    pfi_gold: { "1": 0.1 },
    entropy_gold: 1,
    front_20_gold: 1,
    tail_20_gold: 1,
    mean_pos_gold: 5.5,
    ...row,
  };
}

export function goldBinRow(row: Partial<GoldBinRow> = {}): GoldBinRow {
  return { ...curve, n_options: 10, bin: 1, n: 10, accuracy: 0.9, ...row };
}

export function accuracyRow(row: Partial<AccuracyRow> = {}): AccuracyRow {
  return {
    run_id: "run-alpha",
    model: "alpha",
    benchmark: "mmlu-pro",
    mode: null,
    condition: null,
    scorer: "strict-2",
    kind: "fixed",
    n_options_min: 3,
    n_options_max: 10,
    n_items: 200,
    n: 200,
    correct: 50,
    accuracy: 0.25,
    wilson: [0.195, 0.314],
    guess_adjusted: null,
    valid_rate: 1,
    accuracy_on_valid: 0.25,
    planned: 200,
    accuracy_planned: 0.25,
    na: 0.16,
    section_macro: null,
    section_micro: null,
    mixes: null,
    ranked: true,
    host_class: null,
    parameters: null,
    quantisation: null,
    mean_completion_tokens: null,
    reasoning_rate: null,
    n_reasoned: 0,
    n_unreasoned: 0,
    accuracy_reasoned: null,
    accuracy_reasoned_ci: null,
    accuracy_unreasoned: null,
    accuracy_unreasoned_ci: null,
    seconds_per_item: null,
    cost: null,
    cost_currency: null,
    series_id: "s-alpha-fixed",
    simulated: false,
    ...row,
  };
}

export function catalogRow(row: Partial<CatalogRow> = {}): CatalogRow {
  return {
    source: 0,
    run_id: "run-alpha",
    series_id: "s-alpha",
    model: "alpha",
    benchmark: "orthography",
    scorer: "index-1",
    series_kind: "repeated",
    diagnostic: false,
    simulated: false,
    environment: "full",
    padding: "none",
    mode: null,
    condition: null,
    n_options: 4,
    ...row,
  };
}

export function paddingRow(row: Partial<PaddingRow> = {}): PaddingRow {
  return {
    ...curve,
    padding: "symbol:front",
    n_options: 100,
    accuracy: 0.7,
    delta: -0.1,
    delta_item_ci: [-0.15, -0.05],
    n_items: 30,
    n_responses: 3000,
    item_sets_differ: false,
    ...row,
  };
}

export function envelopeRow(row: Partial<PaddingEnvelopeRow> = {}): PaddingEnvelopeRow {
  return {
    model: curve.model,
    benchmark: curve.benchmark,
    environment: curve.environment,
    mode: curve.mode,
    condition: curve.condition,
    scorer: curve.scorer,
    series_id: curve.series_id,
    simulated: curve.simulated,
    n_options: 100,
    n_conditions: 2,
    n_items_none: 30,
    n_responses_none: 3000,
    n_responses: 6000,
    acc_none: 0.8,
    acc_min: 0.6,
    acc_mean: 0.65,
    acc_max: 0.7,
    delta_mean: -0.15,
    spread: 0.1,
    worst_type: "english_text",
    worst_by_type: { english_text: -0.2, symbol: -0.1 },
    ...row,
  };
}

/** A side of a comparison: one run of a model whose name is the id. */
export function compareSide(id: string): CompareSide {
  return {
    id,
    runs: [`run-${id}`],
    label: id.toUpperCase(),
    style: { colour: 0, marker: "circle", dash: "solid" },
    simulated: false,
    apart: [],
    select: [{ field: "model", values: [id] }],
  };
}

export function sectionsRow(row: Partial<SectionRow<"sections">> = {}): SectionRow<"sections"> {
  return {
    run_id: "run-alpha",
    model: "alpha",
    benchmark: "mmlu-pro",
    mode: null,
    condition: null,
    scorer: "strict-2",
    section: "law",
    n_items: 100,
    n: 100,
    accuracy: 0.5,
    series_id: "s-alpha-fixed",
    simulated: false,
    ...row,
  };
}

/** The pair of tests/fixtures/paired.json, by its expected values. */
export function pairedRow(row: Partial<PairedConditionsRow> = {}): PairedConditionsRow {
  return {
    run_a: "r5",
    run_b: "r10",
    model: "paired",
    benchmark: "imported",
    environment: null,
    padding: "none",
    mode: null,
    condition_a: "five-original",
    condition_b: "ten-permuted",
    scorer: "given",
    n_options_a: 5,
    n_options_b: 10,
    accuracy_a: 0.875,
    accuracy_b: 0.72,
    n_shared: 200,
    both: 138,
    lost: 37,
    gained: 6,
    neither: 19,
    change_pp: -15.5,
    wald_ci_pp: [-21.5564948538, -9.4435051462],
    mcnemar_p: 1.63612412507e-6,
    t_ci_pp: null,
    t_p: null,
    lost_to: { borrowed: 21, original: 9, invalid: 7 },
    only_a: 0,
    only_b: 0,
    changed: 0,
    by_id: 200,
    known_fraction: 0.859375,
    cluster_bootstrap_ci_pp: [-19.7368421053, -11.2192934485],
    by_stem: {
      flagged: {
        n_shared: 65,
        both: 38,
        lost: 18,
        gained: 2,
        neither: 7,
        change_pp: -24.6153846154,
        wald_ci_pp: [-36.6998740234, -12.5308952073],
        mcnemar_p: 0.000402450561523,
        t_ci_pp: null,
        t_p: null,
        lost_to: { borrowed: 11, original: 4, invalid: 3 },
      },
      unflagged: {
        n_shared: 135,
        both: 100,
        lost: 19,
        gained: 4,
        neither: 12,
        change_pp: -11.1111111111,
        wald_ci_pp: [-17.8168043501, -4.40541787214],
        mcnemar_p: 0.00259947776794,
        t_ci_pp: null,
        t_p: null,
        lost_to: { borrowed: 10, original: 5, invalid: 4 },
      },
    },
    length_matched: {
      n_shared: 58,
      both: 40,
      lost: 13,
      gained: 2,
      neither: 3,
      change_pp: -18.9655172414,
      wald_ci_pp: [-31.1091048274, -6.82192965539],
      mcnemar_p: 0.00738525390625,
      t_ci_pp: null,
      t_p: null,
      lost_to: { borrowed: 8, original: 4, invalid: 1 },
    },
    simulated: false,
    ...row,
  };
}
