import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobSpecInput } from "./job-spec";
import { chunkId, planOf, type Plan } from "./plan";
import { MAX_CHUNK } from "./presented";
import { fixedSet, fixedSpec, sampledSet, sampledSpec } from "./testing";

const chunksOf = (plan: Plan) => Array.from({ length: plan.chunks }, (_, i) => plan.chunk(i));

const many = sampledSet();
const items = Array.from({ length: 250 }, (_, index) => ({
  ...many.items[0]!,
  item_id: `i${index}`,
}));

const jobs = fc.record({
  trials: fc.integer({ min: 1, max: 12 }),
  padded_trials: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  paddings: fc.subarray(["none", "symbol:front", "korean_list:back"], { minLength: 1 }),
  modes: fc.subarray(["direct", "thinking"] as const, { minLength: 1 }),
  environments: fc.subarray(["easy", "full"], { minLength: 1 }),
  option_counts: fc.subarray([4, 10, 20], { minLength: 1 }),
  models: fc.subarray(
    ["a", "b", "c"].map((model) => ({ host: "h", model })),
    { minLength: 1 },
  ),
});

describe("a plan", () => {
  it("holds each planned request once, in chunks of one model, cell and trial", () => {
    fc.assert(
      fc.property(jobs, fc.constantFrom(1, 20, 100, 101, 250), (job, count) => {
        const spec = sampledSpec(job);
        const set = sampledSet({ items: items.slice(0, count) });
        const plan = planOf(spec, set);
        const chunks = chunksOf(plan);
        const asked = chunks.flatMap((chunk) =>
          plan.keys(chunk).map((key) => JSON.stringify([chunk.model, key])),
        );
        const trialsOf = (padding: string) =>
          padding === "none" ? spec.trials : (spec.padded_trials ?? spec.trials);
        const cells = spec.modes.length * job.environments.length * job.option_counts.length;
        const perModel =
          cells * count * spec.paddings.reduce((sum, padding) => sum + trialsOf(padding), 0);
        expect(asked).toHaveLength(spec.models.length * perModel);
        expect(plan.requests).toBe(asked.length);
        expect(new Set(asked).size).toBe(asked.length);
        expect(chunks.every((chunk) => chunk.items.length <= MAX_CHUNK)).toBe(true);
        expect(chunks.map(({ index }) => index)).toEqual([...chunks.keys()]);
        expect(new Set(chunks.map(chunkId)).size).toBe(chunks.length);
        const planned = spec.modes.map((mode) => plan.requestsOf(mode));
        expect(planned.reduce((a, b) => a + b, 0)).toBe(perModel);
      }),
      { numRuns: 25 },
    );
  });

  it("asks trial k of all cells and models before trial k + 1, and model by model within", () => {
    fc.assert(
      fc.property(jobs, (job) => {
        const places = chunksOf(planOf(sampledSpec(job), many)).map(
          ({ cell, model }) => cell.trial * 10 + model,
        );
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }),
      { numRuns: 25 },
    );
  });

  it("keeps its chunks when it is given more trials", () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 9 }), (job, more) => {
        const keysById = (over: Partial<JobSpecInput>) => {
          const plan = planOf(sampledSpec({ ...job, ...over }), many);
          return new Map(chunksOf(plan).map((chunk) => [chunkId(chunk), plan.keys(chunk)]));
        };
        const before = keysById({});
        const after = keysById({ trials: job.trials + more });
        for (const [id, keys] of before) expect(after.get(id)).toEqual(keys);
      }),
      { numRuns: 25 },
    );
  });

  it("keeps their places too where no cell has trials of its own", () => {
    const plan = (trials: number) => planOf(sampledSpec({ trials }), many);
    expect(chunksOf(plan(9)).slice(0, plan(4).chunks)).toEqual(chunksOf(plan(4)));
  });

  it("of a million requests is computed, not listed", () => {
    const spec = sampledSpec({
      option_counts: [4, 10, 20, 50, 70],
      trials: 100_000,
      models: ["a", "b", "c", "d", "e"].map((model) => ({ host: "h", model })),
    });
    const plan = planOf(spec, many);
    // 5 models x 2 environments x 5 N x 100,000 trials x 20 items.
    expect(plan.requests).toBe(100_000_000);
    const last = plan.chunk(plan.chunks - 1);
    expect(last).toMatchObject({ model: 4, cell: { trial: 100_000, n_options: 70 } });
    expect(plan.keys(last).at(-1)?.item_id).toBe("t019");
    expect(() => plan.chunk(plan.chunks)).toThrow(`No chunk ${plan.chunks} of ${plan.chunks}`);
    expect(() => plan.chunk(-1)).toThrow("No chunk -1");
  });
});

describe("a plan of fixed questions", () => {
  it("has a cell for each condition and permutation", () => {
    const plan = planOf(fixedSpec(), fixedSet());
    expect(plan.cells.map((cell) => [cell.condition, cell.permutation, cell.n_options])).toEqual([
      ["five-original", null, 5],
      ["ten-appended", null, 10],
      ["ten-interleaved", 1, 10],
      ["ten-interleaved", 2, 10],
      ["ten-interleaved", 3, 10],
      ["ten-permuted", 1, 10],
      ["ten-permuted", 2, 10],
      ["ten-permuted", 3, 10],
    ]);
    expect(plan.requests).toBe(160);
  });

  it("tells items apart by their number of options, and leaves out what has nothing to show", () => {
    const set = fixedSet();
    const cut = set.items.map((item, index) => ({
      ...item,
      // Item 0 keeps its originals alone, item 1 one borrowed option.
      options: item.options.filter(
        ({ origin }, place) => origin === "original" || index > 1 || (index === 1 && place === 1),
      ),
      key: index > 1 ? item.key : 0,
    }));
    const plan = planOf(fixedSpec({ conditions: ["five-original", "ten-appended"] }), {
      ...set,
      items: cut,
    });
    expect(plan.cells.map((cell) => [cell.n_options, cell.items.length])).toEqual([
      [5, 20],
      [6, 1],
      [10, 18],
    ]);
  });
});
