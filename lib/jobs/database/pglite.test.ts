import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Database } from "./database";
import { DatabaseThread } from "./database-thread";
import { DirectoryInUse } from "./directory-lock";
import { openPglite } from "./pglite";

const row = z.strictObject({ id: z.int(), name: z.string().nullable() });
let dir: string;
let database: Database;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "foilscope-pglite-"));
  database = await openPglite(dir);
  await database.script("CREATE TABLE t (id integer PRIMARY KEY, name text)");
});
afterAll(async () => {
  await database.close();
  await rm(dir, { recursive: true, force: true });
});

const all = () => database.rows(row, "SELECT id, name FROM t ORDER BY id");

it("takes lists and nulls, and says how many rows it touched", async () => {
  const insert =
    "INSERT INTO t SELECT * FROM unnest($1::integer[], $2::text[]) ON CONFLICT DO NOTHING";
  expect(
    await database.run(insert, [
      [1, 2],
      ["a\u2028\"'", null],
    ]),
  ).toBe(2);
  expect(await database.run(insert, [[2], ["again"]])).toBe(0);
  expect(await all()).toEqual([
    { id: 1, name: "a\u2028\"'" },
    { id: 2, name: null },
  ]);
});

it("takes back all of a transaction that fails, and goes on", async () => {
  const failing = database.transaction(async (tx) => {
    await tx.run("INSERT INTO t VALUES (3, 'lost')");
    await tx.run("INSERT INTO t VALUES (1, 'twice')");
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  const thrown = database.transaction(async (tx) => {
    await tx.run("INSERT INTO t VALUES (4, 'lost')");
    throw new Error("not wanted");
  });
  await expect(thrown).rejects.toThrow("not wanted");
  expect((await all()).map(({ id }) => id)).toEqual([1, 2]);
});

it("lets nothing come between the statements of a transaction", async () => {
  const seen: (number | null)[] = [];
  const adding = database.transaction(async (tx) => {
    await tx.run("INSERT INTO t VALUES (5, 'first')");
    await new Promise((resolve) => setImmediate(resolve));
    await tx.run("INSERT INTO t VALUES (6, 'second')");
  });
  const reading = all().then((rows) => seen.push(rows.length));
  await Promise.all([adding, reading]);
  expect(seen).toEqual([4]);
});

it("is open in one place at a time, and keeps what it holds", async () => {
  await expect(openPglite(dir)).rejects.toThrow(DirectoryInUse);
  const before = await all();
  await database.close();
  database = await openPglite(dir);
  expect(await all()).toEqual(before);
});

it("says that it has ended where its thread is gone, whoever waits or asks later", async () => {
  const thread = new DatabaseThread();
  const waiting = thread.ask({ kind: "open", dir: join(dir, "elsewhere") });
  await thread.terminate();
  await expect(waiting).rejects.toThrow("the embedded job database has ended");
  await expect(thread.ask({ kind: "close" })).rejects.toThrow(
    "the embedded job database has ended",
  );
});
