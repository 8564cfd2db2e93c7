import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "@/lib/records/testing";
import { MAX_COUNTED_KEYS, RowNumbers } from "./row-numbers";

describe("RowNumbers", () => {
  it("counts the rows of each key, and forgets rather than grows", () => {
    const numbers = new RowNumbers(2);
    const counted = ["a", "b", "a", "c", "a", "a"].map((key) => {
      const { nth, stretch } = numbers.next(key);
      expect(numbers.size).toBeLessThanOrEqual(2);
      return [stretch, nth];
    });
    expect(counted).toEqual([
      [0, 1],
      [0, 1],
      [0, 2],
      [1, 1],
      [1, 1],
      [1, 2],
    ]);
  });
});

describe("rows without a trial", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openNodeEngine();
  });
  afterAll(() => engine.close());

  it("are numbered in file order over more keys than are counted at a time", async () => {
    // Twice as many keys as one stretch holds, with one item's rows in each stretch; their gold
    // positions tell their order.
    const line = (item: string, gold: number, trial = "") => `m,9,${item},${trial},${gold},1`;
    const filler = (name: string) =>
      Array.from({ length: MAX_COUNTED_KEYS }, (_, i) => line(`${name}${i}`, 1));
    const rows = [
      ...[line("given", 1, "40"), line("given", 2)],
      ...[line("q", 1), line("q", 2), line("once", 1)],
      ...[...filler("a"), line("q", 3), ...filler("b"), line("q", 4), line("q", 5)],
      line("given", 3),
    ];
    const { runs, warnings } = await importTexts(engine, {
      "a.csv": `model,n_options,item_id,trial,gold_pos,resp_pos\n${rows.join("\n")}\n`,
    });
    expect(runs[0]).toMatchObject({ kept: rows.length, missing: 0, rejectedCount: 0 });
    expect(warnings.map((warning) => warning.code)).toEqual(["trials_numbered"]);
    await engine.exec("DELETE FROM stage.responses WHERE item_id NOT IN ('q', 'once', 'given')");
    const numbered = (await stagedRows(engine)).map((r) => [r.item_id, r.trial, r.gold_pos]);
    expect(numbered).toEqual([
      ...[40, 41, 42].map((trial, i) => ["given", trial, i + 1]),
      ["once", 1, 1],
      ...[1, 2, 3, 4, 5].map((trial) => ["q", trial, trial]),
    ]);
  });
});
