import type { Engine } from "@/lib/engine/engine";
import { prepareStage } from "@/lib/records/stage";
import { simulateModel } from "@/lib/simulate/simulate";
import { simulationSpecSchema } from "@/lib/simulate/spec";
import type { Staged } from "./compile";

/** Stages a simulated run of 2 x 2 x 5 x 4 = 80 rows, for tests. */
export async function fillSmall(engine: Engine): Promise<Staged> {
  const spec = simulationSpecSchema.parse({
    seed: 3,
    models: [{ name: "tail", policy: "tail", a: 0.9, s: 1, q: 0.8, invalid: 0.1 }],
    environments: ["easy", "full"],
    n_options: [4, 10],
    items: 5,
    trials: 4,
  });
  await prepareStage(engine);
  const manifests = await Promise.all(
    spec.models.map((model) => simulateModel(engine, spec, model)),
  );
  return { manifests, warnings: [] };
}
