import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS, responseFields } from "@/lib/records/response";

/** How a simulated model answers where it does not know (contract of `foilscope simulate`). */
const POLICIES = ["content", "primacy", "tail", "uniform"] as const;

/** Weight of an environment's distractors in the law of a right answer. */
export const INTERFERENCE = { easy: 1, full: 4 } as const;
export type SimulatedEnvironment = keyof typeof INTERFERENCE;

const probability = z.number().min(0).max(1);

export const simulatedModelSchema = z
  .strictObject({
    name: responseFields.shape.model,
    policy: z.enum(POLICIES),
    /** Probability of a right answer among very few options. */
    a: probability,
    /** How fast that probability falls with difficulty, environment and N. */
    s: z.number().min(0),
    /** Ratio of the geometric law of `primacy` and `tail`; without meaning for the others. */
    q: z.number().gt(0).lt(1).optional(),
    /** Probability of an unreadable answer. */
    invalid: probability.default(0),
  })
  .refine((m) => m.q !== undefined || (m.policy !== "primacy" && m.policy !== "tail"), {
    error: "the policies primacy and tail need the ratio q",
    path: ["q"],
  });
export type SimulatedModel = z.output<typeof simulatedModelSchema>;

function distinct<T extends z.ZodType>(element: T) {
  return z
    .array(element)
    .refine((values) => new Set(values).size === values.length, { error: "a value stands twice" });
}

export const simulationSpecSchema = z.strictObject({
  seed: z.union([z.int(), z.string().min(1)]).transform(String),
  models: z
    .array(simulatedModelSchema)
    .min(1)
    .refine((models) => new Set(models.map((m) => m.name)).size === models.length, {
      error: "two models have one name",
    }),
  environments: distinct(z.enum(["easy", "full"])).min(1),
  n_options: distinct(z.int().min(MIN_OPTIONS).max(MAX_OPTIONS)).min(1),
  items: z.int().min(1),
  /** Trials without padding. */
  trials: z.int().min(1),
  /** Padded conditions, `type:placement`; "none" is always there and may be listed too. */
  paddings: distinct(
    z.string().regex(/^(none|[^\s:]+:[^\s:]+)$/, { error: "not none and not type:placement" }),
  ).default([]),
  /** Trials of each padded condition. */
  padded_trials: z.int().nonnegative().default(0),
});
export type SimulationSpec = z.output<typeof simulationSpecSchema>;
export type SimulationSpecInput = z.input<typeof simulationSpecSchema>;

/** One (environment, N, padding) of the design, with its number of trials. */
export interface SimulatedCell {
  readonly environment: SimulatedEnvironment;
  readonly nOptions: number;
  readonly padding: string;
  readonly trials: number;
}

/** The design of every model, in row order. */
export function cellsOf(spec: SimulationSpec): readonly SimulatedCell[] {
  const padded = spec.paddings.filter((padding) => padding !== "none");
  const conditions = [
    { padding: "none", trials: spec.trials },
    ...padded.map((padding) => ({ padding, trials: spec.padded_trials })),
  ];
  return spec.environments.flatMap((environment) =>
    spec.n_options.flatMap((nOptions) =>
      conditions
        .filter(({ trials }) => trials > 0)
        .map((condition) => ({ environment, nOptions, ...condition })),
    ),
  );
}

/** Responses of one model. */
export function responsesPerModel(spec: SimulationSpec): number {
  return spec.items * cellsOf(spec).reduce((sum, cell) => sum + cell.trials, 0);
}

/** T01, T02, ...: wide enough for the last, so that ids sort as they count. */
export function itemIdsOf(items: number): string[] {
  const width = Math.max(2, String(items).length);
  return Array.from({ length: items }, (_, t) => `T${String(t + 1).padStart(width, "0")}`);
}
