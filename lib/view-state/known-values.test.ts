import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { knownValues, partKnown } from "./known-values";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
  await engine.exec(`CREATE SCHEMA data;
    CREATE TABLE data.runs AS SELECT 'a''b' AS model, 'b' AS benchmark, 's' AS scorer, 'r1' AS run_id;
    CREATE TABLE data.cells AS SELECT *, 'none' AS padding, NULL::VARCHAR AS mode, 'c' AS condition
      FROM (VALUES ('full', 4), (NULL, 100)) t(environment, n_options);
    CREATE TABLE data.items AS SELECT *, 'law' AS section
      FROM (VALUES ('9007199254740993', true), ('x', NULL)) t(item_id, stem_negative)`);
});
afterAll(() => engine.close());

it("lists the values of the facets, null among them", async () => {
  const known = await knownValues(engine);
  expect(known.get("environment")).toEqual(new Set(["full", null]));
  expect(known.get("n_options")).toEqual(new Set([4, 100]));
  expect(known.get("stem")).toEqual(new Set([true, null]));
  expect(known.get("mode")).toEqual(new Set([null]));
  expect(known.get("section")).toEqual(new Set(["law"]));
});

it("parts what the data know from what they do not", async () => {
  expect(
    await partKnown(engine, await knownValues(engine), [
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
