import { describe, expect, it } from "vitest";
import { requestFor } from "@/lib/hosts/testing/replies";
import { chatBody, tellsModes } from "./request";

const none = new Set<never>();
const decoding = { temperature: 0, top_p: 1, top_k: 5, seed: 1, label_logprobs: true };

describe("bodies by dialect", () => {
  it("name OpenAI's ceiling as its models take it, and leave out what they refuse", () => {
    const reasoning = chatBody(
      requestFor({ model: "gpt-5.1", decoding, mode: "direct" }),
      "openai",
      none,
    );
    expect(reasoning.body).toMatchObject({ max_completion_tokens: 32, seed: 1 });
    expect(reasoning.body).toMatchObject({ reasoning_effort: "none" });
    for (const name of ["max_tokens", "temperature", "top_p", "top_k", "logprobs"])
      expect(reasoning.body).not.toHaveProperty(name);
    expect(reasoning.dropped).toEqual(["temperature", "top_p", "top_k", "label_logprobs"]);

    const plain = chatBody(requestFor({ model: "gpt-4o", decoding }), "openai", none);
    expect(plain.body).toMatchObject({ temperature: 0, top_p: 1, logprobs: true });
    expect(plain.dropped).toEqual(["top_k"]);
  });

  it("ask for a mode in the host's own words, or say that they cannot", () => {
    const mode = (dialect: Parameters<typeof chatBody>[1], model = "m") =>
      chatBody(requestFor({ model, mode: "thinking" }), dialect, none);
    expect(mode("openrouter").body).toMatchObject({ reasoning: { enabled: true } });
    expect(mode("lm-studio").dropped).toEqual(["mode"]);
    expect(mode("openai", "gpt-4o").dropped).toEqual(["mode"]);
    expect(mode("openai", "o3").dropped).toEqual([]);
  });

  it("differ between modes where the host takes one", () => {
    const tells = (dialect: Parameters<typeof chatBody>[1], model = "m") =>
      tellsModes(model, dialect, none);
    for (const dialect of ["llama.cpp", "vllm", "openrouter"] as const)
      expect(tells(dialect)).toBe(true);
    for (const dialect of ["lm-studio", "other"] as const) expect(tells(dialect)).toBe(false);
    // A model that never reasons is asked the same twice; one that always does is told not to.
    expect(tells("openai", "gpt-4o")).toBe(false);
    expect(tells("openai", "gpt-5.1")).toBe(true);
    expect(tellsModes("gpt-5.1", "openai", new Set(["mode"]))).toBe(false);
  });

  it("ask llama.cpp for as many alternatives as there are labels, others for what they give", () => {
    const labels = Array.from({ length: 100 }, (_, i) => String(i + 1));
    const request = requestFor({ labels, decoding: { label_logprobs: true } });
    expect(chatBody(request, "llama.cpp", none).body).toMatchObject({ top_logprobs: 200 });
    expect(chatBody(request, "vllm", none).body).toMatchObject({ top_logprobs: 20 });
  });
});
