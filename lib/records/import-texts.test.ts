import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { importTexts, stagedRows } from "./testing";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

const HEAD = "model,n_options,item_id,gold_pos,resp_pos,padding";
const row = (item: string, padding = "none") => `m,4,${item},1,1,${padding}`;
const table = (...rows: string[]) => `${[HEAD, ...rows].join("\n")}\n`;

describe("texts that no path keeps as they are", () => {
  it("rejects half a surrogate pair: two such ids would become one", async () => {
    const one = (item: string) =>
      `{"model":"m","n_options":4,"item_id":"${item}","gold_pos":1,"resp_pos":1}\n`;
    const { runs } = await importTexts(engine, {
      "a.jsonl": one("\\ud800") + one("\\ud801") + one("\\ud83d\\ude00"),
    });
    expect(runs[0]).toMatchObject({ kept: 1, rejectedCount: 2 });
    expect(runs[0]!.rejected[0]).toMatchObject({
      line: 1,
      column: "item_id",
      reason: "item_id holds half a surrogate pair",
    });
    expect((await stagedRows(engine))[0]!.item_id).toBe("😀");
  });

  it("rejects a byte-order mark inside a file, where two files were put together", async () => {
    const { runs } = await importTexts(engine, {
      "a.csv": table(row("q1"), "\uFEFFm,4,q2,1,1,none"),
    });
    expect(runs[0]).toMatchObject({ kept: 1, rejectedCount: 1 });
    expect(runs[0]!.rejected[0]!.reason).toBe("model begins with a byte-order mark");
  });

  it("keeps U+0000 in a field and the rows beside it", async () => {
    const { runs } = await importTexts(engine, { "a.csv": table(row("q\0x"), row("q2")) });
    expect(runs[0]).toMatchObject({ kept: 2, rejectedCount: 0 });
    expect((await stagedRows(engine)).map((r) => r.item_id)).toEqual(["q\0x", "q2"]);
  });
});

it("rejects a padding that is neither none nor type:placement", async () => {
  const { runs } = await importTexts(engine, {
    "a.csv": table(row("q1"), row("q2", "symbol:front"), row("q3", "front")),
  });
  expect(runs[0]).toMatchObject({ kept: 2, rejectedCount: 1 });
  expect(runs[0]!.rejected[0]).toMatchObject({ line: 4, column: "padding", value: "front" });
});

it("says how to save a file whose lines end at CR alone", async () => {
  const { rejects } = await importTexts(engine, { "a.csv": [HEAD, row("q1")].join("\r") });
  expect(rejects[0]!.reason).toBe("lines end at CR alone: save it with LF or CRLF line ends");
});

it("rejects a row without a trial that no number is left for, and keeps the rest", async () => {
  const file = "model,n_options,item_id,trial,gold_pos,resp_pos\n";
  const { runs } = await importTexts(engine, {
    "a.csv": `${file}m,4,q1,2147483646,1,1\nm,4,q1,,1,1\nm,4,q1,,1,2\nm,4,q2,,1,1\nm,4,q1,,9,9\n`,
  });
  expect(runs[0]).toMatchObject({ kept: 3, rejectedCount: 2 });
  expect(runs[0]!.rejected.find((reject) => reject.line === 4)).toMatchObject({
    column: "trial",
    reason: "no number is left for its trial behind 2147483646, the highest given for item q1",
  });
  expect((await stagedRows(engine)).map((row) => [row.item_id, row.trial])).toEqual([
    ["q1", 2147483646],
    ["q1", 2147483647],
    ["q2", 1],
  ]);
});
