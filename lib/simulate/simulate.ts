import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import type { Manifest } from "@/lib/records/manifest";
import { OUTCOMES } from "@/lib/records/response";
import { manifestOf } from "./manifest";
import type { SimulatedModel, SimulationSpec } from "./spec";
import { stageModel } from "./stage";

const outcomeCount = z.strictObject({ outcome: z.enum(OUTCOMES), n: z.int() });

/**
 * Generates the run of one model of a spec into stage.responses (see `prepareStage`), beside what
 * is there.
 * @returns its manifest.
 */
export async function simulateModel(
  engine: Engine,
  spec: SimulationSpec,
  model: SimulatedModel,
): Promise<Manifest> {
  const { run_id, benchmark, scorer } = manifestOf(spec, model);
  await stageModel(engine, spec, model, { run_id, model: model.name, benchmark, scorer });
  const counts = await queryRows(
    engine,
    outcomeCount,
    `SELECT outcome, count(*)::DOUBLE AS n FROM stage.responses
      WHERE run_id = ${text(run_id)} GROUP BY outcome`,
  );
  return manifestOf(spec, model, Object.fromEntries(counts.map(({ outcome, n }) => [outcome, n])));
}
