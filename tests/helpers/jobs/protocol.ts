import type { Plan, Protocol } from "@/lib/jobs/ports";
import { jobSpecSchema, type JobSpec, type JobSpecInput } from "@/lib/protocol/job-spec";
import { MAX_CHUNK, type Chunk, type RequestKey } from "@/lib/protocol/presented";
import { optionsHash, runIdOf, shortHash } from "@/lib/records/hashes";
import type { ItemSet } from "@/lib/records/item-set";

/** Items named t0, t1 …; all questions are alike. */
export function itemSetOf(items: number): ItemSet {
  const hash = shortHash(["jobs test", items]);
  return {
    hash,
    manifest: {
      version: 1,
      benchmark: "b",
      name: "jobs test",
      kind: "error-identification",
      language: "en",
      licence: "CC0-1.0",
      sources: [],
      steps: [],
      seed: null,
      environments: { easy: [1] },
    },
    items: Array.from({ length: items }, (_, i) => ({
      item_id: `t${i}`,
      stem: null,
      target: `target ${i}`,
      target_base: null,
      options: [],
      key: null,
      section: i % 2 === 0 ? "even" : "odd",
      sub_category: null,
      stem_negative: null,
      stem_evidence: null,
      item_hash: shortHash(["item", i]),
    })),
    pool: [],
    presentations: [],
  };
}

/** A spec of one model `m` on host `h` with defaults for all that a test does not name. */
export function specOf(set: ItemSet, changes: Partial<JobSpecInput> = {}): JobSpec {
  return jobSpecSchema.parse({
    version: 1,
    name: "test",
    item_set: set.hash,
    option_counts: [4],
    trials: 2,
    environments: ["easy"],
    seed: "s",
    prompt: "p",
    scorer: "index-1",
    decoding: { max_tokens: 10 },
    models: [{ host: "h", model: "m" }],
    ...changes,
  });
}

function cellsOf(spec: JobSpec): Omit<Chunk["cell"], "trial">[] {
  return spec.modes.flatMap((mode) =>
    (spec.environments ?? [null]).flatMap((environment) =>
      (spec.option_counts ?? []).flatMap((n_options) =>
        spec.paddings.map((padding) => ({
          environment,
          n_options,
          padding,
          mode,
          condition: null,
          permutation: null,
        })),
      ),
    ),
  );
}

/** Trial-major, model by model within a trial; nothing is held but the item indices. */
function planOf(spec: JobSpec, set: ItemSet): Plan {
  const cells = cellsOf(spec);
  const parts = Math.ceil(set.items.length / MAX_CHUNK);
  const models = spec.models.length;
  const perTrial = models * cells.length * parts;
  return {
    requests: set.items.length * cells.length * models * spec.trials,
    chunks: perTrial * spec.trials,
    cells: cells.map((cell) => ({ ...cell, trials: spec.trials, items: [...set.items.keys()] })),
    chunk(index) {
      const part = index % parts;
      const cell = cells[Math.floor(index / parts) % cells.length]!;
      const model = Math.floor(index / parts / cells.length) % models;
      const first = part * MAX_CHUNK;
      const length = Math.min(MAX_CHUNK, set.items.length - first);
      return {
        index,
        model,
        cell: { ...cell, trial: Math.floor(index / perTrial) + 1 },
        part,
        items: Array.from({ length }, (_, i) => first + i),
      };
    },
    keys: ({ cell, items }) =>
      items.map((item): RequestKey => ({ ...cell, item_id: set.items[item]!.item_id })),
  };
}

/** One-based; by trial and item, so that every position occurs. */
export const goldOf = (key: RequestKey): number =>
  ((key.trial + Number(key.item_id.slice(1))) % key.n_options) + 1;

/** A protocol of its own, small enough to see through: positions and options follow by counting. */
export const testProtocol: Protocol = {
  *specProblems() {
    yield;
    return [];
  },
  planOf,
  presenterOf: (_, set) => (key) => {
    const options = Array.from({ length: key.n_options }, (_, i) => ({
      text: `option ${i + 1}`,
      origin: "original" as const,
    }));
    return {
      key,
      options,
      goldPos: goldOf(key),
      itemHash: set.items[Number(key.item_id.slice(1))]!.item_hash!,
      optionsHash: optionsHash(options.map((option) => option.text)),
      section: null,
      stemNegative: null,
    };
  },
  renderPrompt:
    () =>
    ({ key, options, goldPos }) => [
      { role: "system", content: "Name the number of the wrong sentence." },
      {
        role: "user",
        content: `${options.map((o) => o.text).join("\n")}\n${JSON.stringify([key, goldPos])}`,
      },
    ],
  specHash: (spec) => shortHash(["spec", spec]),
  promptHash: (spec) => shortHash(["prompt", spec.prompt]),
  protocolHash: (spec, mode) => shortHash(["protocol", spec.trials, mode]),
  runIdOf: (spec, set, model, mode) =>
    runIdOf({
      model: [model.requested, model.digest, model.host],
      set: set.hash,
      seed: spec.seed,
      mode,
    }),
  countTokens: (text) => Math.ceil(text.length / 4),
};
