import { runIdOf } from "@/lib/records/hashes";
import type { Ident, ImportSession } from "./session";

const VARYING = ["model", "benchmark", "scorer"] as const;

/**
 * Ids of the runs that a file's run_id stands for. One id that several models, benchmarks or scorers
 * share names several runs: each keeps the id and gets what tells it apart.
 */
function splitIds(given: string, idents: readonly Ident[]): string[] {
  const varying = VARYING.filter((part) => new Set(idents.map((i) => i[part])).size > 1);
  const mixed = new Set(idents.map((i) => i.simulated)).size > 1;
  return idents.map((ident) =>
    [
      given,
      ...varying.map((part) => ident[part]),
      ...(mixed && ident.simulated ? ["simulated"] : []),
    ].join("/"),
  );
}

/** The run_id of every ident, by its index. Splitting a given id is said in a warning. */
export function runIds(session: ImportSession): readonly string[] {
  const ids: string[] = session.idents.map((ident) => hashedId(session, ident));
  const byGiven = new Map<string, Ident[]>();
  for (const ident of session.idents)
    if (ident.given !== null)
      byGiven.set(ident.given, [...(byGiven.get(ident.given) ?? []), ident]);
  for (const [given, idents] of byGiven) {
    const split = idents.length > 1 ? splitIds(given, idents) : [given];
    idents.forEach((ident, i) => (ids[ident.ix] = split[i] ?? given));
    if (idents.length > 1)
      session.warn(
        "run_id_split",
        `run_id ${given} names ${idents.length} runs (model, benchmark or scorer differ): each became a run`,
        split,
      );
  }
  return ids;
}

function hashedId(session: ImportSession, ident: Ident): string {
  const [file] = ident.files;
  return runIdOf({
    model: ident.model,
    benchmark: ident.benchmark,
    scorer: ident.scorer,
    simulated: ident.simulated || null,
    part: ident.part,
    source_hash: file === undefined ? null : session.files[file]?.hash,
  });
}
