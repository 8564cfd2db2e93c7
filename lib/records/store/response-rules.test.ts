import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { responseFault } from "@/lib/records/check";
import { ddlOf } from "@/lib/records/columns";
import { TableWriter } from "@/lib/records/importers/table-writer";
import { OUTCOMES, RESPONSE_COLUMNS, type Response } from "@/lib/records/response";
import { RIGHT_ANSWER } from "@/lib/records/testing";
import { RESPONSE_RULES } from "./response-rules";

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

/** Whole numbers of a file may be wider than ours. */
const COLUMNS = RESPONSE_COLUMNS.map((c) =>
  c.sql === "INTEGER" ? { ...c, nullable: true, sql: "BIGINT" as const } : { ...c, nullable: true },
);

const texts = fc.oneof(
  fc.constantFrom(
    ...["", "none", "front", "symbol:front", "a:b:c", ":x", "x:", "a\n:b", "none\n", "\0", "a:\0"],
    ...["\uFEFFa", "a\uFEFF", "\uFEFF", "original", "borrowed", " ", ...OUTCOMES],
  ),
  fc.string({ unit: "binary" }).filter((value) => value.isWellFormed()),
);
const wholes = fc.oneof(
  fc.constantFrom(-1, 0, 1, 2, 4, 5, 1000, 1001, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1),
  fc.maxSafeInteger(),
);
const VALUES = {
  VARCHAR: texts,
  INTEGER: wholes,
  BIGINT: wholes,
  DOUBLE: fc.oneof(fc.constantFrom(NaN, Infinity, -Infinity, -1, -0, 0, 0.5), fc.double()),
  BOOLEAN: fc.boolean(),
} as const;
const change = fc
  .constantFrom(...RESPONSE_COLUMNS)
  .chain(({ name, sql }) =>
    fc.tuple(fc.constant(name), fc.option<string | number | boolean>(VALUES[sql], { freq: 4 })),
  );

it("decide of stored rows as responseFault does", async () => {
  const rows = fc
    .sample(fc.array(change, { maxLength: 2 }), { numRuns: 6000, seed: 11 })
    .map((changes) => ({ ...RIGHT_ANSWER, ...Object.fromEntries(changes) }));
  await engine.exec(`CREATE TABLE stored (${ddlOf(COLUMNS)}, ix INTEGER)`);
  const writer = new TableWriter(engine, "stored", [
    ...COLUMNS,
    { name: "ix", sql: "INTEGER", nullable: false },
  ]);
  for (const [ix, row] of rows.entries()) {
    RESPONSE_COLUMNS.forEach(({ name }, at) => writer.set(at, row[name as keyof Response]));
    writer.set(COLUMNS.length, ix);
    writer.endRow();
  }
  await writer.flush();
  const all = RESPONSE_RULES.map(({ holds }) => `(${holds})`).join(" AND ");
  const refused = await engine.query(
    `SELECT ix FROM stored WHERE (${all}) IS NOT TRUE ORDER BY ix`,
  );
  const faulty = rows.flatMap((row, ix) => (responseFault(row) === null ? [] : [ix]));
  expect(refused.map((row) => row.ix)).toEqual(faulty);
  expect(faulty.length).toBeGreaterThan(1000);
  expect(faulty.length).toBeLessThan(5000);
});
