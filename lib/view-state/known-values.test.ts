import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { partKnown } from "./known-values";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
  await engine.exec(`CREATE SCHEMA data;
    CREATE TABLE data.runs AS SELECT 'a''b' AS model, 'r1' AS run_id;
    CREATE TABLE data.cells AS SELECT * FROM (VALUES ('full', 4), (NULL, 100)) t(environment, n_options);
    CREATE TABLE data.items AS SELECT * FROM (VALUES ('9007199254740993', true), ('x', NULL)) t(item_id, stem_negative)`);
});
afterAll(() => engine.close());

it("parts what the data know from what they do not", async () => {
  expect(
    await partKnown(engine, [
      { field: "model", values: ["a'b", "gone"] },
      { field: "environment", values: [null, "easy"] },
      { field: "n_options", values: [5] },
      { field: "stem", values: [null, false] },
      { field: "item", values: ["9007199254740993", "9007199254740992"] },
      { field: "outcome", values: ["answered", "perfect"] },
    ]),
  ).toEqual({
    filters: [
      { field: "model", values: ["a'b"] },
      { field: "environment", values: [null] },
      { field: "stem", values: [null] },
      { field: "item", values: ["9007199254740993"] },
      { field: "outcome", values: ["answered"] },
    ],
    unknown: [
      { field: "model", values: ["gone"] },
      { field: "environment", values: ["easy"] },
      { field: "n_options", values: [5] },
      { field: "stem", values: [false] },
      { field: "item", values: ["9007199254740992"] },
      { field: "outcome", values: ["perfect"] },
    ],
  });
});
