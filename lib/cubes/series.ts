import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Manifest } from "@/lib/records/manifest";

/** 64 bits are enough to tell the runs of one workspace apart, and short enough for an URL. */
const ID_LENGTH = 16;

function idOf(parts: readonly unknown[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, ID_LENGTH);
}

/** Keys in order, so that equal objects have equal text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return entries.map(([key, v]) => [key, sorted(v)]);
}

/** Compared fields that say which model answered: they are what a comparison of models compares. */
export const MODEL_FIELDS: readonly string[] = [
  "model",
  "served model",
  "digest",
  "quantisation",
  "policy",
];

/**
 * What has to agree for two runs to be comparable and share metric cells, besides the cell's own
 * fields (mode among them). What neither manifest knows counts as equal, what one knows and the
 * other does not as different. A simulated run keeps its policy where a real one keeps its sampling:
 * the policy is the model itself.
 */
export function comparedFields(manifest: Manifest): Record<string, unknown> {
  const { model, protocol, provenance } = manifest;
  return {
    model: model.requested,
    "served model": model.served,
    digest: model.digest,
    quantisation: model.quantisation,
    benchmark: manifest.benchmark,
    "benchmark version": manifest.benchmark_hash,
    prompt: manifest.prompt_hash,
    labels: manifest.label_style,
    scorer: manifest.scorer,
    // Of readings that stand on one alone, so that all other series keep their ids.
    ...(manifest.embeddings && {
      "embedding model": [manifest.embeddings.model, manifest.embeddings.digest],
    }),
    temperature: protocol.temperature,
    "token limit": protocol.max_tokens,
    ...(provenance.kind === "simulated"
      ? { sampling: null, policy: protocol.sampling }
      : { sampling: protocol.sampling }),
  };
}

/** Runs with the same series id are comparable and share metric cells. */
export function seriesId(manifest: Manifest): string {
  return idOf(["series", sorted(comparedFields(manifest))]);
}

/** The series of a run that repeats rows of its series and therefore stands alone. */
export function seriesApart(series: string, runId: string, source: number): string {
  return idOf(["apart", series, runId, source]);
}

/**
 * Runs with the same sync id share their trials: trial k shows all of them the same options.
 * That is the same protocol seed and item set, the same simulation, or one imported file with
 * trial ids of its own; null where nothing says so.
 */
export function syncId(manifest: Manifest): string | null {
  const { protocol, provenance, benchmark, benchmark_hash } = manifest;
  if (protocol.trials_numbered) return null;
  if (protocol.seed !== null) return idOf(["seed", protocol.seed, benchmark, benchmark_hash]);
  if (provenance.kind === "simulated" && provenance.spec_hash !== null)
    return idOf(["simulation", provenance.spec_hash]);
  // Simulated rows that came back from an export name that file, not what they were made by.
  if (provenance.kind !== "measured" && provenance.source_hash !== null)
    return idOf(["file", provenance.source_hash]);
  return null;
}

/** The same for values of a compared field that count as equal. */
export const fieldKey = (value: unknown): string => JSON.stringify(sorted(value ?? null));

/** Names of the compared fields in which two manifests differ. */
export function differences(a: Manifest, b: Manifest): string[] {
  const [one, other] = [comparedFields(a), comparedFields(b)];
  return Object.keys({ ...one, ...other }).filter(
    (name) => fieldKey(one[name]) !== fieldKey(other[name]),
  );
}
