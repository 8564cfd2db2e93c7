import { z } from "zod";
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
  model: z.strictObject({
    requested: z.string(),
    served: nullableText,
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
  /** Rows that the manifest asked for; null where nothing says so. */
  planned: nullableCount,
  counts: z.partialRecord(z.enum(OUTCOMES), z.int().nonnegative()).default({}),
  provenance: provenanceSchema,
  source_run: nullableText,
  created: nullableText,
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestInput = z.input<typeof manifestSchema>;
