import { canonical, runIdOf as runIdOfParts, shortHash } from "@/lib/records/hashes";
import type { ItemSet } from "@/lib/records/item-set";
import type { JobModel, JobSpec } from "./job-spec";
import { PADDINGS_HASH } from "./padding/texts";
import { promptOf } from "./prompts/resolve";

/** Counts up when the same spec and set would show anything else. */
const PROTOCOL_VERSION = 1;

/** Names a parsed spec: the order of an object's fields does not count, that of a list does. */
export function specHash(spec: JobSpec): string {
  return shortHash(["job-spec", canonical(spec)]);
}

type Mode = JobSpec["modes"][number];

/** Decoding parameters that decide answers; asking for log-probabilities does not. */
function decodingParts({ decoding }: JobSpec) {
  const { temperature, top_p, top_k, max_tokens, seed } = decoding;
  return { temperature, top_p, top_k, max_tokens, seed };
}

/** Names what one run asks: the manifest's protocol. Benchmark, prompt and scorer have names of their own. */
export function protocolHash(spec: JobSpec, mode: Mode): string {
  return shortHash([
    "protocol",
    PROTOCOL_VERSION,
    PADDINGS_HASH,
    canonical({
      mode,
      option_counts: spec.option_counts,
      trials: spec.trials,
      padded_trials: spec.padded_trials,
      environments: spec.environments,
      paddings: spec.paddings,
      conditions: spec.conditions,
      permutations: spec.permutations,
      sampling: spec.sampling,
      seed: spec.seed,
      adaptive: spec.adaptive,
      decoding: decodingParts(spec),
    }),
  ]);
}

/** What is known of a model before it is asked. */
export interface ModelIdentity {
  /** As the host knows it. */
  readonly requested: string;
  readonly digest: string | null;
  readonly quantisation: string | null;
  /**
   * The attached host's id where there is no digest: then nothing says that a model of that name is
   * the same one elsewhere. Null where a digest names the model, whoever serves it.
   */
  readonly host: string | null;
}

/** What names a model for its runs. @param known what its host says of it; undefined where nothing */
export function identityOf(
  { host, model }: Pick<JobModel, "host" | "model">,
  known?: { readonly digest: string | null; readonly quantisation: string | null },
): ModelIdentity {
  const digest = known?.digest ?? null;
  return {
    requested: model,
    digest,
    quantisation: known?.quantisation ?? null,
    host: digest === null ? host : null,
  };
}

/**
 * The id of the run of one model in one mode: a hash of what determines its answers and their
 * reading. More trials, N, environments, paddings, conditions or permutations extend a run, and
 * neither its host's address nor concurrency belongs to it; its host's id does where nothing else
 * tells its model from another of the same name.
 */
export function runIdOf(spec: JobSpec, set: ItemSet, model: ModelIdentity, mode: Mode): string {
  return runIdOfParts({
    protocol: PROTOCOL_VERSION,
    paddings: PADDINGS_HASH,
    model: [
      model.requested,
      model.digest,
      model.quantisation,
      // Runs that began before hosts were told apart keep their ids.
      ...(model.host === null ? [] : [model.host]),
    ],
    benchmark: set.manifest.benchmark,
    item_set: set.hash,
    prompt: promptOf(spec).hash,
    labels: spec.label_style,
    mode,
    decoding: decodingParts(spec),
    sampling: spec.sampling,
    seed: spec.seed,
    scorer: spec.scorer,
  });
}
