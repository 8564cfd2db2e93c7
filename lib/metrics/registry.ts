import { DEFINITIONS } from "./definitions";
import type { Registry } from "./metric";
import { SECTION_ROWS, type SectionName } from "./rows";
import { bubble } from "./sections/bubble";
import { comparisons } from "./sections/comparisons";
import { hardSplit } from "./sections/hard-split";
import { items } from "./sections/items";
import { padding, paddingEnvelope } from "./sections/padding";
import { goldBinRows, positionDistribution, positions } from "./sections/positions";
import { accuracy, outcomes } from "./sections/runs";
import { scaling } from "./sections/scaling";
import { stems } from "./sections/stems";
import { warnings } from "./sections/warnings";

const d = DEFINITIONS;

/** Every section of the report: `METRICS.scaling.run(workspace, { filters, signal })`. */
export const METRICS: Registry = {
  scaling: {
    id: "scaling",
    label: "NA against N",
    row: SECTION_ROWS.scaling,
    definitions: [
      d.na,
      d.accuracy,
      d.acc_pooled,
      d.na_item_ci,
      d.na_crossed_ci,
      d.na_trial_ci,
      d.na_iqr,
      d.null_share,
    ],
    run: scaling,
  },
  items: {
    id: "items",
    label: "Items",
    row: SECTION_ROWS.items,
    definitions: [d.item_accuracy, d.na, d.acc_trial_ci, d.item_drop],
    run: items,
  },
  bubble: {
    id: "bubble",
    label: "Competence bubble",
    row: SECTION_ROWS.bubble,
    definitions: [d.bi, d.bi_ci],
    run: bubble,
  },
  positions: {
    id: "positions",
    label: "Response positions",
    row: SECTION_ROWS.positions,
    definitions: [
      d.delta_pfi,
      d.pfi,
      d.p_response,
      d.p_gold,
      d.entropy,
      d.front_20,
      d.tail_20,
      d.mean_pos,
      d.ks,
      d.slope,
    ],
    run: positions,
  },
  position_distribution: {
    id: "position_distribution",
    label: "Position distribution",
    row: SECTION_ROWS.position_distribution,
    definitions: [d.p_response, d.p_gold],
    run: positionDistribution,
  },
  gold_bins: {
    id: "gold_bins",
    label: "Accuracy by gold position",
    row: SECTION_ROWS.gold_bins,
    definitions: [d.slope],
    run: goldBinRows,
  },
  padding: {
    id: "padding",
    label: "Padding",
    row: SECTION_ROWS.padding,
    definitions: [d.padding_delta, d.padding_delta_ci],
    run: padding,
  },
  padding_envelope: {
    id: "padding_envelope",
    label: "Padding envelope",
    row: SECTION_ROWS.padding_envelope,
    definitions: [d.padding_envelope, d.padding_spread, d.worst_type],
    run: paddingEnvelope,
  },
  hard_split: {
    id: "hard_split",
    label: "Hard and less hard trials",
    row: SECTION_ROWS.hard_split,
    definitions: [d.hard_split],
    run: hardSplit,
  },
  outcomes: {
    id: "outcomes",
    label: "Outcomes",
    row: SECTION_ROWS.outcomes,
    definitions: [d.outcomes],
    run: outcomes,
  },
  accuracy: {
    id: "accuracy",
    label: "Accuracy by run",
    row: SECTION_ROWS.accuracy,
    definitions: [
      d.run_accuracy,
      d.accuracy_planned,
      d.wilson,
      d.guess_adjusted,
      d.valid_rate,
      d.seconds_per_item,
    ],
    run: accuracy,
  },
  stems: {
    id: "stems",
    label: "Negative stems",
    row: SECTION_ROWS.stems,
    definitions: [d.stem_gap, d.stem_gap_ci, d.stem_flag],
    run: stems,
  },
  comparisons: {
    id: "comparisons",
    label: "Repeated runs against each other",
    row: SECTION_ROWS.comparisons,
    definitions: [d.difference, d.difference_p, d.p_holm],
    run: comparisons,
  },
  warnings: {
    id: "warnings",
    label: "Warnings",
    row: SECTION_ROWS.warnings,
    definitions: [],
    run: warnings,
  },
};

export const SECTION_NAMES = Object.keys(METRICS) as SectionName[];
