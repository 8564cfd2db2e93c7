import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelHost } from "@/lib/hosts/host";
import { NEVER, opened } from "@/lib/hosts/testing/opened";
import { ollamaChat, requestFor } from "@/lib/hosts/testing/replies";
import { reply, scriptedHost, type ScriptedHost } from "@/lib/hosts/testing/scripted-host";

let server: ScriptedHost;
let host: ModelHost;
beforeEach(async () => {
  server = await scriptedHost();
  host = opened({ kind: "ollama", base_url: server.url });
});
afterEach(async () => {
  await server.close();
  await host.close();
});

describe("Ollama", () => {
  it("is always told its context, and neither to cut the prompt nor to shift", async () => {
    server.script(reply(ollamaChat("2")));
    await host.ask(
      requestFor({
        model: "gemma3:270m",
        mode: "direct",
        contextTokens: 9000,
        decoding: { temperature: 0, top_k: 1, seed: 3, label_logprobs: true },
      }),
      NEVER,
    );
    expect(server.seen[0]).toMatchObject({ path: "/api/chat" });
    expect(server.seen[0]?.body).toEqual({
      model: "gemma3:270m",
      messages: [{ role: "user", content: "1. one\n2. two\nWhich?" }],
      stream: false,
      truncate: false,
      shift: false,
      think: false,
      logprobs: true,
      top_logprobs: 4,
      options: { num_ctx: 9000, num_predict: 32, temperature: 0, top_k: 1, seed: 3 },
    });
  });

  it("gets room for any prompt where nobody counted its tokens", async () => {
    server.script(reply(ollamaChat("2")));
    const content = "가".repeat(2000);
    await host.ask(requestFor({ messages: [{ role: "user", content }] }), NEVER);
    // 6000 bytes, 256 of a template and 32 of output, in steps of 4096.
    expect(server.seen[0]?.body).toMatchObject({ options: { num_ctx: 8192 } });
    expect(server.seen[0]?.body).not.toHaveProperty("think");
  });

  it("is read part by part; what it does not count is unknown", async () => {
    server.script(
      reply(ollamaChat("", { done_reason: "length", message: { thinking: "Answer: 1" } })),
      reply(ollamaChat("2", { prompt_eval_count: undefined, eval_count: 0 })),
    );
    expect(await host.ask(requestFor(), NEVER)).toMatchObject({
      text: "",
      reasoning: "Answer: 1",
      finishReason: "length",
      served: "gemma3:270m",
      promptTokens: 21,
      completionTokens: 2,
      cachedTokens: null,
    });
    expect(await host.ask(requestFor(), NEVER)).toMatchObject({
      text: "2",
      promptTokens: null,
      completionTokens: null,
    });
  });

  it("gives its errors as errors: one that cannot think, one without the model", async () => {
    const cannot = { error: '"gemma3:270m" does not support thinking' };
    server.script(reply(cannot, { status: 400 }), reply(cannot));
    for (let i = 0; i < 2; i += 1)
      await expect(host.ask(requestFor({ mode: "thinking" }), NEVER)).rejects.toMatchObject({
        message: expect.stringContaining("does not support thinking") as string,
        details: { again: false },
      });
    server.script(reply(ollamaChat("2", { done: false })));
    await expect(host.ask(requestFor(), NEVER)).rejects.toThrow(/not done/);
  });

  it("tells digest, quantisation, parameters, context and version", async () => {
    server.route(
      "/api/tags",
      reply({
        models: [
          {
            name: "gemma3:270m",
            model: "gemma3:270m",
            digest: "e7d36fb2c3b3",
            details: { quantization_level: "Q8_0", parameter_size: "268.10M" },
          },
          { name: "mystery:latest" },
        ],
      }),
    );
    server.route("/api/ps", reply({ models: [{ name: "gemma3:270m", context_length: 4096 }] }));
    server.route("/api/version", reply({ version: "0.13.1" }));
    server.route("/api/show", (response, request) =>
      reply(
        request.body?.model === "gemma3:270m"
          ? {
              model_info: {
                "general.architecture": "gemma3",
                "general.parameter_count": 268_098_176,
                "gemma3.context_length": 32_768,
              },
            }
          : {},
      )(response, request),
    );
    expect(await host.probe(NEVER)).toEqual({
      version: "Ollama 0.13.1",
      class: "local",
      slots: null,
      models: [
        {
          name: "gemma3:270m",
          digest: "e7d36fb2c3b3",
          quantisation: "Q8_0",
          parameters: 268_098_176,
          context: 32_768,
          trainedContext: 32_768,
        },
        {
          name: "mystery:latest",
          digest: null,
          quantisation: null,
          parameters: null,
          context: null,
          trainedContext: null,
        },
      ],
    });
  });
});
