import { expect, it, vi } from "vitest";
import { protocol } from "@/lib/evaluate/server/protocol";
import { evaluateNew } from "@/lib/jobs/evaluation";
import { sampledSet, sampledSpec } from "@/lib/protocol/testing";
import { right, ScriptedHost } from "@/tests/helpers/jobs/hosts";
import type { ModelRequest } from "@/lib/hosts/host";
import { preflight } from "./preflight";

const never = new AbortController().signal;

/** Options of `latin` are long, those of `hangul` short. */
function twoScripts() {
  const set = sampledSet();
  const pool = set.pool.map((sentence, index) => ({
    ...sentence,
    text: `${index} ${index % 2 === 0 ? "abcdefghi ".repeat(20) : "가나다라"}`,
    level: index % 2 === 0 ? 1 : 2,
  }));
  const items = set.items.map((item) => ({ ...item, target_base: null }));
  const environments = { latin: [1], hangul: [2] };
  return { ...set, items, pool, manifest: { ...set.manifest, environments } };
}

/** Counts a prompt with Hangul as 900 tokens, and any other as 300; 500 fit. */
class CountingHost extends ScriptedHost {
  readonly counted: number[] = [];

  override countTokens(request?: ModelRequest): Promise<number | null> {
    const hangul = request?.messages.some(({ content }) => /[가-힣]/u.test(content)) ?? false;
    const tokens = hangul ? 900 : 300;
    this.counted.push(tokens);
    return Promise.resolve(tokens);
  }

  override contextFault(need?: { readonly promptTokens: number }): string | null {
    const tokens = need?.promptTokens ?? 0;
    return tokens > 500 ? `${tokens} tokens are too many` : null;
  }
}

it("counts a prompt of every environment, however many longer ones another has", async () => {
  const set = twoScripts();
  const counts = Array.from({ length: 20 }, (_, index) => 20 + index);
  const spec = sampledSpec({
    environments: ["latin", "hangul"],
    option_counts: counts,
    trials: 1,
    models: [{ host: "h", model: "m" }],
  });
  const sets = { read: () => Promise.resolve(set) };
  const evaluation = await evaluateNew({ protocol, sets }, spec);
  const host = new CountingHost(right);
  // All of the 20 longest prompts are Latin: 15 of them are counted beside the longest in Hangul.
  await expect(preflight(host, protocol, evaluation, 0, never)).rejects.toThrow(
    "900 tokens are too many",
  );
  expect(host.counted).toHaveLength(16);
  expect(host.counted.filter((tokens) => tokens === 900)).toHaveLength(1);
});

it("refuses two modes of a host that cannot be told which, before anything is asked", async () => {
  const spec = sampledSpec({
    environments: ["latin"],
    option_counts: [10],
    trials: 1,
    modes: ["direct", "thinking"],
    models: [{ host: "h", model: "m" }],
  });
  const sets = { read: () => Promise.resolve(twoScripts()) };
  const evaluation = await evaluateNew({ protocol, sets }, spec);
  const host = new ScriptedHost(right);
  const looking = () => preflight(host, protocol, evaluation, 0, never);
  await expect(looking()).resolves.toBeDefined();
  vi.spyOn(host, "tellsModes").mockResolvedValue(false);
  await expect(looking()).rejects.toThrow("m on h cannot be told whether to think");
});
