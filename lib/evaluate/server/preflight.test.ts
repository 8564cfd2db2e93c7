import { describe, expect, it } from "vitest";
import type { HostProbe, ModelHost, ModelRequest } from "@/lib/hosts/host";
import { sampledSet, sampledSpec } from "@/lib/protocol/testing";
import type { ItemSet } from "@/lib/records/item-set";
import { preflight, refusalOf } from "./preflight";
import { Turns } from "./turns";

const MODEL = { host: "here", model: "m" };
const KIND = { environment: null, padding: "none" };
const COST = {
  longest: [
    { ...KIND, nOptions: 10, tokens: 400 },
    { ...KIND, nOptions: 50, tokens: 2000 },
    { ...KIND, nOptions: 100, tokens: 4000 },
  ],
};

describe("what cannot fit", () => {
  it("is refused with the largest N that can", () => {
    const refusal = refusalOf(MODEL, COST, 48, 2048, true);
    expect(refusal).toContain(
      "m on here: the longest prompt (N=100) takes 4,000 tokens and the answer up to 48",
    );
    expect(refusal).toContain("The largest N of this job that fits is 50");
    expect(refusalOf(MODEL, COST, 49, 2048, true)).toContain("that fits is 10");
  });

  it("says that the tokens are an estimate, and where no N fits", () => {
    const refusal = refusalOf(MODEL, COST, 16, 300, false);
    expect(refusal).toContain("takes about 4,000 tokens");
    expect(refusal).toContain("No N of this job fits");
  });

  it("refuses nothing that fits exactly, or where the context is not known", () => {
    expect(refusalOf(MODEL, COST, 48, 4048, true)).toBeNull();
    expect(refusalOf(MODEL, COST, 48, null, true)).toBeNull();
  });
});

/** Options of `latin` have 200 letters or more, those of `hangul` four syllables. */
function twoScripts(): ItemSet {
  const set = sampledSet();
  const pool = set.pool.map((sentence, index) => {
    const latin = index % 2 === 0;
    const text = latin ? `${index} ${"abcdefghi ".repeat(20)}` : `${index} 가나다라`;
    return { ...sentence, text, level: latin ? 1 : 2 };
  });
  const items = set.items.map((item) => ({ ...item, target_base: null }));
  const environments = { latin: [1], hangul: [2] };
  return { ...set, items, pool, manifest: { ...set.manifest, environments } };
}

const HANGUL = /[가-힣]/u;

/** A host of one model that counts a prompt with Hangul as 900 tokens, and any other as 300. */
function countingHost(context: number, counts = true, tells = true) {
  // A token costs 1, from the cache or not.
  const prices = { currency: "EUR", prompt: 1e6, cached_prompt: null, completion: 1e6 };
  const asked: boolean[] = [];
  const model = { name: "m", digest: null, quantisation: null, parameters: null };
  const probe: HostProbe = {
    version: null,
    class: "local",
    models: [{ ...model, context, trainedContext: null }],
    slots: null,
  };
  const host = {
    config: { prices },
    probe: () => Promise.resolve(probe),
    tellsModes: () => Promise.resolve(tells),
    countTokens({ messages }: ModelRequest) {
      const hangul = messages.some(({ content }) => HANGUL.test(content));
      asked.push(hangul);
      return Promise.resolve(counts ? (hangul ? 900 : 300) : null);
    },
  } as unknown as ModelHost;
  return { host, asked };
}

const portsOf = (set: ItemSet, host: ModelHost) => ({
  sets: { read: () => Promise.resolve(set) },
  open: () => Promise.resolve(host),
  queries: { rows: () => Promise.resolve([]) } as never,
  turns: new Turns(),
});

async function looked(environments: string[], context: number, counts = true) {
  const set = twoScripts();
  const { host, asked } = countingHost(context, counts);
  const ports = portsOf(set, host);
  const spec = sampledSpec({ environments, option_counts: [10], trials: 1 });
  const reply = await preflight(ports, spec, new AbortController().signal);
  return { reply, model: reply.models[0]!, asked };
}

describe("what a host counts", () => {
  it("is counted of each environment, so that nothing passes that cannot fit", async () => {
    // 300 tokens in Latin, the first and much the longest by our count; 900 in Hangul.
    const { model, asked } = await looked(["latin", "hangul"], 500);
    expect(asked.sort()).toEqual([false, true]);
    expect(model.counted).toBe(true);
    expect(Math.abs(model.longest - 900)).toBeLessThanOrEqual(1);
    expect(model.refusal).toContain("No N of this job fits");
  });

  it("is no reason to refuse what fits", async () => {
    // By the ratio of Hangul alone, the Latin prompt would take several thousand.
    const { reply, model } = await looked(["hangul", "latin"], 1000);
    expect(reply.longest).toHaveLength(1);
    expect(Math.abs(model.longest - 900)).toBeLessThanOrEqual(1);
    expect(model.refusal).toBeNull();
  });

  it("stays our estimate where the host cannot count", async () => {
    const { reply, model, asked } = await looked(["latin", "hangul"], 100_000, false);
    expect(asked).toHaveLength(1);
    expect(model).toMatchObject({ counted: false, longest: reply.longest[0]?.tokens });
  });

  it("is what a token costs: the highest of its counts for ours at most, the lowest at least", async () => {
    const [latin, hangul] = await Promise.all([
      looked(["latin"], 10_000),
      looked(["hangul"], 10_000),
    ]);
    const ratio = (counted: number, { reply }: typeof latin) => counted / reply.longest[0]!.tokens;
    const { reply, model } = await looked(["latin", "hangul"], 10_000);
    expect(ratio(900, hangul)).toBeGreaterThan(2 * ratio(300, latin));
    const { prompts_most, prompts_least, answers_most } = model.cost!;
    expect(prompts_most / (reply.prompt_tokens * ratio(900, hangul))).toBeCloseTo(1, 1);
    expect(prompts_least / (reply.prompt_tokens * ratio(300, latin))).toBeCloseTo(1, 1);
    expect(answers_most).toBe(reply.answer_tokens_most);

    const uncounted = await looked(["latin", "hangul"], 10_000, false);
    expect(uncounted.model.cost!.prompts_most).toBeCloseTo(uncounted.reply.prompt_tokens);
    expect(uncounted.model.cost!.prompts_least).toBeCloseTo(uncounted.reply.prompt_tokens);
  });
});

describe("two modes", () => {
  const asking = (tells: boolean, modes: ("direct" | "thinking")[]) => {
    const { host } = countingHost(100_000, true, tells);
    const spec = sampledSpec({ environments: ["latin"], option_counts: [10], trials: 1, modes });
    return preflight(portsOf(twoScripts(), host), spec, new AbortController().signal);
  };

  it("are refused where the host cannot be told which: both would be the same requests", async () => {
    await expect(asking(false, ["direct", "thinking"])).rejects.toThrow(
      "cannot be told whether to think: its direct and its thinking run would be the same requests",
    );
    expect((await asking(false, ["direct"])).models).toHaveLength(1);
    expect((await asking(true, ["direct", "thinking"])).models).toHaveLength(1);
  });
});
