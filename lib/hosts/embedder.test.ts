import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "./clock";
import { openEmbedder } from "./embedder";
import type { ModelHost } from "./host";
import { NEVER, opened } from "./testing/opened";
import {
  drop,
  fail,
  reply,
  scriptedHost,
  tooMany,
  type Behaviour,
  type ScriptedHost,
} from "./testing/scripted-host";

let server: ScriptedHost;
let host: ModelHost | null = null;
beforeEach(async () => {
  server = await scriptedHost();
});
afterEach(async () => {
  await server.close();
  await host?.close();
  host = null;
});

const openAi = () => (host = opened({ kind: "openai-compatible", base_url: `${server.url}/v1` }));
const ollama = () => (host = opened({ kind: "ollama", base_url: server.url }));
const embed = (one: ModelHost, texts: readonly string[]) =>
  one.embeddings!.embed("small", texts, NEVER);

/** Vectors that say which text they are of: its length, and 1. */
const openAiVectors: Behaviour = (response, request) => {
  const texts = request.body?.input as string[];
  const data = texts.map((text, index) => ({ index, embedding: [text.length, 1] }));
  // In another order: the index says which is whose.
  return reply({ object: "list", data: data.reverse() })(response, request);
};

describe("embeddings of an OpenAI-style host", () => {
  it("come in the order of their texts, whatever the order of the reply", async () => {
    server.script(openAiVectors);
    expect(await embed(openAi(), ["a", "bbb", "cc"])).toEqual([
      [1, 1],
      [3, 1],
      [2, 1],
    ]);
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/v1/embeddings" });
    expect(server.seen[0]?.body).toEqual({
      model: "small",
      input: ["a", "bbb", "cc"],
      encoding_format: "float",
    });
  });

  it.each([
    ["one too few", { data: [{ index: 0, embedding: [1] }] }, /no vector for each of 2 texts/],
    [
      "one text twice",
      { data: [0, 0].map((index) => ({ index, embedding: [1] })) },
      /not of one text each/,
    ],
    [
      "two lengths",
      {
        data: [
          { index: 0, embedding: [1] },
          { index: 1, embedding: [1, 2] },
        ],
      },
      /several lengths/,
    ],
    [
      "no numbers",
      { data: [0, 1].map((index) => ({ index, embedding: [null] })) },
      /data\.0\.embedding\.0/,
    ],
    ["an empty vector", { data: [0, 1].map((index) => ({ index, embedding: [] })) }, /form/],
    ["another reply", { choices: [] }, /data/],
  ])("are refused: %s", async (_, body, message) => {
    server.script(reply(body));
    await expect(embed(openAi(), ["a", "b"])).rejects.toThrow(message);
  });

  it("carry the key as every request does, and never show it", async () => {
    const keyed = (host = opened(
      { kind: "openai-compatible", base_url: `${server.url}/v1`, key_variable: "LAB_API_KEY" },
      { LAB_API_KEY: "sk-very-secret" },
    ));
    server.script(fail(401, "bad key sk-very-secret"));
    await expect(embed(keyed, ["a"])).rejects.toThrow("bad key [key removed]");
    expect(server.seen[0]?.headers.authorization).toBe("Bearer sk-very-secret");
  });
});

describe("embeddings of Ollama", () => {
  it("are asked by its own route, long texts cut by the model", async () => {
    server.script(reply({ model: "small", embeddings: [[0.5], [-1e-7]] }));
    expect(await embed(ollama(), ["a", "b"])).toEqual([[0.5], [-1e-7]]);
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/api/embed" });
    expect(server.seen[0]?.body).toEqual({ model: "small", input: ["a", "b"], truncate: true });
  });

  it("are refused where one is missing", async () => {
    server.script(reply({ embeddings: [[0.5]] }), reply({ error: "model not found" }));
    await expect(embed(ollama(), ["a", "b"])).rejects.toThrow(/no vector for each of 2 texts/);
    await expect(embed(ollama(), ["a", "b"])).rejects.toThrow("model not found");
  });
});

describe("an embedder", () => {
  const texts = Array.from({ length: 130 }, (_, i) => "x".repeat(i + 1));
  const models = { data: [{ id: "small", owned_by: "someone" }] };

  it("asks in batches, each text once, and keeps their order", async () => {
    server.route("/v1/models", reply(models));
    server.otherwise(openAiVectors);
    const embedder = await openEmbedder(openAi(), "small", NEVER);
    expect(embedder).toMatchObject({
      model: "small",
      digest: null,
      host: { kind: "openai-compatible", version: null, class: "local" },
    });
    expect(await embedder.embed(texts)).toEqual(texts.map((text) => [text.length, 1]));
    const batches = server.seen.filter(({ path }) => path === "/v1/embeddings");
    expect(batches.map(({ body }) => (body?.input as string[]).length).sort()).toEqual([2, 64, 64]);
    expect(await embedder.embed([])).toEqual([]);
  });

  it("waits as it is told, tries again, and names the host where it gives up", async () => {
    server.route("/v1/models", reply(models));
    server.script(tooMany("0"), drop, openAiVectors);
    let now = 0;
    const clock: Clock = {
      now: () => now,
      sleep: (ms, signal) => {
        // The time limit of a request lasts as long as it does; other waits are over at once.
        if (ms >= 100_000)
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
        now += ms;
        return Promise.resolve();
      },
    };
    const embedder = await openEmbedder(openAi(), "small", NEVER, clock);
    expect(await embedder.embed(["abc"])).toEqual([[3, 1]]);
    server.script(fail(400, "input is too long"));
    await expect(embedder.embed(["abc"])).rejects.toThrow(
      "host under-test gives no embeddings by small: the host answers 400: input is too long",
    );
  });

  it("knows the digest of a model that Ollama lists, with or without its tag", async () => {
    server.route("/api/tags", reply({ models: [{ name: "small:latest", digest: "e5f0" }] }));
    server.route("/api/ps", reply({ models: [] }));
    server.route("/api/version", reply({ version: "0.13.1" }));
    server.route("/api/show", reply({}));
    const about = {
      digest: "e5f0",
      host: { kind: "ollama", version: "Ollama 0.13.1", class: "local" },
    };
    const one = ollama();
    expect(await openEmbedder(one, "small", NEVER)).toMatchObject(about);
    expect(await openEmbedder(one, "small:latest", NEVER)).toMatchObject(about);
    expect((await openEmbedder(one, "other", NEVER)).digest).toBeNull();
  });

  it("is not opened on a host that has no embeddings", async () => {
    host = opened({ kind: "simulated" });
    await expect(openEmbedder(host, "content", NEVER)).rejects.toThrow(
      /host under-test is simulated, .* an ollama or openai-compatible host is needed/,
    );
  });
});
