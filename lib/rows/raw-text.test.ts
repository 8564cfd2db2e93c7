import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { buildSource } from "@/lib/cubes/build";
import { uniteSources } from "@/lib/cubes/views";
import { importTexts } from "@/lib/records/testing";
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

/** One id in two versions, told apart by nothing but the cell and, in one cell, by the trial. */
const dropped = [
  { n_options: 2, trial: 1, question: "the old stem", options: ["a", "b"], text },
  { n_options: 2, trial: 2, question: "the new stem", options: ["a", "b"] },
  { n_options: 3, trial: 1, question: "the newest stem", options: ["a", "b", "c"] },
  { item_id: "plain", n_options: 2, trial: 1, text: "B" },
];

describe("engineRawText", () => {
  const cubes = { catalog: "memory", schema: "drop1" };
  const stage = { catalog: "memory", schema: "stage" };
  let engine: Engine;
  beforeAll(async () => {
    engine = await openNodeEngine();
    const lines = dropped.map((row) =>
      JSON.stringify({
        ...{ run_id: "r1", model: "m", item_id: key.item_id, gold_pos: 2, resp_pos: 1 },
        ...row,
      }),
    );
    // The same id in another benchmark and another run, and a run that reads the texts of the first.
    const other = { run_id: "r2", model: "m", benchmark: "other", item_id: key.item_id };
    lines.push(
      JSON.stringify({
        ...{ ...other, n_options: 2, gold_pos: 1, resp_pos: 1, trial: 1 },
        ...{ question: "another stem", options: ["a", "b"] },
      }),
    );
    const { runs } = await importTexts(engine, { "a.jsonl": lines.join("\n") });
    const [first] = runs.map((run) => run.manifest);
    const manifests = runs.map((run) => run.manifest);
    await engine.exec(`INSERT INTO stage.responses
      SELECT * REPLACE ('r3' AS run_id) FROM stage.responses WHERE run_id = 'r1'`);
    manifests.push({ ...first!, run_id: "r3", source_run: "r1" });
    await buildSource(engine, { cubes, firstIx: 0, manifests, warnings: [] });
    await uniteSources(engine, [{ cubes, rows: cubes }]);
  });
  afterAll(() => engine.close());
  const read = (change: Partial<ResponseKey> = {}) =>
    engineRawText(engine, stage).read({ ...key, ...change });

  it("reads the text, every character of it, and the item with its options", async () => {
    const raw = await read();
    expect(raw?.text).toBe(text);
    expect(raw?.item).toMatchObject({ stem: "the old stem", key: 1 });
    expect(raw?.item?.options.map((o) => o.text)).toEqual(["a", "b"]);
  });

  it("reads that version of the item which the response names", async () => {
    expect((await read({ trial: 2 }))?.item?.stem).toBe("the new stem");
    expect((await read({ n_options: 3 }))?.item?.stem).toBe("the newest stem");
    expect((await read({ run_id: "r2" }))?.item?.stem).toBe("another stem");
  });

  it("reads the texts of the run that another was made from", async () => {
    expect(await read({ run_id: "r3" })).toMatchObject({ text, item: { stem: "the old stem" } });
  });

  it("has an item without a text, a text without an item, and nothing where neither is", async () => {
    expect(await read({ trial: 2 })).toMatchObject({ text: null, item: { stem: "the new stem" } });
    expect(await read({ item_id: "plain" })).toMatchObject({ text: "B", item: null });
    expect(await read({ item_id: "gone" })).toBeNull();
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
