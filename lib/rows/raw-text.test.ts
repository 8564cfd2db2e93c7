import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { ddlOf } from "@/lib/records/columns";
import { ITEM_COLUMNS } from "@/lib/records/item";
import { RAW_COLUMNS } from "@/lib/records/raw";
import type { ResponseKey } from "./key";
import { engineRawText, serverRawText } from "./raw-text";

const key: ResponseKey = {
  run_id: "r1",
  item_id: "9007199254740993",
  environment: null,
  n_options: 2,
  padding: "none",
  mode: null,
  condition: null,
  permutation: null,
  trial: 1,
};
const text = "<think>x</think><img src=x onerror=alert(1)> **B**";

describe("engineRawText", () => {
  const place = { catalog: "memory", schema: "drop1" };
  let engine: Engine;
  beforeAll(async () => {
    engine = await openNodeEngine();
    await engine.exec(`CREATE SCHEMA data;
      CREATE TABLE data.runs (run_ix INTEGER, run_id VARCHAR, source_run VARCHAR);
      INSERT INTO data.runs VALUES (1, 'r1', NULL), (2, 'r2', NULL), (3, 'r3', 'r1');
      CREATE TABLE data.cells AS SELECT run_ix AS cell_ix, run_ix FROM data.runs;
      CREATE TABLE data.items (item_ix INTEGER, benchmark VARCHAR, item_id VARCHAR, item_hash VARCHAR);
      INSERT INTO data.items VALUES (1, 'b', '9007199254740993', 'new'),
        (2, 'b', '9007199254740993', 'old');
      CREATE TABLE data.item_cube (cell_ix INTEGER, item_ix INTEGER);
      INSERT INTO data.item_cube VALUES (1, 1), (2, 2), (3, 1);
      CREATE SCHEMA drop1;
      CREATE TABLE drop1.raw (${ddlOf(RAW_COLUMNS)});
      CREATE TABLE drop1.items (${ddlOf(ITEM_COLUMNS)});
      INSERT INTO drop1.raw BY NAME SELECT 'r1' AS run_id, '9007199254740993' AS item_id,
        2 AS n_options, 'none' AS padding, 1 AS trial, '${text}' AS text;
      INSERT INTO drop1.items BY NAME SELECT * FROM (VALUES
        ('other', 'another stem', 'new'), ('b', 'the old stem', 'old'), ('b', 'the stem', 'new')
      ) AS t(benchmark, stem, item_hash), (SELECT '9007199254740993' AS item_id, 1 AS key,
        '[{"text":"a","origin":"original","donor_item":null,"donor_option":null},
          {"text":"b","origin":"borrowed","donor_item":null,"donor_option":null}]' AS options)`);
  });
  afterAll(() => engine.close());

  it("reads the text, every character of it, and that version of the item", async () => {
    const raw = await engineRawText(engine, place).read(key);
    expect(raw?.text).toBe(text);
    expect(raw?.item).toMatchObject({ stem: "the stem", key: 1 });
    expect(raw?.item?.options.map((o) => o.origin)).toEqual(["original", "borrowed"]);
  });

  it("reads the texts of the run that another was made from", async () => {
    const raw = await engineRawText(engine, place).read({ ...key, run_id: "r3" });
    expect(raw).toMatchObject({ text, item: { stem: "the stem" } });
  });

  it("has an item without a text, and nothing where neither is kept", async () => {
    const source = engineRawText(engine, place);
    expect(await source.read({ ...key, run_id: "r2" })).toMatchObject({
      text: null,
      item: { stem: "the old stem" },
    });
    expect(await source.read({ ...key, item_id: "gone" })).toBeNull();
  });
});

describe("serverRawText", () => {
  afterEach(() => vi.unstubAllGlobals());
  const reply = (body: unknown, status = 200) =>
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));

  it("reads a reply that is as agreed", async () => {
    const raw = {
      key,
      text,
      reasoning: null,
      request: null,
      response_body: null,
      label_logprobs: null,
      item: null,
    };
    reply({ rows: [raw] });
    expect(await serverRawText.read(key)).toEqual(raw);
  });

  it("says what the server said, and what is wrong with a reply that is not as agreed", async () => {
    reply({ error: { what: "raw text", where: "run r1", why: "the run's folder is gone" } }, 500);
    await expect(serverRawText.read(key)).rejects.toThrow("the run's folder is gone");
    reply({ rows: [{ text: 5 }] });
    await expect(serverRawText.read(key)).rejects.toThrow("not what it should be");
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 502 })));
    await expect(serverRawText.read(key)).rejects.toThrow("502");
    vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"rows":[{"key":')));
    await expect(serverRawText.read(key)).rejects.toThrow("the server's answer was cut off");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(serverRawText.read(key)).rejects.toThrow(
      "The text of this response could not be read: the server does not answer.",
    );
  });

  it("has nothing where nothing is kept", async () => {
    reply({ rows: [null] });
    expect(await serverRawText.read(key)).toBeNull();
  });
});
