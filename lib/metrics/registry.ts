import { DEFINITIONS } from "./definitions";
import type { Registry } from "./metric";
import { SECTION_ROWS, type SectionName } from "./rows";
import { audit } from "./sections/audit";
import { bubble } from "./sections/bubble";
import { calibration } from "./sections/calibration";
import { comparisons } from "./sections/comparisons";
import { hardSplit } from "./sections/hard-split";
import { items } from "./sections/items";
import { modes } from "./sections/modes";
import { padding, paddingEnvelope } from "./sections/padding";
import { goldBinRows, positionDistribution, positions } from "./sections/positions";
import { paired } from "./sections/paired";
import { presentation } from "./sections/presentation";
import { accuracy, outcomes } from "./sections/runs";
import { scaling } from "./sections/scaling";
import { scorers } from "./sections/scorers";
import { sections } from "./sections/sections";
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
      d.section_macro,
      d.section_micro,
      d.completion_tokens,
      d.reasoning_observed,
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
  sections: {
    id: "sections",
    label: "Sections",
    row: SECTION_ROWS.sections,
    definitions: [d.section_accuracy, d.section_macro, d.section_micro],
    run: sections,
  },
  presentation: {
    id: "presentation",
    label: "Presentation of fixed questions",
    row: SECTION_ROWS.presentation,
    definitions: [
      d.acc_by_gold,
      d.gold_index_slope,
      d.entropy,
      d.error_primacy,
      d.length_midrank,
      d.borrowed_share,
      d.original_longer,
      d.presentation_changed,
    ],
    run: presentation,
  },
  paired: {
    id: "paired",
    label: "Two conditions on the same questions",
    row: SECTION_ROWS.paired,
    definitions: [
      d.paired_change,
      d.lost_to,
      d.known_fraction,
      d.cluster_bootstrap,
      d.by_stem,
      d.length_matched,
    ],
    run: paired,
  },
  modes: {
    id: "modes",
    label: "Direct and thinking",
    row: SECTION_ROWS.modes,
    definitions: [d.mode_change, d.p_holm],
    run: modes,
  },
  scorers: {
    id: "scorers",
    label: "Two readings of the same answers",
    row: SECTION_ROWS.scorers,
    definitions: [d.scorer_agreement, d.scorer_excess],
    run: scorers,
  },
  audit: {
    id: "audit",
    label: "Audit",
    row: SECTION_ROWS.audit,
    definitions: [d.audit_classes, d.audit_polarity, d.audit_agreement],
    run: audit,
  },
  calibration: {
    id: "calibration",
    label: "Calibration sample",
    row: SECTION_ROWS.calibration,
    definitions: [d.calibration_sample, d.calibration_without, d.calibration_within],
    run: calibration,
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
