import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelHost } from "@/lib/hosts/host";
import { NEVER, opened } from "@/lib/hosts/testing/opened";
import { requestFor } from "@/lib/hosts/testing/replies";
import { fail, reply, scriptedHost, type ScriptedHost } from "@/lib/hosts/testing/scripted-host";

const KEY = "gemini-key-0123456789";
let server: ScriptedHost;
let host: ModelHost;
beforeEach(async () => {
  server = await scriptedHost();
  host = opened(
    { kind: "gemini", base_url: `${server.url}/v1beta`, key_variable: "TEST_API_KEY" },
    { TEST_API_KEY: KEY },
  );
});
afterEach(async () => {
  await server.close();
  await host.close();
});

const generated = (parts: readonly object[], more: object = {}) => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP" }],
  modelVersion: "gemini-2.5-flash-001",
  usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 2, totalTokenCount: 32 },
  ...more,
});
const model = "gemini-2.5-flash";

describe("Gemini", () => {
  it("gets system text, sampling and mode in its own form, the key in a header alone", async () => {
    server.script(reply(generated([{ text: "2" }])));
    const request = requestFor({
      model,
      mode: "direct",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Which?" },
      ],
      decoding: { temperature: 0, top_p: 0.5, top_k: 3, seed: 9, label_logprobs: true },
    });
    const said = await host.ask(request, NEVER);
    const seen = server.seen[0]!;
    expect(seen.path).toBe(`/v1beta/models/${model}:generateContent`);
    expect(seen.headers["x-goog-api-key"]).toBe(KEY);
    expect(seen.body).toMatchObject({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [{ role: "user", parts: [{ text: "Which?" }] }],
      generationConfig: {
        maxOutputTokens: 32,
        temperature: 0,
        topP: 0.5,
        topK: 3,
        seed: 9,
        thinkingConfig: { thinkingBudget: 0 },
      },
    });
    expect(said).toMatchObject({ text: "2", dropped: ["label_logprobs"], finishReason: "STOP" });
    expect(JSON.stringify(said)).not.toContain(KEY);
  });

  it("is read part by part: thoughts are reasoning, and what is not counted is unknown", async () => {
    server.script(
      reply(
        generated([{ text: "Answer: 1", thought: true }, { text: "2" }], {
          usageMetadata: {
            promptTokenCount: 30,
            candidatesTokenCount: 2,
            thoughtsTokenCount: 40,
            cachedContentTokenCount: 16,
          },
        }),
      ),
      reply(generated([{ text: "2" }], { usageMetadata: undefined, modelVersion: undefined })),
    );
    expect(await host.ask(requestFor({ model, mode: "thinking" }), NEVER)).toMatchObject({
      text: "2",
      reasoning: "Answer: 1",
      served: "gemini-2.5-flash-001",
      promptTokens: 30,
      completionTokens: 42,
      reasoningTokens: 40,
      cachedTokens: 16,
    });
    expect(server.seen[0]?.body).toMatchObject({
      generationConfig: { thinkingConfig: { includeThoughts: true } },
    });
    expect(await host.ask(requestFor({ model }), NEVER)).toMatchObject({
      reasoning: null,
      served: null,
      promptTokens: null,
      completionTokens: null,
      reasoningTokens: null,
      cachedTokens: null,
    });
  });

  it("gives a blocked prompt and its errors as errors", async () => {
    server.script(
      reply({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }),
      fail(429, "Resource exhausted", { "retry-after": "3" }, { status: "RESOURCE_EXHAUSTED" }),
    );
    await expect(host.ask(requestFor({ model }), NEVER)).rejects.toMatchObject({
      message: "the host gives no answer (PROHIBITED_CONTENT)",
      details: { again: false },
    });
    await expect(host.ask(requestFor({ model }), NEVER)).rejects.toMatchObject({
      message: "the host answers 429: Resource exhausted (it asks to be left alone for 3 s)",
      details: { again: true, retryAfterMs: 3000 },
    });
  });

  it("waits as long as the error says in its details", async () => {
    const details = [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.5s" }];
    server.script(fail(429, "quota", {}, { status: "RESOURCE_EXHAUSTED", details }));
    await expect(host.ask(requestFor({ model }), NEVER)).rejects.toMatchObject({
      details: { retryAfterMs: 34_500 },
    });
  });

  it("lists the models that answer, over several pages, and counts tokens", async () => {
    server.script(
      reply({
        models: [
          {
            name: "models/gemini-2.5-flash",
            inputTokenLimit: 1_048_576,
            supportedGenerationMethods: ["generateContent"],
          },
          { name: "models/embedding-001", supportedGenerationMethods: ["embedContent"] },
        ],
        nextPageToken: "more",
      }),
      reply({ models: [{ name: "models/gemini-x", supportedGenerationMethods: null }] }),
      reply({ totalTokens: 17 }),
    );
    const { models, class: where } = await host.probe(NEVER);
    expect(models.map(({ name, context }) => [name, context])).toEqual([
      ["gemini-2.5-flash", 1_048_576],
      ["gemini-x", null],
    ]);
    expect(where).toBe("api");
    expect(server.seen[1]?.path).toContain("pageToken=more");
    expect(await host.countTokens(requestFor({ model }), NEVER)).toBe(17);
  });
});

it("a list of models that never ends is read so far and no further", async () => {
  server.route(
    "/v1beta/models",
    reply({ models: [{ name: "models/one" }], nextPageToken: "again" }),
  );
  const { models } = await host.probe(NEVER);
  expect(models).toHaveLength(20);
  expect(server.seen).toHaveLength(20);
});
