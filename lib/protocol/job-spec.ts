import { z } from "zod";
import { MAX_OPTIONS, MIN_OPTIONS, textProblem } from "@/lib/records/response";
import { SCORER_NAMES } from "@/lib/scoring/scorer";
import { LAST_LOOK } from "@/lib/stats/adaptive";
import { PADDING_NAMES } from "./padding/types";
import { ownPromptSchema } from "./prompts/template";

export const JOB_SPEC_VERSION = 1;

const name = z.string().superRefine((value, context) => {
  // PostgreSQL has no text with U+0000 in it.
  const message = value.includes("\0") ? "holds the character U+0000" : textProblem(value);
  if (message !== null) context.addIssue({ code: "custom", message });
});

/** Characters of a job's name, which lists, titles and messages have in full. */
const MOST_NAME = 200;

const distinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;
const list = <V, I>(one: z.ZodType<V, I>, most = MAX_OPTIONS): z.ZodType<V[], I[]> =>
  z.array(one).min(1).max(most).refine(distinct, "names one value twice");
/** Names that one spec may list: cells are their product, and are made before they are looked at. */
const MOST_NAMES = 64;

/** Sampling as it is asked for; what a host cannot take is dropped, and said so in the manifest. */
export const decodingSchema = z.strictObject({
  temperature: z.number().min(0).max(2).nullable().default(null),
  top_p: z.number().gt(0).max(1).nullable().default(null),
  top_k: z.int().min(1).nullable().default(null),
  /** Output ceiling in tokens, reasoning included where a host counts it so. */
  max_tokens: z.int().min(1).max(1_000_000),
  /** The host's own sampling seed: null sends none. The same for every request. */
  seed: z.int32().nullable().default(null),
  /** Asks for log-probabilities of the labels where the host gives them. */
  label_logprobs: z.boolean().default(false),
});
export type Decoding = z.output<typeof decodingSchema>;

/** One model on one attached host. */
export const jobModelSchema = z.strictObject({
  /** Id of an attached host. */
  host: name,
  /** The model's name as the host knows it. */
  model: name,
  /** Display name; the host's where null. */
  display: name.nullable().default(null),
});
export type JobModel = z.output<typeof jobModelSchema>;

export const limitsSchema = z.strictObject({
  /** Requests in flight at one host at most; the runner may stay below. */
  concurrency: z.int().min(1).max(1024).default(4),
  /** The only time limit of a request. */
  timeout_seconds: z.number().positive().max(86_400).default(1800),
  /** Tries of one request, the first included. */
  attempts: z.int().min(1).max(20).default(5),
});

/** A half-width of an interval, on the scale of accuracy. */
const target = z.number().gt(0).lt(1).nullable().default(null);

/**
 * The stopping rule of docs/protocol.md. A target is a half-width at which the user has seen enough;
 * null leaves it to the rule's own limits.
 */
export const adaptiveSchema = z.strictObject({
  trial_target: target,
  item_target: target,
});

const paddings = z.enum(PADDING_NAMES);

/** A job as the database holds it: its name may be older than the bound of names. */
export const storedJobSpecSchema = z
  .strictObject({
    version: z.literal(JOB_SPEC_VERSION),
    name,
    /** Hash of the item set (contracts: item sets are named by their hash). */
    item_set: z.string().regex(/^[0-9a-f]{16}$/, "not the hash of an item set"),
    /** N of each cell; null for item sets with options of their own, which decide it. */
    option_counts: list(z.int().min(MIN_OPTIONS).max(MAX_OPTIONS)).nullable().default(null),
    /** K: trials 1..K of every cell. */
    trials: z.int().min(1).max(100_000),
    /** Trials of padded cells, where they are fewer; null for K. */
    padded_trials: z.int().min(1).max(100_000).nullable().default(null),
    /** Names of the set's environments; null for item sets with options of their own. */
    environments: list(name, MOST_NAMES).nullable().default(null),
    paddings: list(paddings).default(["none"]),
    modes: list(z.enum(["direct", "thinking"])).default(["direct"]),
    /**
     * Presentations of item sets with options of their own; null shows the options as they are stored,
     * and is all there is for sampled options.
     */
    conditions: list(name, MOST_NAMES).nullable().default(null),
    /** Frozen permutations of each condition that permutes. */
    permutations: z.int().min(1).max(1000).default(1),
    /** `nested`: the distractors of a smaller N are among those of a larger one, in each trial. */
    sampling: z.enum(["synchronised", "nested"]).default("synchronised"),
    seed: name,
    /** Id of a built-in prompt template, or a text of the user's own (prompts/template.ts). */
    prompt: z.union([name, ownPromptSchema]),
    label_style: z.enum(["integers", "letters"]).default("integers"),
    scorer: z.enum(SCORER_NAMES),
    decoding: decodingSchema,
    models: z.array(jobModelSchema).min(1).max(MOST_NAMES),
    limits: limitsSchema.prefault({}),
    /** Stops cells early; null asks every trial. */
    adaptive: adaptiveSchema.nullable().default(null),
  })
  .superRefine((spec, context) => {
    const pairs = spec.models.map(({ host, model }) => JSON.stringify([host, model]));
    if (!distinct(pairs))
      context.addIssue({
        code: "custom",
        path: ["models"],
        message: "names one model of one host twice",
      });
    for (const field of ["trials", "padded_trials"] as const) {
      const asked = spec[field] ?? 0;
      if (spec.adaptive !== null && asked > LAST_LOOK)
        context.addIssue({
          code: "custom",
          path: [field],
          message: `the stopping rule looks at ${LAST_LOOK} trials at most, not ${asked}`,
        });
    }
    if (spec.scorer === "index-1" && spec.label_style !== "integers")
      context.addIssue({
        code: "custom",
        path: ["scorer"],
        message: "index-1 reads numbers: the label style must be integers",
      });
  });

/**
 * An evaluation job, version 1: all that decides what is asked and how answers are read. Everything
 * shown can be rebuilt from it and the item set that it names.
 */
export const jobSpecSchema = storedJobSpecSchema.superRefine((spec, context) => {
  const { length } = Array.from(spec.name);
  if (length > MOST_NAME)
    context.addIssue({
      code: "custom",
      path: ["name"],
      message: `has ${length} characters: a name has ${MOST_NAME} at most`,
    });
});
export type JobSpec = z.output<typeof jobSpecSchema>;
export type JobSpecInput = z.input<typeof jobSpecSchema>;

/**
 * How a model of a spec is shown: by its display name, else by the host's; with its host where another
 * model of the spec has that name too, since two lines of a chart must not be called alike.
 */
export function shownName({ models }: Pick<JobSpec, "models">, index: number): string {
  const model = models[index];
  if (!model) throw new RangeError(`No model ${index} of ${models.length}`);
  if (model.display !== null) return model.display;
  const alike = models.filter((other) => (other.display ?? other.model) === model.model);
  return alike.length > 1 ? `${model.model} (${model.host})` : model.model;
}
