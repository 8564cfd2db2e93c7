import { z } from "zod";
import { filtersSchema, type Filter, type Filters } from "./filters";
import { columnFiltersSchema, type ColumnFilter } from "./column-filters";

/** Views that exist, in the order of their tabs; each is a path of its own. */
export const VIEWS = [
  "overview",
  "scaling",
  "positions",
  "padding",
  "figures",
  "models",
  "sections",
  "stems",
  "paired",
  "presentation",
  "modes",
  "scorers",
  "audit",
  "calibration",
  "donors",
  "items",
  "compare",
  "runs",
  "responses",
  "reference",
] as const;
export type ViewName = (typeof VIEWS)[number];

export const METRIC_CHOICES = ["na", "accuracy"] as const;
export const SCALES = ["linear", "log"] as const;
/** What a band or bar covers: t over items, z over trials, or the middle half of the items. */
export const INTERVALS = ["item", "trial", "iqr"] as const;
export const MAX_K = 100;
/** Seed and size of the calibration sample; those of the second paper unless others are chosen. */
export const DEFAULT_SAMPLE = { seed: 42, size: 100 } as const;
export const MAX_SEED = 999_999_999;
export const MAX_SAMPLE = 10_000;
/** What the Compare view sets side by side. */
export const SIDE_KINDS = ["model", "run"] as const;
export const MAX_SIDES = 6;
/** What Models draws accuracy against: seconds an item, or mean completion tokens. */
export const EXPENSES = ["seconds", "tokens"] as const;
/** Items of a pair of conditions by who was right, the lost by what was chosen, and what is not paired. */
export const PAIR_STREAMS = [
  "both",
  "lost",
  "lost.borrowed",
  "lost.original",
  "lost.invalid",
  "gained",
  "neither",
  "mixed",
  "only_a",
  "only_b",
  "changed",
  "by_id",
] as const;
export type PairStream = (typeof PAIR_STREAMS)[number];
/** Parts of the items that two conditions share. */
export const PAIR_PARTS = ["flagged", "unflagged", "length_matched"] as const;
export type PairPart = (typeof PAIR_PARTS)[number];

const name = z.string().min(1);
const columnName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.]*$/);
const optionCount = z.int().min(2).max(1000);

/**
 * Everything that a view shows, and all that a link carries. The URL is its only home (codec.ts);
 * the theme is not part of it, being the reader's and not the view's.
 */
export const viewStateSchema = z.strictObject({
  view: z.enum(VIEWS),
  filters: filtersSchema,
  /** What the y axis of a scaling chart measures. */
  metric: z.enum(METRIC_CHOICES),
  /** Scale of the N axis. */
  scale: z.enum(SCALES),
  interval: z.enum(INTERVALS),
  /** First positions that count as the front (PFI). */
  k: z.int().min(1).max(MAX_K),
  /** The one N that a view of positions shows; null = the largest there is. */
  n: optionCount.nullable(),
  /** N_low and N_high of BI and of an item's drop; null = the view's own choice. */
  pair: z
    .tuple([optionCount, optionCount])
    .refine(([low, high]) => low < high, { error: "the first N must be the smaller one" })
    .nullable(),
  /** Published values stand beside the recomputed ones. */
  published: z.boolean(),
  /** Positions: trials are split into hard and less hard. */
  split: z.boolean(),
  /** Compare: whether `sides` names models or runs. */
  by: z.enum(SIDE_KINDS),
  /** Compare: what is compared, the first being the base; empty = the view's own choice. */
  sides: z.array(name).max(MAX_SIDES),
  /** Models: what accuracy is drawn against. */
  against: z.enum(EXPENSES),
  /** Padding: the two paddings whose diagnostics stand side by side; null = the view's own choice. */
  paddings: z.tuple([name, name]).nullable(),
  /** Calibration: the seed and the size of the sample of items. */
  seed: z.int().min(0).max(MAX_SEED),
  sample: z.int().min(1).max(MAX_SAMPLE),
  /** Paired: key of the pair of conditions that is drawn; null = the first. */
  couple: name.nullable(),
  /** Paired: the part of its items that is drawn; null = all of them. */
  part: z.enum(PAIR_PARTS).nullable(),
  /** Paired: the items that are listed; null = none. */
  stream: z.enum(PAIR_STREAMS).nullable(),
  /** Reference: the table that is open; null = the first. */
  table: columnName.nullable(),
  sort: z.strictObject({ column: columnName, direction: z.enum(["asc", "desc"]) }).nullable(),
  /** Table columns in order; null = the view's own choice. */
  columns: z.array(columnName).min(1).nullable(),
  /** Key of the open row or detail panel. */
  row: name.nullable(),
  /** Keys of series that the legend has switched off. */
  hidden: z.array(name),
  /** Column filters of the Responses table, apart from facets. */
  where: columnFiltersSchema,
  /** Snapshot that a copied link was made on. */
  data: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,128}$/)
    .nullable(),
  /** Without the shell, for an iframe. */
  embed: z.boolean(),
});
export type ViewState = z.infer<typeof viewStateSchema>;

/** A view as it is before anything was chosen. */
export function defaultState(view: ViewName): ViewState {
  return {
    view,
    filters: [],
    metric: "na",
    scale: "linear",
    interval: "item",
    k: 10,
    n: null,
    pair: null,
    published: false,
    split: false,
    by: "model",
    sides: [],
    against: "seconds",
    paddings: null,
    seed: DEFAULT_SAMPLE.seed,
    sample: DEFAULT_SAMPLE.size,
    couple: null,
    part: null,
    stream: null,
    table: null,
    sort: null,
    columns: null,
    row: null,
    hidden: [],
    where: [],
    data: null,
    embed: false,
  };
}

/** Null first, then by code unit or by size; without repeats. */
function ordered<T extends string | number | boolean | null>(values: readonly T[]): T[] {
  const rank = (value: T) => (value === null ? 0 : 1);
  return [...new Set(values)].sort((a, b) => {
    if (a === null || b === null) return rank(a) - rank(b);
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

function canonicalFilter(filter: Filter): Filter {
  return { ...filter, values: ordered<string | number | boolean | null>(filter.values) } as Filter;
}

function canonicalColumnFilter(filter: ColumnFilter): ColumnFilter {
  return filter.kind === "one_of" ? { ...filter, values: ordered(filter.values) } : filter;
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The one form of states that mean the same: sets sorted and without repeats. */
export function canonical(state: ViewState): ViewState {
  return {
    ...state,
    filters: state.filters.map(canonicalFilter).sort((a, b) => byName(a.field, b.field)),
    hidden: ordered(state.hidden),
    sides: [...new Set(state.sides)],
    columns: state.columns && [...new Set(state.columns)],
    where: state.where.map(canonicalColumnFilter).sort((a, b) => byName(a.column, b.column)),
  };
}

/** Views whose legends switch off curves, by the same keys; Items switches off items. */
const CURVE_VIEWS: readonly ViewName[] = ["scaling", "positions", "figures"];

/**
 * The state of another view that keeps what both mean alike (filters, chart options) and drops
 * what belongs to one table (sort, columns, open row, column filters, outcome, listed items) or to
 * another kind of legend.
 */
export function switchView(state: ViewState, view: ViewName): ViewState {
  if (view === state.view) return state;
  const filters: Filters = state.filters.filter((f) => f.field !== "outcome");
  const alike = CURVE_VIEWS.includes(state.view) && CURVE_VIEWS.includes(view);
  const hidden = alike ? state.hidden : [];
  const listed = { part: null, stream: null, row: null };
  return { ...state, ...listed, view, filters, hidden, sort: null, columns: null, where: [] };
}
