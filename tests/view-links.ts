import fc from "fast-check";
import { CONTAINS_COLUMNS, ONE_OF_COLUMNS, RANGE_COLUMNS } from "@/lib/view-state/column-filters";
import {
  canonical,
  EXPENSES,
  INTERVALS,
  MAX_SAMPLE,
  MAX_SEED,
  METRIC_CHOICES,
  PAIR_PARTS,
  PAIR_STREAMS,
  SCALES,
  SIDE_KINDS,
  VIEWS,
  type ViewState,
} from "@/lib/view-state/state";

/** Texts that have broken links: in any script, empty, and made of our own signs. */
export const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "",
    "~",
    ",",
    "~none",
    "~empty",
    "a,b",
    "한국어, 모델",
    "İıŞş~.",
    "__proto__",
    "&=#+% ",
  ),
);
const present = texts.filter((t) => t !== "");
const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 4 });
export const textFields = [
  "model",
  "benchmark",
  "scorer",
  "run",
  "padding",
  "item",
  "outcome",
] as const;
const nullableFields = ["environment", "mode", "condition", "section"] as const;
const anyFilter = fc.oneof(
  fc.record({ field: fc.constantFrom(...textFields), values: list(texts) }),
  fc.record({ field: fc.constantFrom(...nullableFields), values: list(fc.option(texts)) }),
  fc.record({
    field: fc.constant("n_options" as const),
    values: list(fc.integer({ min: 2, max: 1000 })),
  }),
  fc.record({ field: fc.constant("stem" as const), values: list(fc.option(fc.boolean())) }),
);
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
const anyWhere = fc.oneof(
  fc
    .record({
      kind: fc.constant("range" as const),
      column: fc.constantFrom(...RANGE_COLUMNS),
      min: fc.option(finite),
      max: fc.option(finite),
    })
    .filter((f) => f.min !== null || f.max !== null),
  fc.record({
    kind: fc.constant("contains" as const),
    column: fc.constantFrom(...CONTAINS_COLUMNS),
    text: present,
  }),
  fc.record({
    kind: fc.constant("one_of" as const),
    column: fc.constantFrom(...ONE_OF_COLUMNS),
    values: list(fc.option(texts)),
  }),
  fc.record({
    kind: fc.constant("stated" as const),
    column: fc.constantFrom(...RANGE_COLUMNS, ...CONTAINS_COLUMNS, ...ONE_OF_COLUMNS),
    stated: fc.boolean(),
  }),
);
const columnNames = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_.]{0,9}$/);
const count = fc.integer({ min: 2, max: 1000 });
/** Any state that a view may have, in its one form. */
export const anyState: fc.Arbitrary<ViewState> = fc
  .record({
    view: fc.constantFrom(...VIEWS),
    filters: fc.uniqueArray(anyFilter, { selector: (f) => f.field, maxLength: 6 }),
    metric: fc.constantFrom(...METRIC_CHOICES),
    scale: fc.constantFrom(...SCALES),
    interval: fc.constantFrom(...INTERVALS),
    k: fc.integer({ min: 1, max: 100 }),
    n: fc.option(count),
    pair: fc.option(fc.tuple(count, count).filter(([low, high]) => low < high)),
    published: fc.boolean(),
    split: fc.boolean(),
    by: fc.constantFrom(...SIDE_KINDS),
    sides: fc.array(present, { maxLength: 6 }),
    against: fc.constantFrom(...EXPENSES),
    paddings: fc.option(fc.tuple(present, present)),
    seed: fc.integer({ min: 0, max: MAX_SEED }),
    sample: fc.integer({ min: 1, max: MAX_SAMPLE }),
    couple: fc.option(present),
    part: fc.option(fc.constantFrom(...PAIR_PARTS)),
    stream: fc.option(fc.constantFrom(...PAIR_STREAMS)),
    table: fc.option(columnNames),
    sort: fc.option(
      fc.record({
        column: columnNames,
        direction: fc.constantFrom("asc" as const, "desc" as const),
      }),
    ),
    columns: fc.option(list(columnNames)),
    row: fc.option(present),
    hidden: fc.array(present, { maxLength: 3 }),
    where: fc.uniqueArray(anyWhere, { selector: (f) => f.column, maxLength: 4 }),
    data: fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/)),
    embed: fc.boolean(),
  })
  .map((state) => canonical(state));

/** One wound of a link: something cut out at a place, something put in. */
const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(6),
  insert: fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.constantFrom("~", ",", "&", "=", "%", "%zz", "..", "\u0000", "k=0", "&model=&", "\ud800"),
  ),
});

type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;
/** The link after its wounds. */
export const damaged = (link: string, damages: readonly Damage[]) =>
  damages.reduce((text, { at, cut, insert }) => {
    const start = Math.floor(at * text.length);
    return text.slice(0, start) + insert + text.slice(start + cut);
  }, link);
export const wounds = fc.array(damage, { minLength: 1, maxLength: 4 });
