import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeState, encodeState, hrefOf, viewOfPath } from "./codec";
import { CONTAINS_COLUMNS, ONE_OF_COLUMNS, RANGE_COLUMNS } from "./column-filters";
import {
  canonical,
  defaultState,
  INTERVALS,
  METRIC_CHOICES,
  SCALES,
  SIDE_KINDS,
  switchView,
  VIEWS,
  viewStateSchema,
  type ViewState,
} from "./state";

const texts = fc.oneof(
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
const textFields = ["model", "benchmark", "scorer", "run", "padding", "item", "outcome"] as const;
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
const anyState: fc.Arbitrary<ViewState> = fc
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
    paddings: fc.option(fc.tuple(present, present)),
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

const decode = (state: ViewState) =>
  decodeState(state.view, new URLSearchParams(encodeState(state)));

describe("view state in a link", () => {
  it("reads back what it wrote, whatever the state", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(viewStateSchema.parse(state)).toEqual(state);
        expect(decode(state)).toEqual({ state, notes: [] });
      }),
      { numRuns: 1000 },
    );
  });

  it("survives 2,000 damaged links, and writes what it read in one form", () => {
    const damage = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.nat(6),
      insert: fc.oneof(
        fc.string({ maxLength: 4 }),
        fc.constantFrom(
          "~",
          ",",
          "&",
          "=",
          "%",
          "%zz",
          "..",
          "\u0000",
          "k=0",
          "&model=&",
          "\ud800",
        ),
      ),
    });
    fc.assert(
      fc.property(anyState, fc.array(damage, { minLength: 1, maxLength: 4 }), (state, damages) => {
        const link = damages.reduce((text, { at, cut, insert }) => {
          const start = Math.floor(at * text.length);
          return text.slice(0, start) + insert + text.slice(start + cut);
        }, encodeState(state));
        const first = decodeState(state.view, new URLSearchParams(link));
        expect(viewStateSchema.safeParse(first.state).success).toBe(true);
        expect(decode(first.state)).toEqual({ state: first.state, notes: [] });
      }),
      { numRuns: 2000 },
    );
  });

  it("is short and readable, without defaults", () => {
    expect(hrefOf(defaultState("scaling"))).toBe("/scaling");
    const state: ViewState = {
      ...defaultState("positions"),
      filters: [
        { field: "n_options", values: [100, 20] },
        { field: "environment", values: ["full", null] },
        { field: "stem", values: [true] },
        { field: "model", values: ["org/m:7b, tuned"] },
      ],
      k: 20,
      sort: { column: "na", direction: "desc" },
      where: [{ kind: "range", column: "trial", min: 5, max: null }],
    };
    expect(hrefOf(state)).toBe(
      "/positions?env=~none,full&model=org/m:7b~.+tuned&N=20,100&stem=flagged&where.trial=5..&k=20&sort=-na",
    );
  });

  it("notes what it leaves out and keeps the rest", () => {
    const { state, notes } = decodeState(
      "scaling",
      new URLSearchParams(
        "model=a,,b&N=1,4,x&k=500&scale=log&foo=1&pair=100,4&stem=maybe&k=3&where.trial=x..2&embed=yes&env=~what",
      ),
    );
    expect(state).toEqual({
      ...defaultState("scaling"),
      scale: "log",
      filters: [
        { field: "model", values: ["a", "b"] },
        { field: "n_options", values: [4] },
      ],
    });
    expect(notes.map((n) => `${n.parameter}=${n.value}: ${n.reason}`)).toEqual([
      "model=: a value is missing",
      expect.stringContaining("N=1: "),
      "N=x: N must be a whole number",
      "k=500: it must be a whole number from 1 to 100",
      "foo=1: this view has no such setting",
      "pair=100,4: it must be two numbers of options, the smaller one first",
      "stem=maybe: stem is flagged or unflagged",
      "k=3: it is given twice: the first one counts",
      "where.trial=x..2: not a number",
      "embed=yes: it must be 1",
      "env=~what: “~w” means nothing in a link",
    ]);
  });

  it("knows its paths", () => {
    expect(viewOfPath("/scaling")).toBe("scaling");
    expect(viewOfPath("/scaling/")).toBe("scaling");
    expect(viewOfPath("/constructor")).toBeNull();
    expect(viewOfPath("/")).toBeNull();
  });

  it("keeps filters and chart options on another view, not what belongs to one table", () => {
    const state: ViewState = {
      ...defaultState("responses"),
      filters: [
        { field: "model", values: ["a"] },
        { field: "outcome", values: ["error"] },
      ],
      k: 5,
      row: "x",
      sort: { column: "trial", direction: "asc" },
      data: "abc",
    };
    expect(switchView(state, "responses")).toEqual(state);
    expect(switchView(state, "positions")).toEqual({
      ...defaultState("positions"),
      filters: [{ field: "model", values: ["a"] }],
      k: 5,
      data: "abc",
    });
  });
});
