import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeState, encodeState, hrefOf, viewOfPath } from "./codec";
import { defaultState, switchView, viewStateSchema, type ViewState } from "./state";
import { anyState, damaged, textFields, texts, wounds } from "@/tests/view-links";
import { writeValue } from "./url-text";

/** What a link with one parameter alone says of it. */
const alone = (view: ViewState["view"], parameter: string, value: string) => {
  const { state, notes } = decodeState(view, new URLSearchParams([[parameter, value]]));
  return { query: new URLSearchParams(encodeState(state)), notes };
};

/** Values of a facet or list as the link writes them, each once. */
const partsOf = (text: string) => [...new Set(text.split(","))].sort();

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

  it("survives 2,000 damaged links: what each says is shown, or noted", () => {
    fc.assert(
      fc.property(anyState, wounds, ({ view, ...state }, damages) => {
        const link = new URLSearchParams(damaged(encodeState({ view, ...state }), damages));
        const read = decodeState(view, link);
        expect(viewStateSchema.safeParse(read.state).success).toBe(true);
        expect(decode(read.state)).toEqual({ state: read.state, notes: [] });
        const shown = new URLSearchParams(encodeState(read.state));
        const firsts = new Map([...link].reverse());
        for (const [parameter, value] of firsts) {
          // A parameter means the same whatever stands beside it, and its notes come along.
          const own = alone(view, parameter, value);
          const written = own.query.get(parameter);
          expect(shown.get(parameter)).toBe(written);
          for (const note of own.notes) expect(read.notes).toContainEqual(note);
          // Neither shown nor noted is only what goes without saying.
          if (own.notes.length === 0 && written === null)
            expect(["na", "linear", "item", "model", "seconds", "10", "42", "100"]).toContain(
              value.replace(/^0+/, ""),
            );
        }
        // Only what the link says is shown, and a second mention is told.
        expect([...shown.keys()].filter((parameter) => !link.has(parameter))).toEqual([]);
        const again = [...link.keys()].length - firsts.size;
        const twice = read.notes.filter((note) => note.reason.includes("given twice"));
        expect(twice).toHaveLength(again);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps or notes each value of a facet", () => {
    const values = fc.array(fc.oneof(texts.map(writeValue), fc.constantFrom("", "~x", "a", "~")), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.constantFrom(...textFields), values, (field, parts) => {
        const parameter = field;
        const { query, notes } = alone("scaling", parameter, parts.join(","));
        const kept = query.get(parameter);
        const told = notes.map((note) => note.value);
        expect(partsOf([...(kept === null ? [] : [kept]), ...told].join(","))).toEqual(
          partsOf(parts.join(",")),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("has an option in a link for everything that a view shows", () => {
    const defaults = defaultState("scaling");
    const all: ViewState = {
      view: "scaling",
      filters: [{ field: "model", values: ["m"] }],
      metric: "accuracy",
      scale: "log",
      interval: "iqr",
      k: 3,
      n: 7,
      pair: [4, 7],
      published: true,
      split: true,
      by: "run",
      sides: ["b", "a"],
      against: "tokens",
      paddings: ["none", "lorem:before:512"],
      seed: 7,
      sample: 50,
      couple: "r1,five,r2,ten",
      part: "flagged",
      stream: "lost.borrowed",
      table: "t3",
      sort: { column: "na", direction: "desc" },
      columns: ["trial"],
      row: "r",
      hidden: ["h"],
      where: [{ kind: "stated", column: "trial", stated: true }],
      data: "abc",
      embed: true,
    };
    for (const key of (Object.keys(defaults) as (keyof ViewState)[]).filter((k) => k !== "view")) {
      expect(all[key], key).not.toEqual(defaults[key]);
      const one = { ...defaultState("scaling"), [key]: all[key] };
      expect(encodeState(one), key).not.toBe("");
      expect(decode(one)).toEqual({ state: one, notes: [] });
    }
    expect(decode(all)).toEqual({ state: all, notes: [] });
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
      part: "flagged",
      stream: "lost",
      couple: "a,b",
      sort: { column: "trial", direction: "asc" },
      data: "abc",
    };
    expect(switchView(state, "responses")).toEqual(state);
    expect(switchView(state, "positions")).toEqual({
      ...defaultState("positions"),
      filters: [{ field: "model", values: ["a"] }],
      k: 5,
      couple: "a,b",
      data: "abc",
    });
  });

  it("keeps what a legend switched off only where the other legend has the same keys", () => {
    const off = (view: ViewState["view"]) => ({ ...defaultState(view), hidden: ["key"] });
    for (const [from, to] of [
      ["scaling", "positions"],
      ["positions", "figures"],
      ["figures", "scaling"],
    ] as const)
      expect(switchView(off(from), to).hidden, `${from} ${to}`).toEqual(["key"]);
    for (const [from, to] of [
      ["items", "scaling"],
      ["scaling", "items"],
      ["items", "responses"],
      ["scaling", "padding"],
    ] as const)
      expect(switchView(off(from), to).hidden, `${from} ${to}`).toEqual([]);
  });
});
