import { z } from "zod";
import { STOP_REASONS } from "@/lib/stats/stop-reasons";
import { OUTCOMES } from "./response";

export const MANIFEST_VERSION = 1;
/** Key of the footer text in which our Parquet exports carry their manifests. */
export const MANIFESTS_KEY = "foilscope_manifests";

const nullableText = z.string().nullable().default(null);
const nullableNumber = z.number().nullable().default(null);
const nullableCount = z.int().nonnegative().nullable().default(null);

export const RUN_STATUSES = [
  "planned",
  "running",
  "paused",
  "complete",
  "incomplete",
  "cancelled",
] as const;

/** Where the rows of a run come from. A simulated run says so on every screen and export. */
export const provenanceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("measured") }),
  z.strictObject({
    kind: z.literal("imported"),
    /** File name or address that the rows were read from. */
    source: z.string(),
    /** SHA-256 of that file, where known: two runs of one file share their trials. */
    source_hash: nullableText,
    licence: nullableText,
    attribution: nullableText,
  }),
  z.strictObject({
    kind: z.literal("simulated"),
    spec_hash: nullableText,
    /** Where simulated rows came back from an export: the file, and its SHA-256. */
    source: nullableText,
    source_hash: nullableText,
  }),
]);
export type Provenance = z.infer<typeof provenanceSchema>;

export const protocolSchema = z.strictObject({
  option_counts: z.array(z.int()).nullable().default(null),
  trials: nullableCount,
  seed: nullableText,
  environments: z.array(z.string()).nullable().default(null),
  paddings: z.array(z.string()).nullable().default(null),
  conditions: z.array(z.string()).nullable().default(null),
  modes: z.array(z.string()).nullable().default(null),
  temperature: nullableNumber,
  max_tokens: nullableCount,
  /** Sampling parameters really sent, and those that were dropped. */
  sampling: z.record(z.string(), z.unknown()).nullable().default(null),
  sampling_dropped: z.array(z.string()).nullable().default(null),
  /** Trials were numbered by the importer: they carry no identity across items or models. */
  trials_numbered: z.boolean().default(false),
});

const share = z.tuple([z.number(), z.number()]).nullable();

/** A cell that asks no further trials, and what was known of it when that was decided. */
export const stoppedCellSchema = z.strictObject({
  environment: z.string().nullable(),
  n_options: z.int(),
  padding: z.string(),
  mode: z.string().nullable(),
  condition: z.string().nullable(),
  permutation: z.int().nullable(),
  /** Trials 1..trials have rows; of `planned_trials` that it would have had. */
  trials: z.int().positive(),
  planned_trials: z.int().positive(),
  reason: z.enum(STOP_REASONS),
  /** On the scale of accuracy; null with the intervals where the texts were read again since. */
  accuracy: z.number().nullable(),
  /** Corrected for several looks where the cell stopped early. */
  trial_interval: share,
  /** Crossed over items and trials. */
  item_interval: share,
});
export type StoppedCell = z.infer<typeof stoppedCellSchema>;

/** The stopping rule of a run (docs/protocol.md): what was fixed beforehand, and what it decided. */
export const stoppingSchema = z.strictObject({
  /** Numbers of trials after which cells were looked at, besides their last. */
  looks: z.array(z.int().positive()),
  trial_target: nullableNumber,
  item_target: nullableNumber,
  /** Cells without an entry go on, or ended where nothing could be said of them. */
  cells: z.array(stoppedCellSchema),
});
export type Stopping = z.infer<typeof stoppingSchema>;

/** What a run is: everything about it that is not a row. See docs/records.md. */
export const manifestSchema = z.strictObject({
  schema_version: z.literal(MANIFEST_VERSION),
  run_id: z.string().min(1),
  name: z.string(),
  benchmark: z.string(),
  benchmark_hash: nullableText,
  prompt_template: nullableText,
  prompt_hash: nullableText,
  label_style: z.enum(["letters", "integers"]).nullable().default(null),
  scorer: z.string(),
  protocol: protocolSchema.prefault({}),
  protocol_hash: nullableText,
  /** Null where every trial of the protocol was asked for. */
  stopping: stoppingSchema.nullable().default(null),
  model: z.strictObject({
    requested: z.string(),
    /** Where several models answered it names all of them. */
    served: nullableText,
    /** The names of several models that answered in one run; null where there was one. */
    served_names: z.array(z.string()).min(2).nullable().default(null),
    digest: nullableText,
    quantisation: nullableText,
    parameters: nullableNumber,
    context_length: nullableCount,
  }),
  host: z
    .strictObject({
      kind: z.string(),
      version: nullableText,
      class: z.enum(["local", "api"]).nullable().default(null),
      base_url: nullableText,
    })
    .nullable()
    .default(null),
  concurrency: nullableCount,
  started: nullableText,
  finished: nullableText,
  seconds: nullableNumber,
  cost: z
    .strictObject({ amount: z.number().nonnegative(), currency: z.string() })
    .nullable()
    .default(null),
  status: z.enum(RUN_STATUSES),
  /** Rows that the manifest asked for, without those that the stopping rule spared; null where nothing says so. */
  planned: nullableCount,
  counts: z.partialRecord(z.enum(OUTCOMES), z.int().nonnegative()).default({}),
  provenance: provenanceSchema,
  source_run: nullableText,
  /** The model whose embeddings a reading stands on, of scorers that need one. */
  embeddings: z
    .strictObject({
      model: z.string(),
      digest: nullableText,
      host: z.strictObject({
        kind: z.string(),
        version: nullableText,
        class: z.enum(["local", "api"]),
      }),
    })
    .nullable()
    .default(null),
  created: nullableText,
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestInput = z.input<typeof manifestSchema>;
