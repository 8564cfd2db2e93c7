import { z } from "zod";
import { auditFields, correctionFields } from "@/lib/records/audit";
import { column, columnsOf } from "@/lib/records/columns";
import { itemName } from "@/lib/records/shown";

/**
 * The tables of one *source*: a compiled snapshot, or one dropped file. Every source has the same
 * tables; `lib/cubes/views.ts` unites them. Integers named *_ix are unique across the sources that
 * are open together. See docs/ARCHITECTURE.md, "Cubes".
 */
const int = () => column("INTEGER", z.int());
const big = () => column("BIGINT", z.int());
const intOrNull = () => column("INTEGER", z.int().nullable());
const text = () => column("VARCHAR", z.string());
const textOrNull = () => column("VARCHAR", z.string().nullable());
const double = () => column("DOUBLE", z.number());
const bool = () => column("BOOLEAN", z.boolean());

/** What a reviewer record says of an item, derived from its answers (P2, Appendix D). */
export const AUDIT_CLASSES = [
  "unique_source_key",
  "multiple",
  "single_alternative",
  "no_answer",
  "unresolved",
] as const;

export const RUN_KINDS = ["fixed", "repeated"] as const;

export const runRow = z.strictObject({
  run_ix: int(),
  run_id: text(),
  /** Runs with the same series are comparable and share metric cells (lib/cubes/series.ts). */
  series_id: text(),
  model: text(),
  benchmark: text(),
  scorer: text(),
  kind: column("VARCHAR", z.enum(RUN_KINDS)),
  /** Kind of the series' rows taken together: single-N runs of one series may make it repeated. */
  series_kind: column("VARCHAR", z.enum(RUN_KINDS)),
  provenance: column("VARCHAR", z.enum(["measured", "imported", "simulated"])),
  /** Scorer is diagnostic: hidden in rankings unless chosen. */
  diagnostic: bool(),
  source_run: textOrNull(),
  /** Runs with the same value share their trials (same protocol seed and item set, or one file). */
  sync_id: textOrNull(),
  /** Trials were numbered by us: trial and BI intervals and the hard split are undefined. */
  trials_numbered: bool(),
  host_class: textOrNull(),
  planned: big(),
  missing: big(),
  /** The manifest as JSON text. */
  manifest: text(),
});
export const cellRow = z.strictObject({
  cell_ix: int(),
  run_ix: int(),
  environment: textOrNull(),
  padding: text(),
  mode: textOrNull(),
  condition: textOrNull(),
  n_options: int(),
});
export const itemRow = z.strictObject({
  item_ix: int(),
  benchmark: text(),
  item_id: text(),
  section: textOrNull(),
  stem_negative: column("BOOLEAN", z.boolean().nullable()),
  /** Which rule or file flagged the stem, and by which forms; null where no item says. */
  stem_evidence: textOrNull(),
  item_hash: textOrNull(),
});
/**
 * The key and the origins of an item's options, a row for each list of them that its runs have, where
 * all of these tell the key: reviewer records name options by their places.
 */
export const itemOptionsRow = z.strictObject({
  item_ix: int(),
  /** Zero-based index into the options. */
  key: int(),
  /** A letter an option, in their order: `o`riginal or `b`orrowed. */
  origins: text(),
  /** The same for equal texts in equal order. */
  list_hash: text(),
  /** The same for equal options (texts, origins, donors) and key, whatever the item is called. */
  version: text(),
});
/** Outcomes and sums by cell and item: everything that needs no position and no trial. */
export const itemCubeRow = z.strictObject({
  cell_ix: int(),
  item_ix: int(),
  /** Rows of every outcome but error and prompt_truncated. */
  n_scored: int(),
  n_valid: int(),
  n_correct: int(),
  n_unparsed: int(),
  n_multiple: int(),
  n_out_of_range: int(),
  n_truncated: int(),
  n_prompt_truncated: int(),
  n_error: int(),
  /** Over scored rows; null where there is none. */
  trial_min: column("INTEGER", z.int().nullable()),
  trial_max: column("INTEGER", z.int().nullable()),
  /** The scored rows are the trials trial_min to trial_max, once each. */
  trials_contiguous: bool(),
  completion_tokens: double(),
  n_completion_tokens: int(),
  latency_ms: double(),
  n_latency: int(),
  n_reasoned: int(),
  n_reasoned_correct: int(),
  n_unreasoned: int(),
  n_unreasoned_correct: int(),
});
const positionCounts = {
  pos: int(),
  /** Valid responses at this position. */
  n_response: int(),
  /** Scored rows whose gold stands here; those of them that are valid; those that are correct. */
  n_gold: int(),
  n_gold_valid: int(),
  n_gold_correct: int(),
};
export const itemPositionCubeRow = z.strictObject({
  cell_ix: int(),
  item_ix: int(),
  ...positionCounts,
});
export const positionCubeRow = z.strictObject({ cell_ix: int(), ...positionCounts });
/** Rows of every outcome by cell and the item fields that are facets: counts for filter panels. */
export const facetCubeRow = z.strictObject({
  cell_ix: int(),
  section: textOrNull(),
  stem_negative: column("BOOLEAN", z.boolean().nullable()),
  n_rows: int(),
});
/**
 * Moments of the trial series (mean over items with trial k of correct), and its cross-products
 * between two N. `owner` is a series_id (all its runs) or a run_id (that run alone).
 */
export const momentRow = z.strictObject({
  owner: text(),
  environment: textOrNull(),
  padding: text(),
  mode: textOrNull(),
  condition: textOrNull(),
  n_options: int(),
  n_trials: int(),
  /** Sums of the trial ids and of their squares: equal sums tell equal sets of trials. */
  trial_sum: double(),
  trial_sum_squares: double(),
  mean: double(),
  /** Sample variance (ddof 1); null with fewer than two trials. */
  variance: column("DOUBLE", z.number().nullable()),
});
export const crossRow = z.strictObject({
  owner: text(),
  environment: textOrNull(),
  padding: text(),
  mode: textOrNull(),
  condition: textOrNull(),
  n_low: int(),
  n_high: int(),
  n_common: int(),
  /** Sample covariance (ddof 1) of the two accuracies over the common trials; null below two. */
  covariance: column("DOUBLE", z.number().nullable()),
});
/** What import and build had to say about runs; `runs` is a JSON list of run ids. */
export const warningTableRow = z.strictObject({ code: text(), message: text(), runs: text() });
/**
 * By cell and item: where wrong choices came from, and what is known of the options as they were
 * shown. Only where presentations or origins are known (lib/cubes/shown.ts).
 */
export const shownCubeRow = z.strictObject({
  cell_ix: int(),
  item_ix: int(),
  /** Valid wrong answers by the origin of the chosen option. */
  n_wrong_original: int(),
  n_wrong_borrowed: int(),
  /** Valid wrong answers with a length midrank, and the sum of these. */
  n_midrank: int(),
  midrank_sum: double(),
  n_original: intOrNull(),
  n_borrowed: intOrNull(),
  /** Sums of the options' lengths, in code points. */
  length_original: intOrNull(),
  length_borrowed: intOrNull(),
  /** Twice the pairs (original, borrowed) in which the original one is longer; a tie counts one. */
  longer_halves: intOrNull(),
  length_matched: column("BOOLEAN", z.boolean().nullable()),
  /** The original options' indices in the order shown. */
  original_order: textOrNull(),
});
const said = auditFields.shape;
/** Reviewer records of an item with their corrections followed: what they hold defensible. */
export const auditRow = z.strictObject({
  item_ix: int(),
  /** Of the options that it was read by, see item_options. */
  version: itemOptionsRow.shape.version,
  record_set: text(),
  /** Section and flag that it was sampled by; null where a source does not say. */
  stratum: textOrNull(),
  weight: double(),
  /** Some record of the item was locked; without it, answers that are null were left open. */
  locked: bool(),
  status: column("VARCHAR", z.enum(AUDIT_CLASSES)),
  /** The key and a borrowed option are both among the answers. */
  key_and_borrowed: bool(),
  /** JSON: indices into the item's options, in their order; null = unresolved. */
  answers: textOrNull(),
  /** The same before any correction. */
  first_status: column("VARCHAR", z.enum(AUDIT_CLASSES).nullable()),
  first_answers: textOrNull(),
  polarity: said.polarity,
  clarity: said.clarity,
  key_support: said.key_support,
  duplicates: said.duplicates,
  section_fit: said.section_fit,
  /** JSON: what is said of each borrowed option. */
  borrowed: said.borrowed,
  notes: said.notes,
});
const log = correctionFields.shape;
/** The correction log. Values are JSON. */
export const correctionRow = z.strictObject({
  item_ix: int(),
  record_set: text(),
  field: log.field,
  original: text(),
  revised: text(),
  reason: text(),
  by: text(),
  at: text(),
  citation: textOrNull(),
  /** False where the original value does not stand in the record: it counts for nothing. */
  followed: bool(),
});
/** What names an item that other sources were asked, and which options it has there. */
const itemElsewhere = {
  ...itemName,
  /** Of the list that the record says it means; null where it says none, and all of the item are one. */
  list_hash: said.list_hash,
  version: itemOptionsRow.shape.version,
};
/** Records and corrections that came without responses to their items: they count where others have these. */
export const auditApartRow = z.strictObject({
  ...itemElsewhere,
  ...auditRow.omit({ item_ix: true }).shape,
});
export const correctionApartRow = z.strictObject({
  ...itemElsewhere,
  ...correctionRow.omit({ item_ix: true }).shape,
});
/**
 * How the items of an item set hang together by what they borrow (P2, section 5.4): a row a set that
 * some run was asked, where the set says where its options come from.
 */
export const itemSetRow = z.strictObject({
  set_hash: text(),
  benchmark: text(),
  name: text(),
  /** A JSON list of the ids of runs that were asked it. */
  runs: text(),
  items: int(),
  additions: int(),
  donors: int(),
  shared_donors: int(),
  items_sharing_donors: int(),
  from_selected: int(),
  items_with_selected: int(),
  cross_split: intOrNull(),
  repeated_stems: int(),
  stems_in_another_split: intOrNull(),
});
/** Donors of a set by the number of items that they lend to. */
export const lendingRow = z.strictObject({ set_hash: text(), items: int(), donors: int() });
/** In responses.duckdb: what only a hard split, or a filter that splits a series, reads. */
export const trialCubeRow = z.strictObject({
  cell_ix: int(),
  trial: int(),
  n_scored: int(),
  n_correct: int(),
});
/** In responses.duckdb: one row a response, without texts, sorted by cell, item and trial. */
export const responseRow = z.strictObject({
  cell_ix: int(),
  item_ix: int(),
  permutation: column("INTEGER", z.int().nullable()),
  trial: int(),
  gold_pos: int(),
  resp_pos: column("INTEGER", z.int().nullable()),
  outcome: text(),
  selected_origin: textOrNull(),
  finish_reason: textOrNull(),
  reasoning_observed: column("BOOLEAN", z.boolean().nullable()),
  prompt_tokens: column("INTEGER", z.int().nullable()),
  completion_tokens: column("INTEGER", z.int().nullable()),
  reasoning_tokens: column("INTEGER", z.int().nullable()),
  cached_tokens: column("INTEGER", z.int().nullable()),
  latency_ms: column("DOUBLE", z.number().nullable()),
  attempts: int(),
  options_hash: textOrNull(),
});

/** Tables of cubes.duckdb: opened first, enough for every chart. */
export const CUBE_TABLES = {
  runs: columnsOf(runRow),
  cells: columnsOf(cellRow),
  items: columnsOf(itemRow),
  item_options: columnsOf(itemOptionsRow),
  item_cube: columnsOf(itemCubeRow),
  item_position_cube: columnsOf(itemPositionCubeRow),
  position_cube: columnsOf(positionCubeRow),
  moments: columnsOf(momentRow),
  crosses: columnsOf(crossRow),
  facet_cube: columnsOf(facetCubeRow),
  shown_cube: columnsOf(shownCubeRow),
  audit: columnsOf(auditRow),
  audit_apart: columnsOf(auditApartRow),
  item_sets: columnsOf(itemSetRow),
  lending: columnsOf(lendingRow),
  corrections: columnsOf(correctionRow),
  corrections_apart: columnsOf(correctionApartRow),
  warnings: columnsOf(warningTableRow),
} as const;
/** Tables of responses.duckdb: attached when a view needs rows. */
export const ROW_TABLES = {
  trial_cube: columnsOf(trialCubeRow),
  responses: columnsOf(responseRow),
} as const;
