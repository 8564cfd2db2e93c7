import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ItemSet } from "@/lib/records/item-set";
import type { JobSpec } from "./job-spec";
import { planOf } from "./plan";
import { presenterOf } from "./present";
import { renderPrompt } from "./prompts/render";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "./testing";
import { finished } from "./steps";
import { countTokens, largestFitting, promptCost, type LongestPrompt } from "./tokens";

/** Where a prompt's own line begins that first differs from the prompt before. */
function differingLine(prompt: string, before: string): number {
  let same = 0;
  while (prompt[same] === before[same]) same += 1;
  return prompt.lastIndexOf("\n", same) + 1;
}

/** The same, from every prompt that the job sends, in its order; `own` is where a prompt's own part begins. */
function fromPrompts(spec: JobSpec, set: ItemSet, own = differingLine) {
  const plan = planOf(spec, set);
  const present = presenterOf(spec, set);
  const render = renderPrompt(spec, set);
  const longest = new Map<string, LongestPrompt>();
  let tokens = 0;
  let shared = 0;
  for (let index = 0; index < plan.chunks; index += 1) {
    let before: string | null = null;
    for (const key of plan.keys(plan.chunk(index))) {
      const prompt = render(present(key))[0]!.content;
      const length = countTokens(prompt);
      tokens += length;
      const { environment, padding, n_options: nOptions } = key;
      const kind = JSON.stringify([environment, padding, nOptions]);
      const most = Math.max(longest.get(kind)?.tokens ?? 0, length);
      longest.set(kind, { environment, padding, nOptions, tokens: most });
      if (before !== null) shared += countTokens(prompt.slice(0, own(prompt, before)));
      before = prompt;
    }
  }
  return { requests: plan.requests, tokens, reusable: shared / tokens, longest };
}

const inOrder = (longest: Iterable<LongestPrompt>) =>
  [...longest].map((one) => JSON.stringify(one, Object.keys(one).sort())).sort();

describe("tokens", () => {
  it("are those of cl100k_base", () => {
    // Known encodings: "hello world" is [15339, 1917]; a name of a special token is plain text.
    expect(countTokens("hello world")).toBe(2);
    expect(countTokens("")).toBe(0);
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("of lines add up to those of their text, which costs stand on", () => {
    const unit = fc.constantFrom(
      "\n",
      "\n",
      "\n\n",
      "\r\n",
      " ",
      "\t",
      ".",
      "'s",
      "é",
      "한",
      "😀",
      "a1",
    );
    const text = fc
      .array(fc.oneof(unit, fc.string({ unit: "grapheme" })))
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, (whole) => {
        const lines = whole.split(/(?<=\n)(?=\S)/u);
        expect(lines.reduce((sum, line) => sum + countTokens(line), 0)).toBe(countTokens(whole));
      }),
      { numRuns: 500 },
    );
  });
});

describe("the cost of a job", () => {
  it.each([
    [
      "synchronised",
      sampledSpec({
        trials: 6,
        models: [
          { host: "h", model: "a" },
          { host: "h", model: "b" },
        ],
      }),
    ],
    [
      "nested and padded",
      sampledSpec({
        sampling: "nested",
        trials: 5,
        padded_trials: 2,
        paddings: ["none", "symbol:back"],
      }),
    ],
    [
      "letters",
      sampledSpec({
        label_style: "letters",
        scorer: "declaration-1",
        prompt: "error-tr",
        option_counts: [40],
      }),
    ],
  ])("is that of its prompts: %s", (_, spec) => {
    const set = sampledSet();
    const cost = finished(promptCost(spec, set));
    const real = fromPrompts(spec, set);
    expect(cost.requests).toBe(real.requests);
    expect(cost.tokens).toBe(real.tokens);
    expect(inOrder(cost.longest)).toEqual(inOrder(real.longest.values()));
    expect(cost.reusable).toBeCloseTo(real.reusable, 3);
    expect(cost.trialsCounted).toBe(spec.trials);
  });

  it("is that of the prompts of fixed questions", () => {
    const spec = fixedSpec({ trials: 2 });
    const cost = finished(promptCost(spec, fixedSet()));
    const real = fromPrompts(spec, fixedSet(), (prompt) => prompt.indexOf("What is"));
    expect(cost.requests).toBe(real.requests);
    expect(cost.tokens).toBe(real.tokens);
    expect(inOrder(cost.longest)).toEqual(inOrder(real.longest.values()));
    expect(cost.reusable).toBeCloseTo(real.reusable, 3);
  });

  it("approaches the limit of what a trial's items share", () => {
    const items = sampledSet().items.filter((item) => item.target_base === null);
    const set = sampledSet({
      items: Array.from({ length: 10 }, () => items)
        .flat()
        .slice(0, 100),
    });
    const spec = sampledSpec({ option_counts: [70], environments: ["full"], trials: 400 });
    const present = presenterOf(spec, set);
    const plan = planOf(spec, set);
    let gold = 0;
    for (let index = 0; index < plan.chunks; index += 1)
      gold += present(plan.keys(plan.chunk(index))[0]!).goldPos / plan.chunks;
    // All but the first item of a trial reuse what stands before the gold option.
    const limit = ((gold - 1) / 70) * (99 / 100);
    const { reusable } = finished(promptCost(spec, set));
    expect(reusable).toBeGreaterThan(limit);
    expect(reusable).toBeLessThan(limit + 0.03);
  });

  it("is scaled up where there are more trials than it draws", () => {
    const set = sampledSet();
    const of = (trials: number) =>
      finished(
        promptCost(sampledSpec({ trials, option_counts: [76], environments: ["full"] }), set),
      );
    const large = of(100_000);
    expect(large.trialsCounted).toBe(Math.floor(1_000_000 / (76 + set.items.length)));
    expect(large.requests).toBe(2_000_000);
    expect(large.tokens / 100_000 / (of(1000).tokens / 1000)).toBeCloseTo(1, 2);
  });

  it("holds an N only where every environment and padding of it fits", () => {
    const of = (environment: string, nOptions: number, tokens: number) => ({
      environment,
      padding: "none",
      nOptions,
      tokens,
    });
    const longest = [of("a", 10, 100), of("b", 10, 900), of("a", 50, 500), of("b", 50, 400)];
    expect(largestFitting({ longest }, 916, 16)).toBe(50);
    // N=10 is too long in b, however short it is in a.
    expect(largestFitting({ longest: longest.slice(0, 2) }, 915, 16)).toBeNull();
    expect(largestFitting({ longest: longest.slice(1) }, 515, 16)).toBeNull();
  });

  it("says the largest N that a context holds", () => {
    const spec = sampledSpec({ option_counts: [4, 20, 60], environments: ["full"] });
    const cost = finished(promptCost(spec, sampledSet()));
    const [small, middle, large] = cost.longest.map(({ tokens }) => tokens);
    expect(largestFitting(cost, large! + 16, 16)).toBe(60);
    expect(largestFitting(cost, large! + 15, 16)).toBe(20);
    expect(largestFitting(cost, middle! + 15, 16)).toBe(4);
    expect(largestFitting(cost, small! + 15, 16)).toBeNull();
  });
});
