import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Engine } from "@/lib/engine/engine";
import { openNodeEngine } from "@/lib/engine/node";
import { responseSchema } from "@/lib/records/response";
import { prepareStage } from "@/lib/records/stage";
import { simulateModel } from "./simulate";
import { simulationSpecSchema, type SimulationSpecInput } from "./spec";

const input: SimulationSpecInput = {
  seed: 11,
  models: [
    { name: "content", policy: "content", a: 0.99, s: 0.15 },
    { name: "primacy", policy: "primacy", a: 0.9, s: 2, q: 0.8, invalid: 0.1 },
  ],
  environments: ["easy", "full"],
  n_options: [4, 100],
  items: 10,
  trials: 40,
  paddings: ["symbol:back"],
  padded_trials: 10,
};

let engine: Engine;
beforeAll(async () => {
  engine = await openNodeEngine();
});
afterAll(() => engine.close());

async function simulated(over: Partial<SimulationSpecInput> = {}, models = [0, 1]) {
  const spec = simulationSpecSchema.parse({ ...input, ...over });
  await prepareStage(engine);
  const manifests = [];
  for (const index of models) {
    const model = spec.models[index];
    if (model) manifests.push(await simulateModel(engine, spec, model));
  }
  const rows = await engine.query(
    "SELECT * FROM stage.responses ORDER BY model, environment, n_options, padding, item_id, trial",
  );
  return { manifests, rows };
}

describe("simulation", () => {
  it("writes every planned row, and rows that the record schema accepts", async () => {
    const { manifests, rows } = await simulated();
    expect(rows).toHaveLength(2 * 2 * 2 * 10 * (40 + 10));
    for (const row of rows) expect(responseSchema.safeParse(row).error?.message).toBeUndefined();
    const [content, primacy] = manifests;
    expect(content).toMatchObject({
      benchmark: "simulated-massive-option",
      planned: 2000,
      counts: { answered: 2000 },
      provenance: { kind: "simulated" },
      protocol: { seed: "11", option_counts: [4, 100], paddings: ["none", "symbol:back"] },
    });
    const { answered = 0, unparsed = 0 } = primacy?.counts ?? {};
    expect(answered + unparsed).toBe(2000);
    // 0.1 of 2,000, within four standard errors.
    expect(Math.abs(unparsed - 200)).toBeLessThan(4 * Math.sqrt(2000 * 0.1 * 0.9));
    expect(content?.run_id).not.toBe(primacy?.run_id);
  });

  it("gives the same rows for the same seed, and others for another", async () => {
    const first = await simulated();
    expect((await simulated()).rows).toEqual(first.rows);
    expect((await simulated({ seed: 12 })).rows).not.toEqual(first.rows);
  });

  it("synchronises trials: one gold position for all items, models and paddings", async () => {
    await simulated();
    const golds = await engine.query(`SELECT environment, n_options, trial
      FROM stage.responses GROUP BY ALL HAVING count(DISTINCT gold_pos) > 1`);
    expect(golds).toEqual([]);
    const [spread] = await engine.query(`SELECT count(DISTINCT gold_pos) AS n FROM stage.responses
      WHERE environment = 'easy' AND n_options = 100 AND padding = 'none'`);
    expect(spread?.n).toBeGreaterThan(20);
  });

  it("extends a run: more trials, N and models leave the earlier rows as they were", async () => {
    const small = await simulated({ trials: 20, n_options: [100] }, [1]);
    const large = await simulated({ trials: 40 });
    const kept = large.rows.filter(
      (row) =>
        row.model === "primacy" &&
        row.n_options === 100 &&
        (row.padding !== "none" || Number(row.trial) <= 20),
    );
    expect(kept).toEqual(small.rows);
    expect(small.manifests[0]?.run_id).toBe(large.manifests[1]?.run_id);
  });

  it("shows the policies: content holds, primacy falls and answers early", async () => {
    await simulated({ trials: 300, paddings: [] });
    const rows = await engine.query(`SELECT model,
        avg((resp_pos IS NOT DISTINCT FROM gold_pos)::INTEGER) AS accuracy,
        avg(resp_pos) FILTER (WHERE resp_pos <> gold_pos) AS mean_wrong
      FROM stage.responses WHERE environment = 'full' AND n_options = 100
      GROUP BY model ORDER BY model`);
    // Means over items of 0.99 / (1 + 0.6 d) and 0.9 * 0.9 / (1 + 8 d), d from 0.2 to 3.8: 0.504 and
    // 0.083, to which primacy adds 0.008 of lucky hits; its law has its mean at 1/(1-q) = 5.
    expect(Math.abs(Number(rows[0]?.accuracy) - 0.504)).toBeLessThan(0.04);
    expect(Math.abs(Number(rows[1]?.accuracy) - 0.091)).toBeLessThan(0.02);
    expect(rows[1]?.mean_wrong).toBeCloseTo(5, 0);
    expect(rows[0]?.mean_wrong).toBeGreaterThan(40);
  });
});
