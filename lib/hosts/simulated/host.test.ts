import { describe, expect, it } from "vitest";
import type { SimulatedModel } from "@/lib/simulate/spec";
import { NEVER, opened } from "@/lib/hosts/testing/opened";
import { requestFor } from "@/lib/hosts/testing/replies";

const labels = Array.from({ length: 10 }, (_, i) => String(i + 1));
const question = (model: string, item: number, goldPos = 3) =>
  requestFor({
    model,
    labels,
    messages: [{ role: "user", content: `item ${item}` }],
    truth: { itemId: `T${item}`, environment: "easy", goldPos },
  });
const host = (model: SimulatedModel, seed = "s") =>
  opened({ kind: "simulated", simulation: { seed, models: [model] } });
const perfect: SimulatedModel = { name: "p", policy: "content", a: 1, s: 0, invalid: 0 };

async function answers(model: SimulatedModel, count: number, seed?: string): Promise<string[]> {
  const asked = host(model, seed);
  const replies = await Promise.all(
    Array.from({ length: count }, (_, i) => asked.ask(question(model.name, i), NEVER)),
  );
  return replies.map(({ text }) => text);
}

describe("a simulated host", () => {
  it("knows the right label as often as its policy says", async () => {
    expect(new Set(await answers(perfect, 50))).toEqual(new Set(["3"]));
    // Never right by knowledge, and `content` never guesses the gold: it is never right.
    expect(await answers({ ...perfect, a: 0 }, 200)).not.toContain("3");
    const half = (await answers({ ...perfect, a: 0.5 }, 2000)).filter((text) => text === "3");
    expect(half.length / 2000).toBeGreaterThan(0.46);
    expect(half.length / 2000).toBeLessThan(0.54);
  });

  it("answers at the front or at the end where it does not know", async () => {
    const mean = async (policy: "primacy" | "tail") => {
      const texts = await answers({ ...perfect, policy, a: 0, q: 0.5 }, 500);
      return texts.reduce((sum, text) => sum + Number(text), 0) / 500;
    };
    // Geometric with q = 1/2 over 1..10: mean 2 - 10 / 1023 = 1.990, and 11 less that.
    expect(await mean("primacy")).toBeCloseTo(1.99, 0);
    expect(await mean("tail")).toBeCloseTo(9.01, 0);
  });

  it("gives the same question the same answer, and another seed another", async () => {
    const uniform: SimulatedModel = { ...perfect, policy: "uniform", a: 0 };
    expect(await answers(uniform, 40)).toEqual(await answers(uniform, 40));
    expect(await answers(uniform, 40)).not.toEqual(await answers(uniform, 40, "other"));
  });

  it("says that it is simulated, counts no tokens, and shows no truth in what it keeps", async () => {
    const reply = await host(perfect).ask(question("p", 1), NEVER);
    expect(reply).toMatchObject({ served: "simulated:content", promptTokens: null });
    expect(JSON.parse(reply.responseBody)).toEqual({ simulated: true, text: "3" });
    expect(reply.request).not.toContain("goldPos");
  });

  it("is probed like any other", async () => {
    const asked = opened({ kind: "simulated" });
    const { models, version } = await asked.probe(NEVER);
    expect(version).toBe("simulated");
    expect(models.map(({ name }) => name)).toEqual(["content", "uniform", "primacy", "tail"]);
    const probe = await asked.probeModel("content", NEVER);
    expect(probe).toMatchObject({ thinking: false, structuredOutput: false, logprobs: null });
    await expect(asked.ask(question("gpt", 1), NEVER)).rejects.toThrow(
      'the simulated host has no model "gpt"; it has content, uniform, primacy, tail',
    );
  });
});
