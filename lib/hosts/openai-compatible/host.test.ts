import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HostError, type ModelHost } from "@/lib/hosts/host";
import { NEVER, opened } from "@/lib/hosts/testing/opened";
import { completion, requestFor } from "@/lib/hosts/testing/replies";
import {
  fail,
  reply,
  replyText,
  scriptedHost,
  type ScriptedHost,
} from "@/lib/hosts/testing/scripted-host";

let server: ScriptedHost;
let host: ModelHost;

beforeEach(async () => {
  server = await scriptedHost();
  server.route("/v1/models", reply({ data: [{ id: "small-model", owned_by: "someone" }] }));
  host = opened({ kind: "openai-compatible", base_url: `${server.url}/v1` });
});
afterEach(async () => {
  await server.close();
  await host.close();
});

function ownedBy(owner: string, more: object = {}): void {
  server.route("/v1/models", reply({ data: [{ id: "small-model", owned_by: owner, ...more }] }));
}
const chats = () => server.seen.filter(({ path }) => path === "/v1/chat/completions");
const ask = (change: Parameters<typeof requestFor>[0] = {}) => host.ask(requestFor(change), NEVER);
const said = async (body: unknown) => {
  server.script(reply(body));
  return ask();
};

describe("a reply", () => {
  it("is read part by part", async () => {
    const reading = await said(
      completion("2", {
        usage: {
          prompt_tokens: 900,
          completion_tokens: 12,
          prompt_tokens_details: { cached_tokens: 640 },
          completion_tokens_details: { reasoning_tokens: 10 },
        },
      }),
    );
    expect(reading).toMatchObject({
      text: "2",
      reasoning: null,
      finishReason: "stop",
      served: "small-model",
      promptTokens: 900,
      completionTokens: 12,
      reasoningTokens: 10,
      cachedTokens: 640,
      labelLogprobs: null,
      dropped: [],
    });
    expect(JSON.parse(reading.request)).toMatchObject({ model: "small-model", max_tokens: 32 });
    expect(JSON.parse(reading.responseBody)).toHaveProperty("choices");
  });

  it("counts as JSON when it is, whatever its host calls it", async () => {
    for (const type of ["text/plain", "application/octet-stream"]) {
      const headers = { "content-type": type };
      server.script(replyText(JSON.stringify(completion("2")), { headers }));
      expect((await ask()).text, type).toBe("2");
    }
  });

  it("has no tokens where none were reported, and 0 is not a report of a prompt", async () => {
    expect(await said(completion("2", { usage: undefined }))).toMatchObject({
      promptTokens: null,
      completionTokens: null,
      reasoningTokens: null,
      cachedTokens: null,
    });
    expect(
      await said(completion("2", { usage: { prompt_tokens: 0, completion_tokens: "many" } })),
    ).toMatchObject({ promptTokens: null, completionTokens: null });
  });

  it("keeps reasoning apart under each of its names, and reads no answer out of it", async () => {
    for (const name of ["reasoning_content", "reasoning", "thinking"]) {
      const reading = await said(completion("", { message: { [name]: "Answer: 2" } }));
      expect(reading, name).toMatchObject({ text: "", reasoning: "Answer: 2" });
    }
    const empty = await said(completion(null, { message: { reasoning_content: "Answer: 2" } }));
    expect(empty).toMatchObject({ text: "", reasoning: "Answer: 2" });
    const parts = [
      { type: "thinking", thinking: [{ type: "text", text: "Answer: 1" }] },
      { type: "text", text: "2" },
    ];
    expect(await said(completion(null, { message: { content: parts } }))).toMatchObject({
      text: "2",
      reasoning: "Answer: 1",
    });
  });

  it("without a choice or a message is an error", async () => {
    await expect(said({ choices: [] })).rejects.toThrow(/choices holds no choice/);
    await expect(said({ choices: [{}] })).rejects.toThrow(/choices\.0\.message/);
    await expect(said({ detail: "Not here" })).rejects.toThrow(HostError);
  });

  it("carries the log-probabilities of labels, those of reasoning left out", async () => {
    const top = (entries: Record<string, number>) =>
      Object.entries(entries).map(([token, logprob]) => ({ token, logprob }));
    const content = [
      { token: "1", logprob: -0.1, top_logprobs: top({ "1": -0.1 }) },
      { token: " so", logprob: -0.1, top_logprobs: top({ " so": -0.1 }) },
      { token: "2", logprob: -0.25, top_logprobs: top({ "2": -0.25, "1": -1.5 }) },
    ];
    const body = completion("2", { message: { reasoning_content: "1 so" } });
    body.choices[0] = { ...body.choices[0]!, logprobs: { content } } as never;
    expect((await said(body)).labelLogprobs).toEqual({ "1": -1.5, "2": -0.25 });
  });
});

describe("a request", () => {
  const decoding = { temperature: 0, top_p: 0.9, top_k: 40, seed: 7, label_logprobs: true };

  it("sends what was asked for, and says which mode it cannot set", async () => {
    server.script(reply(completion("2")));
    const { dropped } = await ask({ decoding, mode: "thinking" });
    expect(chats()[0]?.body).toEqual({
      model: "small-model",
      messages: [{ role: "user", content: "1. one\n2. two\nWhich?" }],
      stream: false,
      max_tokens: 32,
      temperature: 0,
      top_p: 0.9,
      top_k: 40,
      seed: 7,
      logprobs: true,
      top_logprobs: 4,
    });
    expect(dropped).toEqual(["mode"]);
  });

  it("tells llama.cpp and vLLM to think through their chat template", async () => {
    for (const owner of ["llamacpp", "vllm"]) {
      ownedBy(owner);
      const own = opened({ kind: "openai-compatible", base_url: `${server.url}/v1/` });
      server.script(reply(completion("2")));
      const { dropped } = await own.ask(requestFor({ mode: "direct" }), NEVER);
      expect(chats().at(-1)?.body).toMatchObject({
        chat_template_kwargs: { enable_thinking: false },
      });
      expect(dropped).toEqual([]);
      await own.close();
    }
  });

  it("is sent again without a parameter that the host names, once, and for good", async () => {
    const no = (param: string) => fail(400, `Unsupported: ${param}`, {}, { param });
    server.script(no("temperature"), no("max_tokens"), reply(completion("2")));
    const first = await ask({ decoding: { temperature: 0 } });
    expect(first.dropped).toEqual(["temperature"]);
    expect(chats()).toHaveLength(3);
    expect(chats()[2]?.body).toMatchObject({ max_completion_tokens: 32 });
    expect(chats()[2]?.body).not.toHaveProperty("temperature");
    expect(chats()[2]?.body).not.toHaveProperty("max_tokens");
    server.script(reply(completion("1")));
    expect((await ask({ decoding: { temperature: 0 } })).dropped).toEqual(["temperature"]);
    expect(chats()).toHaveLength(4);
  });

  it("fails on any other 400, and on a second refusal of the same parameter", async () => {
    server.script(fail(400, "context too long"));
    await expect(ask()).rejects.toThrow("the host answers 400: context too long");
    const again = fail(400, "temperature?", {}, { param: "temperature" });
    server.script(again, again);
    await expect(ask()).rejects.toThrow(/temperature/);
    expect(chats()).toHaveLength(3);
  });

  it("is not sent while the host cannot say who it is", async () => {
    server.route("/v1/models", fail(503, "starting"));
    await expect(ask()).rejects.toThrow("the host answers 503: starting");
    expect(chats()).toHaveLength(0);
    // A host without a list of models is asked all the same.
    server.route("/v1/models", fail(404, "no such route"));
    server.script(reply(completion("2")));
    expect((await ask()).text).toBe("2");
  });
});

describe("a probe", () => {
  it("reads slots and the context of one slot from llama.cpp", async () => {
    ownedBy("llamacpp", { meta: { n_params: 268_098_176, n_ctx_train: 32_768 } });
    server.route(
      "/props",
      reply({
        total_slots: 4,
        build_info: "b11434-abc",
        model_path: "/models/gemma-3-270m-Q4_K_M.gguf",
        default_generation_settings: { n_ctx: 2048 },
      }),
    );
    expect(await host.probe(NEVER)).toEqual({
      version: "llama.cpp b11434-abc",
      class: "local",
      slots: 4,
      models: [
        {
          name: "small-model",
          digest: null,
          quantisation: "Q4_K_M",
          parameters: 268_098_176,
          context: 2048,
          trainedContext: 32_768,
        },
      ],
    });
  });

  it("reads what vLLM, LM Studio and OpenRouter tell", async () => {
    ownedBy("vllm", { max_model_len: 40_960 });
    server.route("/version", reply({ version: "0.14.0" }));
    expect(await host.probe(NEVER)).toMatchObject({
      version: "vLLM 0.14.0",
      slots: null,
      models: [{ context: 40_960 }],
    });
    ownedBy("organization_owner");
    const studio = { id: "small-model", quantization: "Q8_0", max_context_length: 8192 };
    server.route("/api/v0/models", reply({ data: [studio] }));
    const own = opened({ kind: "openai-compatible", base_url: `${server.url}/v1` });
    expect(await own.probe(NEVER)).toMatchObject({
      models: [{ quantisation: "Q8_0", context: null, trainedContext: 8192 }],
    });
    await own.close();
  });

  it("goes without the native routes where a proxy hides them", async () => {
    ownedBy("llamacpp");
    server.route("/props", fail(404));
    expect(await host.probe(NEVER)).toMatchObject({ version: "llama.cpp", slots: null });
  });

  it("finds out by trying what a model does", async () => {
    ownedBy("llamacpp");
    server.otherwise((response, request) => {
      const body = request.body as Record<string, unknown>;
      const logprob = { token: "2", logprob: -0.1, top_logprobs: [{ token: "2", logprob: -0.1 }] };
      const thinking = JSON.stringify(body.chat_template_kwargs ?? {}).includes("true");
      const chat = completion(body.response_format ? '{"answer":"2"}' : "2", {
        message: thinking ? { reasoning_content: "hm" } : {},
        timings: { cache_n: 12 },
      });
      if (body.logprobs) Object.assign(chat.choices[0]!, { logprobs: { content: [logprob] } });
      return reply(chat)(response, request);
    });
    const probe = await host.probeModel("small-model", NEVER);
    expect(probe).toMatchObject({
      thinking: true,
      structuredOutput: true,
      logprobs: true,
      cachedTokens: true,
    });
    expect(probe.answer.text).toBe("2");
    expect(probe.answer.latencyMs).toBeGreaterThan(0);
  });

  it("takes a refusal for a no, and a passing failure for nothing", async () => {
    ownedBy("llamacpp");
    server.otherwise((response, request) => {
      const body = request.body as Record<string, unknown>;
      if (body.response_format) return fail(400, "no grammar")(response, request);
      if (body.chat_template_kwargs) return fail(503, "busy")(response, request);
      return reply(completion("2"))(response, request);
    });
    expect(await host.probeModel("small-model", NEVER)).toMatchObject({
      thinking: null,
      structuredOutput: false,
      logprobs: null,
      cachedTokens: false,
    });
  });
});

describe("tokens of a prompt", () => {
  it("are counted by llama.cpp in the model's own template", async () => {
    ownedBy("llamacpp");
    server.route("/apply-template", reply({ prompt: "<user>hi<end>" }));
    server.route("/tokenize", reply({ tokens: [1, 2, 3, 4] }));
    expect(await host.countTokens(requestFor(), NEVER)).toBe(4);
    expect(server.seen.at(-1)?.body).toMatchObject({ content: "<user>hi<end>", add_special: true });
  });

  it("are not guessed elsewhere", async () => {
    expect(await host.countTokens(requestFor(), NEVER)).toBeNull();
  });
});

describe("numbers and names of no sense", () => {
  it("are unknown, and spoil no answer", async () => {
    const usage = {
      prompt_tokens: 3e9,
      completion_tokens: -1,
      prompt_tokens_details: { cached_tokens: 1.5 },
      completion_tokens_details: { reasoning_tokens: "many" },
    };
    expect(await said(completion("2", { usage }))).toMatchObject({
      text: "2",
      promptTokens: null,
      completionTokens: null,
      cachedTokens: null,
      reasoningTokens: null,
    });
  });

  it("leave a model of many parameters as it is", async () => {
    ownedBy("llamacpp", { meta: { n_params: 671_026_419_200, n_ctx_train: 163_840 } });
    server.route("/props", reply({}));
    const { models } = await host.probe(NEVER);
    expect(models[0]).toMatchObject({ parameters: 671_026_419_200, trainedContext: 163_840 });
  });

  it.each(["constructor", "__proto__", "toString"])(
    "an owner called %s is nobody",
    async (owner) => {
      ownedBy(owner);
      expect(await host.probe(NEVER)).toMatchObject({ version: null, slots: null });
    },
  );
});
