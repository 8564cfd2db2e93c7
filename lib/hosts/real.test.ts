import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLlama, type LlamaHost } from "@/tests/helpers/llama-host";
import { llamaMissing } from "@/tests/helpers/llama-install";
import type { ModelHost } from "./host";
import { leastTokens, promptWasCut } from "./prompt-cut";
import { NEVER, opened } from "./testing/opened";
import { requestFor } from "./testing/replies";

const missing = llamaMissing("smollm2");
if (missing !== null) process.stderr.write(`real host skipped: ${missing}\n`);

describe.skipIf(missing !== null)("a real llama.cpp server", () => {
  let llama: LlamaHost;
  let host: ModelHost;
  beforeAll(async () => {
    llama = await startLlama("smollm2", { context: 1024, slots: 2 });
    host = opened({ kind: "openai-compatible", base_url: llama.baseUrl });
  });
  afterAll(async () => {
    await host.close();
    await llama.close();
  });

  it("tells its slots, the context of one slot, and what the model is", async () => {
    const probe = await host.probe(NEVER);
    expect(probe).toMatchObject({ class: "local", slots: 2 });
    expect(probe.version).toMatch(/^llama\.cpp/);
    expect(probe.models).toEqual([
      {
        name: llama.model,
        digest: null,
        quantisation: "Q4_1",
        parameters: 134_515_008,
        context: 1024,
        trainedContext: 8192,
      },
    ]);
  });

  it("is found to give log-probabilities and cached counts, and not to think", async () => {
    const probe = await host.probeModel(llama.model, NEVER);
    expect(probe).toMatchObject({
      thinking: false,
      structuredOutput: true,
      logprobs: true,
      cachedTokens: true,
    });
    expect(probe.answer.latencyMs).toBeGreaterThan(0);
  });

  it("answers three questions, and counts the tokens of each", async () => {
    const words = ["cat", "river", "seven"];
    for (const word of words) {
      const request = requestFor({
        model: llama.model,
        messages: [{ role: "user", content: `Write the word "${word}" and nothing else.` }],
        decoding: { temperature: 0, max_tokens: 4, label_logprobs: true },
        labels: [word, "horse"],
      });
      const first = await host.ask(request, NEVER);
      expect(first.text).not.toBe("");
      expect(first.served).toBe(llama.model);
      expect(first.completionTokens).toBeGreaterThan(0);
      // The server counts what its own tokenizer says the prompt has.
      const counted = await host.countTokens(request, NEVER);
      expect(first.promptTokens).toBe(counted);
      expect(promptWasCut(first.promptTokens, leastTokens(request.messages))).toBe(false);
      expect(JSON.parse(first.responseBody)).toHaveProperty("timings");
    }
  });

  it("refuses a prompt that is longer than a slot, in its own words", async () => {
    const content = "one two three four five six seven eight ".repeat(200);
    const request = requestFor({ model: llama.model, messages: [{ role: "user", content }] });
    await expect(host.ask(request, NEVER)).rejects.toMatchObject({
      details: { status: 400, again: false },
    });
  });
});
