import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readItemSet } from "@/lib/datasets/store";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { jobSpecSchema, type JobSpec } from "@/lib/protocol/job-spec";
import { planOf } from "@/lib/protocol/plan";
import { presenterOf } from "@/lib/protocol/present";
import { renderPrompt } from "@/lib/protocol/prompts/render";
import type { ItemSet } from "@/lib/records/item-set";
import type { Manifest } from "@/lib/records/manifest";
import { readManifests } from "@/lib/records/store/load";
import { index1 } from "@/lib/scoring/index-1";

const BUNDLE = "samples/massive-option";
const JOBS = `${BUNDLE}.jobs`;
const SETS = "samples/item-sets";

const row = z.object({
  item_id: z.string(),
  environment: z.string(),
  n_options: z.int(),
  padding: z.string(),
  trial: z.int(),
  gold_pos: z.int(),
  resp_pos: z.int().nullable(),
  outcome: z.string(),
  finish_reason: z.string().nullable(),
  item_hash: z.string(),
  options_hash: z.string(),
  text: z.string(),
  request: z.string(),
});
type Row = z.infer<typeof row>;
const request = z.object({ messages: z.array(z.object({ content: z.string() })) });

const keyOf = (
  key: Pick<Row, "item_id" | "n_options" | "padding" | "trial"> & { environment: string | null },
) => [key.environment, key.n_options, key.padding, key.trial, key.item_id].join();

/** What tells the responses of error identification apart; the other columns of a key are null. */
const KEY = "run_id, item_id, environment, n_options, padding, trial";

let engine: Engine;
let jobs: readonly { readonly spec: JobSpec; readonly set: ItemSet; readonly manifest: Manifest }[];
beforeAll(async () => {
  engine = await openNodeEngine();
  const manifests = await readManifests(BUNDLE);
  jobs = await Promise.all(
    (await readdir(JOBS)).map(async (name) => {
      const spec = jobSpecSchema.parse(JSON.parse(await readFile(join(JOBS, name), "utf8")));
      const manifest = manifests.find(({ model }) => model.served === spec.models[0]?.model);
      if (!manifest) throw new Error(`no run of ${name}`);
      return { spec, set: await readItemSet(join(SETS, spec.item_set)), manifest };
    }),
  );
  expect(jobs).toHaveLength(manifests.length);
});
afterAll(() => engine.close());

/** Every response of a run with its reply and its request. */
const rowsOf = ({ run_id }: Manifest) =>
  queryRows(
    engine,
    row,
    `SELECT * FROM read_parquet('${BUNDLE}/responses.parquet')
      JOIN (SELECT ${KEY}, text, request FROM read_parquet('${BUNDLE}/raw.parquet')) USING (${KEY})
      WHERE run_id = '${run_id}'`,
  );

describe("samples/massive-option", () => {
  it("is what its jobs ask, complete, prompts and options and gold positions alike", async () => {
    for (const { spec, set, manifest } of jobs) {
      expect(manifest).toMatchObject({
        status: "complete",
        provenance: { kind: "measured" },
        benchmark_hash: spec.item_set,
      });
      const rows = new Map((await rowsOf(manifest)).map((one) => [keyOf(one), one]));
      const plan = planOf(spec, set);
      const present = presenterOf(spec, set);
      const render = renderPrompt(spec, set);
      const keys = Array.from({ length: plan.chunks }, (_, i) => plan.keys(plan.chunk(i))).flat();
      expect(rows.size).toBe(keys.length);
      expect(manifest.planned).toBe(keys.length);
      for (const key of keys) {
        const shown = present(key);
        const stored = rows.get(keyOf(key));
        expect(stored).toMatchObject({
          gold_pos: shown.goldPos,
          item_hash: shown.itemHash,
          options_hash: shown.optionsHash,
        });
        const { messages } = request.parse(JSON.parse(stored?.request ?? ""));
        expect(messages.map(({ content }) => content)).toEqual(
          render(shown).map(({ content }) => content),
        );
      }
    }
  });

  it("keeps every reply, and each is read as it is stored", async () => {
    for (const { spec, manifest } of jobs)
      for (const one of await rowsOf(manifest)) {
        const { outcome, position } = index1.read({
          text: one.text,
          reasoning: null,
          finish_reason: one.finish_reason,
          options: null,
          n_options: one.n_options,
          labels: spec.label_style,
        });
        expect([outcome, position], one.text).toEqual([one.outcome, one.resp_pos]);
      }
  });

  it("takes less than 3 MB", async () => {
    const sizes = await Promise.all(
      (await readdir(BUNDLE)).map(async (name) => (await stat(join(BUNDLE, name))).size),
    );
    expect(sizes.reduce((a, b) => a + b, 0)).toBeLessThan(3_000_000);
  });
});
