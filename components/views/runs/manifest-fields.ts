import { formatCount, formatFixed, listOf } from "@/lib/format/number";
import { paddingWords } from "@/lib/format/words";
import type { Manifest } from "@/lib/records/manifest";
import { stoppedCellName, stoppedCellText } from "@/lib/rows/stopping";

/** One line of a manifest as people read it; null is unknown. */
export interface ManifestField {
  readonly term: string;
  readonly value: string | null;
  /** Shown in mono: ids, hashes, templates. */
  readonly mono?: boolean;
}
export interface ManifestGroup {
  readonly title: string;
  readonly fields: readonly ManifestField[];
}

const MANY = 200;
const list = (values: readonly (string | number)[] | null) =>
  values === null ? null : values.length === 0 ? "none" : listOf(values.map(String), MANY);
const number = (value: number | null) => (value === null ? null : formatCount(value));
const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** All fields of a manifest, in groups; nothing that it says is left out. */
export function manifestGroups(manifest: Manifest): readonly ManifestGroup[] {
  const { model, host, protocol, cost } = manifest;
  return [
    {
      title: "Run",
      fields: [
        { term: "name", value: manifest.name },
        { term: "run", value: manifest.run_id, mono: true },
        { term: "status", value: manifest.status },
        { term: "source run", value: manifest.source_run, mono: true },
        { term: "created", value: manifest.created },
        { term: "schema version", value: String(manifest.schema_version) },
      ],
    },
    { title: "Provenance", fields: provenanceFields(manifest) },
    {
      title: "Model",
      fields: [
        { term: "requested", value: model.requested },
        { term: "served", value: model.served },
        { term: "digest", value: model.digest, mono: true },
        { term: "quantisation", value: model.quantisation },
        { term: "parameters", value: number(model.parameters) },
        { term: "context length", value: number(model.context_length) },
      ],
    },
    {
      title: "Question",
      fields: [
        { term: "benchmark", value: manifest.benchmark },
        { term: "benchmark hash", value: manifest.benchmark_hash, mono: true },
        { term: "prompt hash", value: manifest.prompt_hash, mono: true },
        { term: "labels", value: manifest.label_style },
        { term: "scorer", value: manifest.scorer },
        { term: "prompt template", value: manifest.prompt_template, mono: true },
      ],
    },
    {
      title: "Protocol",
      fields: [
        { term: "hash", value: manifest.protocol_hash, mono: true },
        { term: "option counts", value: list(protocol.option_counts) },
        {
          term: "trials",
          value:
            protocol.trials === null && !protocol.trials_numbered
              ? null
              : [number(protocol.trials), protocol.trials_numbered ? "numbered by us" : null]
                  .filter((part) => part !== null)
                  .join(", "),
        },
        { term: "seed", value: protocol.seed, mono: true },
        { term: "environments", value: list(protocol.environments) },
        { term: "paddings", value: list(protocol.paddings?.map(paddingWords) ?? null) },
        { term: "conditions", value: list(protocol.conditions) },
        { term: "modes", value: list(protocol.modes) },
        {
          term: "temperature",
          value: protocol.temperature === null ? null : String(protocol.temperature),
        },
        { term: "max tokens", value: number(protocol.max_tokens) },
        { term: "sampling sent", value: json(protocol.sampling), mono: true },
        { term: "sampling dropped", value: list(protocol.sampling_dropped) },
      ],
    },
    ...stoppingGroups(manifest),
    {
      title: "Host",
      fields: [
        { term: "kind", value: host?.kind ?? null },
        { term: "version", value: host?.version ?? null },
        { term: "class", value: host?.class ?? null },
        { term: "address", value: host?.base_url ?? null, mono: true },
        { term: "concurrency", value: number(manifest.concurrency) },
      ],
    },
    ...embeddingGroups(manifest),
    {
      title: "Time and cost",
      fields: [
        { term: "started", value: manifest.started },
        { term: "finished", value: manifest.finished },
        {
          term: "seconds",
          value: manifest.seconds === null ? null : formatFixed(manifest.seconds, 1),
        },
        { term: "cost", value: cost && `${cost.amount} ${cost.currency}` },
      ],
    },
  ];
}

/** What a reading by embeddings stands on. */
function embeddingGroups({ embeddings }: Manifest): readonly ManifestGroup[] {
  if (embeddings === null) return [];
  const { model, digest, host } = embeddings;
  return [
    {
      title: "Embeddings",
      fields: [
        { term: "model", value: model },
        { term: "digest", value: digest, mono: true },
        { term: "host kind", value: host.kind },
        { term: "host version", value: host.version },
        { term: "host class", value: host.class },
      ],
    },
  ];
}

/** The stopping rule, of runs that had it. */
function stoppingGroups({ stopping }: Manifest): readonly ManifestGroup[] {
  if (stopping === null) return [];
  const target = (half: number | null) =>
    half === null ? "the rule’s own" : `half-width ${String(half)}`;
  return [
    {
      title: "Stopping rule",
      fields: [
        { term: "looks after", value: list(stopping.looks) },
        { term: "enough over trials", value: target(stopping.trial_target) },
        { term: "enough over items", value: target(stopping.item_target) },
        ...stopping.cells.map((cell) => ({
          term: stoppedCellName(cell),
          value: stoppedCellText(cell),
        })),
      ],
    },
  ];
}

function provenanceFields({ provenance }: Manifest): readonly ManifestField[] {
  const kind = { term: "kind", value: provenance.kind };
  switch (provenance.kind) {
    case "measured":
      return [kind];
    case "imported":
      return [
        kind,
        { term: "source", value: provenance.source },
        { term: "source hash", value: provenance.source_hash, mono: true },
        { term: "licence", value: provenance.licence },
        { term: "attribution", value: provenance.attribution },
      ];
    case "simulated":
      return [
        kind,
        { term: "specification", value: provenance.spec_hash, mono: true },
        { term: "source", value: provenance.source },
        { term: "source hash", value: provenance.source_hash, mono: true },
      ];
  }
}
