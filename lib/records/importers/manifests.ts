import { z } from "zod";
import { manifestSchema, type Manifest, type ManifestInput } from "@/lib/records/manifest";
import { OUTCOMES } from "@/lib/records/response";
import type { Ident, ImportSession } from "./session";

/** One row of PROTOCOL_BY_RUN. */
export const protocolRow = z.object({
  run_id: z.string(),
  trials: z.number(),
  numbered: z.boolean(),
  option_counts: z.array(z.number()),
  environments: z.array(z.string()).nullable(),
  paddings: z.array(z.string()),
  conditions: z.array(z.string()).nullable(),
  modes: z.array(z.string()).nullable(),
});

/** One row of OUTCOMES_BY_RUN. */
export const outcomeRow = z.object({
  run_id: z.string(),
  outcome: z.enum(OUTCOMES),
  n: z.number(),
});

/** What an import found out about one run. */
export interface RunFacts {
  readonly runId: string;
  readonly ident: Ident;
  readonly protocol: z.infer<typeof protocolRow>;
  readonly counts: Manifest["counts"];
  readonly kept: number;
  readonly planned: number;
  readonly sourceRun: string | null;
}

function provenanceOf(session: ImportSession, ident: Ident): ManifestInput["provenance"] {
  const files = session.files.filter((file) => ident.files.has(file.ix) && !file.again);
  const source = files.map((file) => file.name).join(", ");
  // Several files share no trials with any one file.
  const source_hash = files.length === 1 ? (files[0]?.hash ?? null) : null;
  if (ident.simulated) return { kind: "simulated", source, source_hash };
  return {
    kind: "imported",
    source,
    source_hash,
    licence: ident.fixed?.licence ?? null,
    attribution: ident.fixed?.attribution ?? null,
  };
}

function nameOf({ ident, runId }: RunFacts): string {
  if (ident.given !== null) return runId;
  const part = ident.part === null ? "" : `, ${ident.part}`;
  const reading = ident.scorer === "given" ? "" : `, read by ${ident.scorer}`;
  return `${ident.model} on ${ident.benchmark}${part}${reading}`;
}

/**
 * The manifest of an imported run. A run that a Parquet export of ours carried keeps the manifest
 * it came with, as far as its rows allow.
 */
export function manifestOf(session: ImportSession, facts: RunFacts): Manifest {
  const { ident, protocol, runId, counts, kept } = facts;
  const carried = session.manifests.get(runId);
  const planned = Math.max(carried?.planned ?? 0, ident.about.planned ?? 0, facts.planned);
  const status = planned > kept ? "incomplete" : "complete";
  if (carried?.scorer === ident.scorer && carried.benchmark === ident.benchmark)
    return { ...carried, planned, counts, status };
  const { served, protocol: said, ...about } = ident.about;
  return manifestSchema.parse({
    ...about,
    schema_version: 1,
    run_id: runId,
    name: nameOf(facts),
    benchmark: ident.benchmark,
    scorer: ident.scorer,
    protocol: {
      option_counts: protocol.option_counts,
      trials: protocol.trials,
      environments: someOrNull(protocol.environments),
      paddings: protocol.paddings,
      conditions: someOrNull(protocol.conditions),
      modes: someOrNull(protocol.modes),
      trials_numbered: protocol.numbered,
      ...said,
    },
    model: { requested: ident.model, served: served ?? null },
    status,
    planned,
    counts,
    provenance: provenanceOf(session, ident),
    source_run: facts.sourceRun,
  } satisfies ManifestInput);
}

const someOrNull = (values: string[] | null): string[] | null =>
  values && values.length > 0 ? values : null;
