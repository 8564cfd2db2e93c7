import { z } from "zod";
import { canonical, shortHash } from "@/lib/records/hashes";
import { FileFault } from "./fault";
import type { RunAbout } from "./session";

/** What of the header of an Inspect AI log is read; the rest may be as it is. */
const settings = z.record(z.string(), z.unknown()).nullish();
const headerSchema = z.object({
  status: z.string().nullish(),
  eval: z.object({
    task: z.string().min(1),
    model: z.string().min(1),
    task_args: settings,
    dataset: z
      .object({ sample_ids: z.array(z.union([z.string(), z.number()])).nullish() })
      .nullish(),
    config: z.object({ epochs: z.int().positive().nullish() }).nullish(),
    scorers: z.array(z.object({ name: z.string() })).nullish(),
    model_generate_config: settings,
  }),
  plan: z
    .object({
      steps: z.array(z.object({ solver: z.string(), params: settings })).nullish(),
      config: settings,
    })
    .nullish(),
  stats: z
    .object({ started_at: z.string().nullish(), completed_at: z.string().nullish() })
    .nullish(),
});
export type InspectHeader = z.infer<typeof headerSchema>;

/**
 * The header of a log, checked.
 * @throws FileFault naming the field that is wrong
 */
export function inspectHeader(value: unknown): InspectHeader {
  const read = headerSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new FileFault(
    `the header of the Inspect AI log cannot be read: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
  );
}

const SHUFFLED =
  "the solver shuffled the choices and logged them in their first order, with the reply rewritten to it: the positions that the model saw are not in the log (shuffle_choices of the dataset keeps them)";

/** Refuses a log whose solver shuffled: what it holds as positions is not what was shown. */
export function assertPositions({ plan }: InspectHeader): void {
  const shuffles = (plan?.steps ?? []).some(({ params }) => {
    const shuffle = params?.shuffle;
    return shuffle !== undefined && shuffle !== null && shuffle !== false;
  });
  if (shuffles) throw new FileFault(SHUFFLED);
}

const wholeOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : null;
const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);

/** What the header says of its runs. The hash of the prompt is that of solvers and task arguments. */
export function aboutOf(header: InspectHeader): RunAbout {
  const { plan, stats } = header;
  const given = { ...header.eval.model_generate_config, ...plan?.config };
  const known = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  // The seed is one of sampling: that of a protocol says which options a trial showed.
  const { temperature, max_tokens, ...sampling } = Object.fromEntries(known);
  return {
    prompt_hash: shortHash([
      "inspect",
      canonical(plan?.steps ?? []),
      canonical(header.eval.task_args ?? {}),
    ]),
    label_style: "letters",
    started: stats?.started_at || null,
    finished: stats?.completed_at || null,
    protocol: {
      temperature: numberOf(temperature),
      max_tokens: wholeOf(max_tokens),
      sampling: Object.keys(sampling).length > 0 ? sampling : null,
    },
  };
}

/**
 * The keys that a log asks for, item by item and epoch by epoch; null where it lists no items.
 * Without a number of epochs there is one.
 */
export function plannedKeys(
  header: InspectHeader,
): { readonly has: (id: string, epoch: number) => boolean; readonly count: number } | null {
  const ids = header.eval.dataset?.sample_ids;
  if (!ids) return null;
  const known = new Set(ids.map(String));
  const epochs = header.eval.config?.epochs ?? 1;
  return {
    has: (id, epoch) => epoch <= epochs && known.has(id),
    count: known.size * epochs,
  };
}
