import { describe, expect, it } from "vitest";
import { itemHash, optionsHash, shortHash } from "@/lib/records/hashes";
import type { ItemSet } from "@/lib/records/item-set";
import { jobSpecSchema, type JobSpec, type JobSpecInput } from "./job-spec";
import { frozenPresentations } from "./conditions";
import { planOf } from "./plan";
import { presenterOf } from "./present";
import type { RequestKey } from "./presented";
import { renderPrompt } from "./prompts/render";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "./testing";

/** What a run stores of each request: its key, gold position and hashes. */
function stored(spec: JobSpec, set: ItemSet): string[] {
  const plan = planOf(spec, set);
  const present = presenterOf(spec, set);
  return Array.from({ length: plan.chunks }, (_, index) => plan.keys(plan.chunk(index)))
    .flat()
    .map((key) => {
      const { goldPos, itemHash: item, optionsHash: options } = present(key);
      return JSON.stringify([key, goldPos, item, options]);
    });
}

const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe("what was shown", () => {
  it.each([
    ["sampled options", sampledSpec({ option_counts: [4, 76], trials: 8 }), sampledSet()],
    ["nested options", sampledSpec({ sampling: "nested", trials: 8 }), sampledSet()],
    ["fixed questions", fixedSpec(), fixedSet()],
  ])("is rebuilt from spec and set alone: %s", (_, spec, set) => {
    const rows = stored(spec, set);
    // In any order, by another process: from copies, last request first.
    const again = copyOf(set);
    const present = presenterOf(jobSpecSchema.parse(copyOf(spec)), again);
    for (const row of rows.toReversed()) {
      const [key, goldPos, item, options] = JSON.parse(row) as [
        Parameters<typeof present>[0],
        number,
        string,
        string,
      ];
      const shown = present(key);
      const {
        stem,
        target,
        options: own,
        key: index,
      } = again.items.find(({ item_id }) => item_id === key.item_id)!;
      const originals = own.flatMap(({ origin, text }) => (origin === "original" ? [text] : []));
      const gold = target ?? own[index!]!.text;
      expect(shown.options[goldPos - 1]!.text).toBe(gold);
      expect(itemHash(stem ?? "", originals, gold)).toBe(item);
      expect(optionsHash(shown.options.map(({ text }) => text))).toBe(options);
    }
  });
});

/** Every request of a job by its key, with a hash of all that is shown in it, order included. */
function shownHashes(spec: JobSpec, set: ItemSet): Map<string, string> {
  const plan = planOf(spec, set);
  const present = presenterOf(spec, set);
  const render = renderPrompt(spec, set);
  const keys = Array.from({ length: plan.chunks }, (_, index) => plan.keys(plan.chunk(index)));
  return new Map(
    keys.flat().map((key) => {
      const shown = present(key);
      return [JSON.stringify(key), shortHash([shown, render(shown)])];
    }),
  );
}

const PADDED: Partial<JobSpecInput> = {
  paddings: ["none", "symbol:front"],
  modes: ["direct", "thinking"],
};
const frozen = fixedSet();
const frozenSet = fixedSet({ presentations: frozenPresentations(frozen, "frozen", 2) });

describe("every request of every condition", () => {
  // The hashes are of all that is shown, in its order. A change of any of them would mean that runs
  // that are there can no longer be rebuilt: then JOB_SPEC_VERSION must change.
  it.each([
    ["synchronised", sampledSpec({ ...PADDED, trials: 4 }), sampledSet(), "339222b112ced58a", 1280],
    [
      "nested",
      sampledSpec({ sampling: "nested", trials: 4 }),
      sampledSet(),
      "6b71fdadc80cefb4",
      320,
    ],
    ["drawn orders", fixedSpec({ ...PADDED }), fixedSet(), "b460fe0538cb781b", 640],
    ["orders of the set", fixedSpec(), frozenSet, "c949cb405d84461c", 160],
    [
      "no condition",
      fixedSpec({ conditions: null, trials: 2 }),
      fixedSet(),
      "b53a330c19466468",
      40,
    ],
  ] as const)("is shown again, hash by hash: %s", (_, spec, set, pinned, count) => {
    const first = shownHashes(spec, set);
    expect(first.size).toBe(count);
    expect(shortHash([...first])).toBe(pinned);
    // By another process, the last request first: from copies of the spec and the set alone.
    const copied = copyOf(set);
    const again = jobSpecSchema.parse(copyOf(spec));
    const present = presenterOf(again, copied);
    const render = renderPrompt(again, copied);
    for (const [key, hash] of [...first].toReversed()) {
      const shown = present(JSON.parse(key) as RequestKey);
      expect(shortHash([shown, render(shown)])).toBe(hash);
    }
  });

  it("keeps what a set has frozen, and draws what lies beyond from the job's seed", () => {
    const shown = (seed: string, set: ItemSet) =>
      shownHashes(fixedSpec({ seed, conditions: ["ten-permuted"], permutations: 3 }), set);
    const [one, other] = [shown("1", frozenSet), shown("2", frozenSet)];
    const differ = [...one].filter(([key, hash]) => other.get(key) !== hash);
    const permutations = differ.map(([key]) => (JSON.parse(key) as RequestKey).permutation);
    expect(new Set(permutations)).toEqual(new Set([3]));
    // Without the set's own orders all three come from the seed.
    expect(shown("1", fixedSet()).get([...one.keys()][0]!)).not.toBe([...one.values()][0]);
  });
});
