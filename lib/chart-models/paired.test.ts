import { describe, expect, it } from "vitest";
import { apartModes, type ConditionSide } from "@/lib/metrics/condition-sides";
import type { PairedConditionsRow } from "@/lib/metrics/question-rows";
import { manifest } from "@/tests/helpers/stage";
import { pairedRow } from "@/tests/chart-rows";
import { layoutFlow } from "./flow";
import { accuraciesOf, chosenPair, guessAdjusted, pairSelect, partsOf, shownPairs } from "./paired";
import { prepareFlow } from "./paired-flow";
import { listedPart, pairedList, streamWords } from "./paired-list";
import {
  apartModeSentences,
  apartSentences,
  incompletePairs,
  pairSentence,
  unpairedText,
} from "./paired-sentences";
import { pairedTable, pairRows, pValues } from "./paired-table";
import { publishedFlow, withPublishedPair } from "./published-paired";
import { cellText } from "./table-text";

const [pair] = shownPairs([pairedRow()]);
const mixed = pairedRow({
  n_shared: 10,
  both: 4,
  lost: 2,
  gained: 1,
  neither: 1,
  change_pp: -15,
  wald_ci_pp: null,
  mcnemar_p: null,
  t_ci_pp: [-40, 10],
  t_p: 0.2,
  lost_to: null,
  by_stem: null,
  length_matched: null,
  only_b: 3,
  by_id: 0,
});

describe("a pair of conditions", () => {
  it("is named by its model, its conditions, and what tells it from the others", () => {
    expect(pair?.label).toBe("paired: five-original (N=5) → ten-permuted (N=10)");
    expect(pair?.key).toBe("r5,five-original,r10,ten-permuted,~none,none,~none");
    const two = shownPairs([pairedRow(), pairedRow({ mode: "thinking", n_options_b: null })]);
    expect(two.map(({ label }) => label)).toEqual([
      "paired · mode not stated: five-original (N=5) → ten-permuted (N=10)",
      "paired · thinking: five-original (N=5) → ten-permuted (several N)",
    ]);
    const twins = shownPairs([pairedRow(), pairedRow({ run_b: "other" })]);
    expect(twins[1]?.label).toContain("(r5, other)");
    expect(chosenPair(two, two[1]!.key)).toBe(two[1]);
    expect(chosenPair(two, "gone")).toBe(two[0]);
    expect(chosenPair([], null)).toBeNull();
  });

  it("says in its title what was lost and gained of how many, with the interval", () => {
    expect(pairSentence(pair!, null)).toBe(
      "paired loses 37 and gains 6 of 200 shared items from five-original (N=5) to ten-permuted (N=10): " +
        "−15.5 points [−21.6, −9.4]",
    );
    expect(pairSentence(pair!, "flagged")).toContain(
      "loses 18 and gains 2 of 65 shared items with a flagged",
    );
    expect(unpairedText(pair!)).toBe(
      "no item left out · 200 of 200 shared items paired by id alone",
    );
    const [other] = shownPairs([mixed]);
    expect(pairSentence(other!, null)).toBe(
      "paired changes by −15.0 points [−40.0, +10.0] on 10 shared items from five-original (N=5) to " +
        "ten-permuted (N=10): 2 lost, 1 gained, 2 in part",
    );
    expect(unpairedText(other!)).toBe("left out: 3 under ten-permuted (N=10) alone");
  });

  it("has accuracies of each part, freed from guessing at the N of each side", () => {
    const { row } = pair!;
    expect(partsOf(row)).toEqual([null, "flagged", "unflagged", "length_matched"]);
    expect(accuraciesOf(row, "flagged")).toEqual([56 / 65, 40 / 65]);
    const [five, ten] = guessAdjusted(row, [0.875, 0.72]);
    expect(five).toBeCloseTo(0.84375, 12);
    expect(ten).toBeCloseTo(0.688888888889, 11);
    expect(accuraciesOf(mixed, null)).toEqual([0.875, 0.72]);
    expect(partsOf(mixed)).toEqual([null]);
  });

  it("leads to the responses of both sides; lengths choose none", () => {
    expect(pairSelect(pair!.row, "flagged")).toContainEqual({ field: "stem", values: [true] });
    expect(pairSelect(pair!.row, null)).toContainEqual({ field: "run", values: ["r5", "r10"] });
    expect(pairSelect(pair!.row, "length_matched")).toBeNull();
  });
});

describe("the flow", () => {
  it("has four streams, the lost by what they chose", () => {
    const flow = prepareFlow(pair!, null);
    expect(flow?.streams.map(({ id, count }) => [id, count])).toEqual([
      ["both", 138],
      ["gained", 6],
      ["lost.borrowed", 21],
      ["lost.original", 9],
      ["lost.invalid", 7],
      ["neither", 19],
    ]);
    expect(flow?.from.text).toBe("175 right, 25 wrong");
    expect(flow?.to.text).toBe("144 right, 56 wrong");
  });

  it("keeps the lost together where their choice is not known, and shows what counts in part", () => {
    const flow = prepareFlow(shownPairs([mixed])[0]!, null);
    expect(flow?.streams.map(({ id, count }) => [id, count])).toEqual([
      ["both", 4],
      ["gained", 1],
      ["mixed", 2],
      ["lost", 2],
      ["neither", 1],
    ]);
    expect(flow?.streams.reduce((sum, { count }) => sum + count, 0)).toBe(flow?.total);
    // Items in part are right on neither side alone: the accuracy says what the side comes to.
    expect(flow?.from.text).toBe("accuracy 0.875");
    expect(prepareFlow(pair!, "length_matched")?.total).toBe(58);
    expect(prepareFlow(shownPairs([pairedRow({ n_shared: 0 })])[0]!, null)).toBeNull();
  });

  it("is laid out to scale: 1 px an item, right above wrong, no labels touching", () => {
    const flow = prepareFlow(pair!, null)!;
    const room = { left: 40, right: 400, height: 216, line: 20 };
    const { bands, blocks, labels } = layoutFlow(flow, room);
    // 200 items on 200 px, and a gap of 16 between the two blocks.
    expect(blocks.map(({ name, side, y, height }) => [side, name, y, height])).toEqual([
      ["left", "right", 0, 175],
      ["left", "wrong", 191, 25],
      ["right", "right", 0, 144],
      ["right", "wrong", 160, 56],
    ]);
    expect(bands).toHaveLength(6);
    // Both right: 138 px at the top of either side.
    expect(bands[0]?.path).toBe(
      "M48.00 0.00C220.00 0.00 220.00 0.00 392.00 0.00L392.00 138.00C220.00 138.00 220.00 138.00 48.00 138.00Z",
    );
    expect(labels.map(({ id }) => id)).toEqual([
      "both",
      "gained",
      "lost",
      "lost.borrowed",
      "lost.original",
      "lost.invalid",
      "neither",
    ]);
    expect(labels.find(({ id }) => id === "lost")).toMatchObject({ count: 37, share: 0.185 });
    labels
      .slice(1)
      .forEach(({ y }, i) => expect(y - labels[i]!.y).toBeGreaterThanOrEqual(20 - 1e-9));
    for (const { y } of labels) expect(y).toBeLessThanOrEqual(206 + 1e-9);
  });
});

it("the published flow is hollow, complete, and says whose questions it is of", () => {
  const flow = publishedFlow();
  expect(flow.hollow).toBe(true);
  // Section 5.2.
  expect(flow.streams.map(({ id, count }) => [id, count])).toEqual([
    ["both", 804],
    ["gained", 11],
    ["lost.borrowed", 102],
    ["lost.original", 11],
    ["lost.invalid", 2],
    ["neither", 51],
  ]);
  expect(flow.streams.reduce((sum, { count }) => sum + count, 0)).toBe(flow.total);
  expect([flow.from, flow.to]).toEqual([
    { name: "TR-MMLU (N=5)", text: "919 right, 62 wrong" },
    { name: "Turkish MMLU Pro (N=10)", text: "815 right, 166 wrong" },
  ]);
  expect(flow.title).toMatch(/^gpt-6-astra, published \(P2\): .*981 items by who was right$/);
  expect(flow.notes.join(" ")).toContain("As published (Bayram 2026");
});

describe("the table of pairs", () => {
  const rows = pairRows([pair!]);
  const table = pairedTable(rows, "caption");
  const cells = (part: string) => table.rows.find(({ id }) => id.endsWith(`|${part}`))!.cells;

  it("has all items and the three parts, with Holm over all of its p", () => {
    expect(table.rows.map(({ cells: own }) => own.items?.value)).toEqual([
      "all shared items",
      "flagged stems",
      "unflagged stems",
      "length matched",
    ]);
    expect(pValues(rows)).toEqual([
      1.63612412507e-6, 0.000402450561523, 0.00259947776794, 0.00738525390625,
    ]);
    expect(cells("all").p_holm?.value).toBeCloseTo(4 * 1.63612412507e-6, 16);
    expect(cells("flagged").p_holm?.value).toBeCloseTo(3 * 0.000402450561523, 14);
    expect(cells("length_matched").p_holm?.value).toBe(0.00738525390625);
  });

  it("has a cell in every column, and reasons where there is no value", () => {
    for (const { cells: own } of table.rows)
      for (const { id } of table.columns) {
        expect(own[id], id).toBeDefined();
        if (own[id]?.value === null && !["environment", "mode"].includes(id))
          expect(own[id].reason, id).toBeTruthy();
      }
    expect(cells("flagged").bootstrap_ci_pp?.value).toBeNull();
    expect(cells("all").to_borrowed?.value).toBe(21);
    const shown = table.columns.filter(({ exportOnly }) => exportOnly !== true).map(({ id }) => id);
    expect(shown).toContain("by_id");
    expect(shown).not.toContain("only_a");
  });

  it("takes the t interval and p where items have several permutations", () => {
    const [row] = pairedTable(pairRows(shownPairs([mixed])), "").rows;
    expect(row?.cells).toMatchObject({
      ci_pp: { value: [-40, 10] },
      p: { value: 0.2 },
      mixed: { value: 2 },
      to_borrowed: { value: null },
    });
  });

  it("says of a single shared item that it is too few, and of none that there is none", () => {
    const cellsOf = (given: Partial<PairedConditionsRow>) =>
      pairedTable(
        pairRows(shownPairs([pairedRow({ ...mixed, ...given, t_ci_pp: null, t_p: null })])),
        "",
      ).rows[0]!.cells;
    const one = cellsOf({ n_shared: 1, both: 0, lost: 0, gained: 0, neither: 0 });
    for (const id of ["ci_pp", "p", "p_holm"])
      expect(one[id]?.reason, id).toBe("It needs at least two shared items.");
    const none = cellsOf({ n_shared: 0, both: 0, lost: 0, gained: 0, neither: 0, change_pp: null });
    for (const id of ["change_pp", "ci_pp", "p", "to_borrowed", "to_original", "to_invalid"])
      expect(none[id]?.reason, id).toBe("No shared item.");
  });

  it("of both stems alone has a family of two, and nothing that is told of the whole", () => {
    const split = pairRows([pair!], ["flagged", "unflagged"]);
    const stems = pairedTable(split, "by stem");
    expect(stems.rows.map(({ cells: own }) => own.p_holm?.value)).toEqual([
      2 * 0.000402450561523,
      0.00259947776794,
    ]);
    const shown = stems.columns.filter(({ exportOnly }) => exportOnly !== true);
    expect(shown.map(({ id }) => id)).not.toContain("bootstrap_ci_pp");
  });

  it("can have the published pair behind it, in printed digits", () => {
    const beside = withPublishedPair(table);
    const at = (part: string, column: string) => {
      const cell = beside.rows.find(({ id }) => id === `published|${part}`)?.cells[column];
      return cellText(
        beside.columns.find(({ id }) => id === column)!,
        cell,
      );
    };
    expect(at("all", "accuracy_a")).toBe("0.9368");
    expect(at("all", "accuracy_b")).toBe("0.8308");
    expect(at("all", "adjusted_b")).toBe("0.8120");
    expect(at("all", "n_shared")).toBe("981");
    expect(at("flagged", "change_pp")).toBe("−24.4");
    expect(at("flagged", "ci_pp")).toBe("[−30.3, −18.5]");
    expect(["lost", "gained", "to_borrowed", "accuracy_b"].map((id) => at("flagged", id))).toEqual([
      "66",
      "5",
      "64",
      "0.640",
    ]);
    expect(at("unflagged", "change_pp")).toBe("−5.9");
    // Section 5.2: what was lost, gained and chosen; Appendix G: by sections, and the known share.
    const told = (...ids: string[]) => ids.map((id) => at("all", id));
    expect(told("both", "lost", "gained", "neither")).toEqual(["804", "115", "11", "51"]);
    expect(told("to_borrowed", "to_original", "to_invalid")).toEqual(["102", "11", "2"]);
    expect(told("change_pp", "ci_pp", "p")).toEqual(["−10.60", "[−12.74, −8.46]", "5.27 × 10⁻²³"]);
    expect(told("bootstrap_ci_pp", "known_fraction")).toEqual(["[−12.89, −8.36]", "0.9289"]);
    expect(beside.rows.at(-1)?.cells.p?.reason).toBe("The paper does not print it.");
    expect(beside.notes?.map(({ sign }) => sign)).toEqual(["P2"]);
    for (const { cells: own } of beside.rows)
      for (const { id } of beside.columns) expect(own[id], id).toBeDefined();
  });
});

const side = (run_id: string, condition: string, given: Partial<ConditionSide> = {}) =>
  ({
    run_id,
    condition,
    model: "paired",
    benchmark: "imported",
    scorer: "given",
    environment: null,
    padding: "none",
    mode: null,
    planned: 200,
    missing: 0,
    manifest: manifest(run_id, "paired"),
    ...given,
  }) as ConditionSide;

describe("what is told before a change", () => {
  it("is which runs lack rows, and which conditions are not comparable and why", () => {
    const sides = [side("r5", "five-original", { missing: 12 }), side("r10", "ten-permuted")];
    expect(incompletePairs(sides, [pair!])).toEqual([
      "r5 is incomplete: it lacks 12 of 200 planned rows.",
    ]);
    expect(apartSentences(sides)).toEqual([]);
    const other = side("r9", "ten-appended", {
      manifest: manifest("r9", "paired", { prompt_hash: "other" }),
    });
    expect(apartSentences([...sides, other])).toEqual([
      "Not paired, since the two runs differ in prompt: paired under five-original (r5) and ten-appended (r9) " +
        "and paired under ten-permuted (r10) and ten-appended (r9).",
    ]);
  });
});

describe("what is told before a change of mode", () => {
  const of = (run_id: string, mode: string, given: Partial<ConditionSide> = {}) =>
    side(run_id, "ten-permuted", { mode, ...given });
  const asked = (run_id: string, prompt_hash: string, max_tokens: number) => ({
    manifest: manifest(run_id, "paired", { prompt_hash, protocol: { max_tokens } }),
  });
  const told = (sides: readonly ConditionSide[]) => apartModeSentences(apartModes(sides));

  it("is which direct and thinking runs make no pair, with what keeps them apart", () => {
    const direct = of("d", "direct", asked("d", "one", 32));
    const sides = [of("t", "thinking", asked("t", "other", 2048)), direct];
    // The token limit is the mode's own: it keeps nothing apart.
    expect(told(sides)).toEqual([
      "Not paired, since the two runs differ in prompt: paired under ten-permuted, direct (d) and thinking (t).",
    ]);
    expect(told([of("t", "thinking", asked("t", "one", 2048)), direct])).toEqual([]);
    expect(told(sides.map((one) => ({ ...one, condition: null })))).toEqual([
      "Not paired, since the two runs differ in prompt: paired, direct (d) and thinking (t).",
    ]);
    expect(told([of("d2", "direct", asked("d2", "other", 32)), direct])).toEqual([]);
  });
});

it("lists all items that do not pair where lengths choose the others: theirs are not compared", () => {
  for (const stream of ["only_a", "only_b", "changed"] as const) {
    expect(listedPart(stream, "length_matched")).toBeNull();
    expect(listedPart(stream, "flagged")).toBe("flagged");
  }
  expect(listedPart("lost", "length_matched")).toBe("length_matched");
});

it("lists items with their section, flag, both answers, and what was chosen", () => {
  const item = { item_id: "q1", section: null, stem_negative: true, y_a: 1, y_b: 0 };
  const list = pairedList([{ ...item, fate: "borrowed" }], pair!, { stream: "lost", caption: "c" });
  expect(list.rows[0]?.cells).toMatchObject({
    item: { value: "q1" },
    section: { value: null, reason: "section not stated" },
    stem: { value: "flagged" },
    right_a: { value: "right" },
    right_b: { value: "wrong" },
    chose: { value: "borrowed" },
  });
  expect(streamWords("lost", pair!)).toBe("right under five-original (N=5) alone");
});
