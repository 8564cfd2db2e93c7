import { describe, expect, it } from "vitest";
import { itemHash, optionsHash } from "@/lib/records/hashes";
import type { ItemSet } from "@/lib/records/item-set";
import { jobSpecSchema, type JobSpec } from "./job-spec";
import { planOf } from "./plan";
import { presenterOf } from "./present";
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
