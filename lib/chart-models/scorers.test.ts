import { describe, expect, it } from "vitest";
import type { ScorersRow } from "@/lib/metrics/question-rows";
import { withPublishedScorers } from "./published-scorers";
import { answersRead, scorerPairs, scorersFigure } from "./scorers";
import { scorersTable } from "./scorers-table";

/** The two readings of tests/fixtures/paired.json, as paired.expected.json has them. */
const row = (given: Partial<ScorersRow> = {}): ScorersRow => ({
  run_id: "ten",
  run_b: "ten legacy",
  model: "paired",
  benchmark: "b",
  mode: null,
  condition: "ten-permuted",
  scorer_a: "given",
  scorer_b: "legacy-1",
  n: 200,
  accuracy_a: 0.72,
  accuracy_b: 0.765,
  both: 142,
  only_a: 2,
  only_b: 11,
  neither: 45,
  only_b_from_invalid: 3,
  only_b_from_wrong: 8,
  excess_pp: 4.5,
  excess_ci_pp: [1.1, 7.9],
  simulated: false,
  ...given,
});
const pairs = (rows: readonly ScorersRow[]) => scorerPairs(rows, new Map());

describe("pairs of readings", () => {
  it("stand by their excess, and are named by what tells them apart", () => {
    const other = row({ model: "other", run_id: "o", excess_pp: 9 });
    expect(pairs([row(), other]).map(({ label }) => label)).toEqual(["other", "paired"]);
    const third = row({ scorer_b: "publisher", run_b: "p", excess_pp: 1 });
    expect(pairs([row(), third]).map(({ label }) => label)).toEqual([
      "paired: legacy-1 less given",
      "paired: publisher less given",
    ]);
    const five = row({ condition: "five-original", run_id: "five", excess_pp: 1 });
    expect(pairs([row(), five]).map(({ label }) => label)).toEqual([
      "paired · ten-permuted",
      "paired · five-original",
    ]);
    expect(pairs([row(), row({ run_id: "again" })]).map(({ label }) => label)).toEqual([
      "paired (again)",
      "paired (ten)",
    ]);
  });

  it("count the answers of one source once, whichever runs of it meet first", () => {
    // 12,032 answers read three times, and 100 others twice.
    const of = (run_id: string, run_b: string, n: number) => row({ run_id, run_b, n });
    const rows = [of("a", "b", 12_032), of("x", "y", 100), of("c", "d", 12_030), of("a", "c", 9)];
    expect(answersRead(rows)).toBe(12_132);
    expect(answersRead([])).toBe(0);
  });

  it("are drawn in points around no excess, with n and the way to both readings", () => {
    const figure = scorersFigure(pairs([row()]))!;
    const [point] = figure.panels[0]?.series[0]?.points ?? [];
    expect(point).toMatchObject({ x: 1, y: 4.5, low: 1.1, high: 7.9, n: 200 });
    expect(point?.select).toEqual([{ field: "run", values: ["ten", "ten legacy"] }]);
    expect(figure.intervalName).toMatch(/Wald/);
    expect(scorersFigure(pairs([row({ excess_ci_pp: null })]))?.intervalName).toBeNull();
    expect(scorersFigure([])).toBeNull();
  });
});

describe("the table of readings", () => {
  it("parts the excess into what came from invalid, from wrong, and what is lost", () => {
    const { cells } = scorersTable(pairs([row()])).rows[0]!;
    expect([cells.accuracy_a?.value, cells.accuracy_b?.value, cells.excess_pp?.value]).toEqual([
      0.72, 0.765, 4.5,
    ]);
    // 3/200, 8/200 and 2/200 of the responses: 1.5 + 4.0 − 1.0 = 4.5.
    expect(
      [cells.only_b_from_invalid, cells.only_b_from_wrong, cells.only_a].map((cell) => [
        cell?.value,
        cell?.aside,
      ]),
    ).toEqual([
      [3, "+1.5 points"],
      [8, "+4.0 points"],
      [2, "−1.0 points"],
    ]);
  });

  it("says why there is no interval, or no accuracy", () => {
    const cells = (given: Partial<ScorersRow>) => scorersTable(pairs([row(given)])).rows[0]!.cells;
    expect(cells({ excess_ci_pp: null }).excess_ci_pp?.reason).toMatch(/several times/);
    expect(cells({ n: 0, accuracy_a: null, excess_ci_pp: null }).accuracy_a?.reason).toBe(
      "No response that both scored.",
    );
  });
});

it("the excess that P2 prints, a mean over models, stands at a place of its own", () => {
  const figure = withPublishedScorers(scorersFigure(pairs([row()]))!);
  expect(figure.x.ticks.map(({ label }) => label)).toEqual(["paired", "22 models"]);
  const printed = figure.panels[0]?.series.at(-1);
  expect(printed).toMatchObject({
    label: "legacy less strict, mean of 22 models, published (P2)",
    style: { hollow: true },
  });
  // Section 4.3: a range over models is no interval.
  expect(printed?.points).toEqual([
    { x: 2, y: 5.6, low: null, high: null, n: null, gap: null, select: null },
  ]);
  expect(figure.notes.at(-1)).toContain("between 2 and 13 points");
});
