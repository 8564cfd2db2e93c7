import { z } from "zod";
import { canonical, shortHash } from "@/lib/records/hashes";
import { FileFault } from "./fault";
import type { ImportedFile, RunAbout } from "./imported-file";

/**
 * `results_{date}.json` of lm-evaluation-harness: of which model the samples beside it are, and how
 * many were asked. Nothing else of it is read.
 */
const settings = z.record(z.string(), z.unknown());
const resultsSchema = z.object({
  results: settings,
  configs: z.record(z.string(), settings).nullish(),
  "n-samples": z
    .record(z.string(), z.object({ effective: z.int().nonnegative().nullish() }))
    .nullish(),
  config: z
    .object({
      model: z.string().nullish(),
      model_args: z.union([z.string(), settings]).nullish(),
    })
    .nullish(),
  model_name: z.string().nullish(),
  system_instruction_sha: z.string().nullish(),
  fewshot_as_multiturn: z.boolean().nullish(),
  chat_template: z.string().nullish(),
});

export interface LmResults {
  readonly file: ImportedFile;
  /** The date in the names of the files that were written together; null where it has none. */
  readonly stamp: string | null;
  readonly content: z.infer<typeof resultsSchema>;
}

/** Whether an object is such a file. */
export function isLmResults(row: Readonly<Record<string, unknown>>): boolean {
  return "results" in row && ("configs" in row || "config_general" in row || "versions" in row);
}

const STAMP = /_(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}(?:\.\d+)?)\.jsonl?$/;
const baseOf = (name: string): string => name.split("/").at(-1) ?? name;
const stampOf = (name: string): string | null => STAMP.exec(baseOf(name))?.[1] ?? null;

/** @throws FileFault naming the field that is wrong */
export function lmResults(file: ImportedFile, value: unknown): LmResults {
  const read = resultsSchema.safeParse(value);
  if (read.success) return { file, stamp: stampOf(file.name), content: read.data };
  const [issue] = read.error.issues;
  throw new FileFault(
    `the results of lm-evaluation-harness cannot be read: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  );
}

/** What a file of samples is called after. */
export interface SamplesName {
  /** As far as the name tells it. */
  readonly task: string | null;
  readonly stamp: string | null;
  readonly base: string;
}

/** Reads `samples_{task}_{date}.jsonl`. */
export function samplesName(file: string): SamplesName {
  const name = baseOf(file);
  const stamp = stampOf(name);
  const base = name.replace(/\.jsonl?$/, "");
  const bare = stamp === null ? base : base.slice(0, -stamp.length - 1);
  return { task: /^samples_(.+)$/.exec(bare)?.[1] ?? null, stamp, base };
}

/**
 * The results that samples are of: those of the same date that know the task. Null where none or
 * several fit, and without a date: other results of the same task know it too.
 */
export function resultsOf(all: readonly LmResults[], name: SamplesName): LmResults | null {
  const { task, stamp } = name;
  if (task === null || stamp === null) return null;
  const folder = (file: string) => file.slice(0, file.length - baseOf(file).length);
  const fitting = all.filter(
    ({ content, stamp: own }) =>
      stamp === own && (task in content.results || task in (content.configs ?? {})),
  );
  const distinct = new Map(fitting.map((one) => [one.file.hash ?? folder(one.file.name), one]));
  const [only] = distinct.values();
  return distinct.size === 1 ? (only ?? null) : null;
}

/** Arguments that name the model, by how much they say. */
const NAMING = ["peft", "delta", "pretrained", "model", "path", "engine"];

/** Reads "pretrained=a/b,dtype=float". */
function argumentsIn(text: string): Record<string, unknown> {
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)];
    }),
  );
}

/** The model's name; null where nothing says it. */
export function modelOf({ content }: LmResults): string | null {
  if (content.model_name) return content.model_name;
  const args = content.config?.model_args;
  const given = typeof args === "string" ? argumentsIn(args) : (args ?? {});
  for (const name of NAMING) {
    const value = given[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return content.config?.model || null;
}

/** Fields of a task's configuration that make its prompts. */
const PROMPT_FIELDS = [
  "doc_to_text",
  "doc_to_target",
  "doc_to_choice",
  "description",
  "fewshot_config",
  "fewshot_delimiter",
  "fewshot_split",
  "gen_prefix",
  "num_fewshot",
  "process_docs",
  "target_delimiter",
];

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What results say of the runs of a task. */
export function aboutOf({ content }: LmResults, task: string): RunAbout {
  const config = content.configs?.[task];
  const planned = content["n-samples"]?.[task]?.effective;
  const { temperature, max_gen_toks, ...sampling } =
    config?.output_type === "generate_until"
      ? ((config.generation_kwargs ?? {}) as Record<string, unknown>)
      : {};
  return {
    ...(planned !== null && planned !== undefined && { planned }),
    ...(config && {
      prompt_hash: shortHash([
        "lm-eval",
        canonical(Object.fromEntries(PROMPT_FIELDS.map((name) => [name, config[name] ?? null]))),
        content.system_instruction_sha ?? null,
        content.fewshot_as_multiturn ?? null,
        Boolean(content.chat_template),
      ]),
    }),
    protocol: {
      temperature: numberOf(temperature),
      max_tokens: numberOf(max_gen_toks),
      sampling: Object.keys(sampling).length > 0 ? sampling : null,
    },
  };
}

/** The name of the results that were written with a file of samples; null where it names no date. */
export function resultsNameOf(file: string): string | null {
  const { task, stamp } = samplesName(file);
  return task === null || stamp === null ? null : `results_${stamp}.json`;
}
