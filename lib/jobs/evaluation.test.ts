import fc from "fast-check";
import { expect, it } from "vitest";
import { planOf } from "@/lib/protocol/plan";
import { sampledSet, sampledSpec } from "@/lib/protocol/testing";
import { protocol } from "@/lib/evaluate/server/protocol";
import { evaluate, plannedRuns } from "./evaluation";

const set = sampledSet();
const ports = { protocol, sets: { read: () => Promise.resolve(set) } };

it("plans for each run what its chunks ask", async () => {
  const shape = fc.record({
    trials: fc.integer({ min: 1, max: 4 }),
    padded_trials: fc.option(fc.integer({ min: 1, max: 4 })),
    option_counts: fc.subarray([2, 3, 4], { minLength: 1 }),
    paddings: fc.subarray(["none" as const, "symbol:front" as const], { minLength: 1 }),
    modes: fc.subarray(["direct" as const, "thinking" as const], { minLength: 1 }),
    models: fc.subarray(
      [
        { host: "h", model: "a" },
        { host: "h", model: "b" },
      ],
      { minLength: 1 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(shape, async (over) => {
      const spec = sampledSpec({ ...over, item_set: set.hash });
      const evaluation = await evaluate(ports, spec);
      const plan = planOf(spec, set);
      const counts = new Map<string, { planned: number; items: Set<number> }>();
      for (let index = 0; index < plan.chunks; index += 1) {
        const { model, cell, items } = plan.chunk(index);
        const runId = evaluation.runIdOf(model, cell.mode);
        const count = counts.get(runId) ?? { planned: 0, items: new Set() };
        counts.set(runId, count);
        count.planned += items.length;
        for (const item of items) count.items.add(item);
      }
      expect(
        plannedRuns(evaluation).map(({ runId, planned, items }) => [runId, planned, items]),
      ).toEqual([...counts].map(([runId, { planned, items }]) => [runId, planned, items.size]));
    }),
    { numRuns: 40 },
  );
});
