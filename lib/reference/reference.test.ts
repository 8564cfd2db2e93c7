import { describe, expect, it } from "vitest";
import { MARKS, marksOn, signsOn } from "./marks";
import { TABLES } from "./papers";
import {
  publishedCell,
  publishedCells,
  PUBLISHED_ENVIRONMENTS,
  PUBLISHED_MODELS,
} from "./published";

const PRO = "Gemini-3-Pro-preview";
const HYPER = "HyperCLOVAX-Think";

describe("published tables", () => {
  it("has as many cells as the paper prints", () => {
    const counted = Object.fromEntries(
      TABLES.filter(({ id }) => id.startsWith("p1")).map(({ id, number }) => [
        number,
        publishedCells({ table: id }).length,
      ]),
    );
    // Intervals go with their values; Table 2 has 7 numbers and 2 intervals in each of 10 rows.
    expect(counted).toEqual({
      1: 7,
      2: 70,
      3: 10,
      4: 20,
      6: 5,
      8: 56,
      9: 50,
      10: 40,
      12: 20,
      13: 50,
      14: 90,
    });
    const intervals = (table: "p1_table2" | "p1_table13") =>
      publishedCells({ table }).filter((cell) => cell.interval !== null).length;
    expect(intervals("p1_table2")).toBe(20);
    expect(intervals("p1_table13")).toBe(50);
  });

  it("has as many cells as the second paper prints", () => {
    const counted = Object.fromEntries(
      TABLES.filter(({ id }) => id.startsWith("p2")).map(({ id, number }) => [
        number,
        publishedCells({ table: id }).length,
      ]),
    );
    // Of 25 models in Table 9 one has no accuracy, and three no legacy score.
    expect(counted).toEqual({
      1: 7,
      2: 5 * 5,
      3: 4 * 6,
      4: 6 * 3,
      5: 2 * 7,
      6: 5 * 6,
      7: 5 * 4,
      8: 4 * 4,
      9: 25 * 7 - 1 - 3,
      10: 10 * 9,
      11: 59 * 6,
    });
    expect(publishedCells({ table: "p2_table2", metric: "accuracy", model: "gemma4:e4b" })).toEqual(
      [expect.objectContaining({ value: 44.42, interval: [43.53, 45.31], digits: 2, n: 10 })],
    );
    const size = publishedCells({ table: "p2_table9", metric: "params_billion" });
    expect(size.filter(({ digits }) => digits === 2).map(({ value }) => value)).toEqual([
      0.85, 0.75,
    ]);
  });

  it("names every cell once", () => {
    const ids = publishedCells().map((cell) => cell.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(PUBLISHED_MODELS).toHaveLength(5);
    for (const table of ["p1_table2", "p1_table13", "p1_table14"] as const)
      for (const environment of PUBLISHED_ENVIRONMENTS)
        for (const model of PUBLISHED_MODELS)
          expect(publishedCells({ table, environment, model, metric: "na", n: 100 })).toHaveLength(
            1,
          );
  });

  it("finds the values of the paper's text", () => {
    expect(
      publishedCell({
        table: "p1_table2",
        metric: "na",
        model: PRO,
        environment: "full",
        n: 100,
        padding: "none",
      }),
    ).toMatchObject({ value: 0.856, interval: [0.8348, 0.8752], digits: 4 });
    const easy = { environment: "easy", model: HYPER } as const;
    expect(publishedCell({ table: "p1_table2", metric: "bi", ...easy })).toMatchObject({
      value: 0.1904,
      interval: [0.178, 0.2027],
    });
    expect(publishedCell({ table: "p1_table3", ...easy })?.value).toBe(0.473);
    expect(
      publishedCell({ table: "p1_table10", ...easy, padding: "english_text", n: 100 })?.value,
    ).toBe(-0.482);
    expect(
      publishedCell({ table: "p1_table12", metric: "mean_pos", padding: "english_text" })?.value,
    ).toBe(44.493);
    expect(
      publishedCell({ table: "p1_table9", environment: "full", padding: "symbol", n: 50 })?.value,
    ).toBe(4025);
    expect(
      publishedCell({
        table: "p1_table13",
        metric: "na",
        model: "EXAONE-4.0-32B",
        environment: "full",
        n: 20,
      }),
    ).toMatchObject({ value: 0.4419, interval: [0.256, 0.6277] });
    expect(
      publishedCell({ table: "p1_table14", metric: "ks", model: HYPER, environment: "full" })
        ?.value,
    ).toBe(0.613);
    expect(publishedCell({ table: "p1_table4", metric: "tail_20", model: "A.X-4.0" })?.value).toBe(
      0.23,
    );
    expect(publishedCell({ table: "p1_table4", metric: "ks" })).toBeNull();
  });

  it("has the 30 items and the whole weight", () => {
    const sum = (table: "p1_table1" | "p1_table6") =>
      publishedCells({ table }).reduce((total, cell) => total + cell.value, 0);
    expect(sum("p1_table1")).toBe(30);
    expect(sum("p1_table6")).toBeCloseTo(1, 12);
  });
});

describe("marks", () => {
  const cells = new Map(publishedCells().map((cell) => [cell.id, cell]));

  it("stand on cells that exist, each with a sign and a sentence of its own", () => {
    for (const mark of MARKS) {
      expect(mark.cells.length).toBeGreaterThan(0);
      expect(mark.note).toMatch(/^[A-Z].+\.$/);
      for (const { id, part } of mark.cells) {
        expect(cells.has(id), id).toBe(true);
        if (part === "interval") expect(cells.get(id)?.interval, id).not.toBeNull();
      }
    }
    expect(new Set(MARKS.map((mark) => mark.sign)).size).toBe(MARKS.length);
  });

  it("are on every interval whose middle is not its value", () => {
    const off = [...cells.values()].filter(({ table, value, interval }) => {
      // Wilson's intervals, which P2 prints, reach further to one side.
      if (interval === null || table.startsWith("p2")) return false;
      return Math.abs((interval[0] + interval[1]) / 2 - value) > 0.000101;
    });
    expect(off.map((cell) => cell.id)).toEqual([
      `p1_table2|full.${PRO}|na_100`,
      "p1_table13|easy.Gemini-2.5-Flash|na_10",
      "p1_table13|easy.Gemini-2.5-Flash|na_20",
    ]);
    for (const cell of off) expect(marksOn(cell, "interval").length).toBeGreaterThan(0);
  });

  it("are on every value that two tables print apart", () => {
    const pairs = [
      ["p1_table2", "p1_table14", 0.00056],
      ["p1_table4", "p1_table14", 0.0056],
      ["p1_table2", "p1_table13", 0.00011],
    ] as const;
    for (const [one, other, room] of pairs) {
      for (const cell of publishedCells({ table: one })) {
        const { metric, model, environment, n } = cell;
        const twin = publishedCell({ table: other, metric, model, environment, n });
        if (!twin || Math.abs(twin.value - cell.value) <= room) continue;
        const shared = marksOn(cell).filter((mark) => marksOn(twin).includes(mark));
        expect(shared.length, `${cell.id} and ${twin.id}`).toBeGreaterThan(0);
      }
    }
  });

  it("are on the one example of Table 8 whose score its counts do not give", () => {
    // P1, Appendix B: weights 0.25, 0.25, 0.25 and 0.15; ranges 2 to 17, 5 to 34 and 0 to 4. The
    // endings, which the table does not print, are counted by hand.
    const endings = [0, 1, 1, 1, 0, 3, 1, 0];
    const marked = endings.map((ending, i) => {
      const row = `${i + 1}`;
      const of = (column: string) => cells.get(`p1_table8|${row}|${column}`)!;
      const confused = Math.max(of("dependent_noun").value, of("auxiliary_predicate").value);
      const score =
        (0.25 * (of("eojeol").value - 2)) / 15 +
        (0.25 * (of("morphemes").value - 5)) / 29 +
        (0.25 * ending) / 4 +
        0.15 * confused;
      const agrees = Math.abs(score - of("score").value) <= 0.00005;
      expect(signsOn(of("score"), ["value"]) === "", row).toBe(agrees);
      return agrees ? [] : [row, score.toFixed(4)];
    });
    expect(marked.flat()).toEqual(["4", "0.3740"]);
  });

  it("never correct a value", () => {
    const printed = publishedCell({
      table: "p1_table9",
      environment: "full",
      padding: "korean_text",
      n: 4,
    });
    expect(printed?.value).toBe(2394);
    expect(printed && signsOn(printed, ["value"])).not.toBe("");
  });
});
