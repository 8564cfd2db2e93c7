import type { Engine } from "@/lib/engine/engine";
import { text } from "@/lib/engine/sql";
import type { ImportedRun, ImportWarning } from "./import";

const TABLES = ["responses", "raw"] as const;

/** The first of `id~2`, `id~3`, … that is free. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(`${id}~${number}`)) number += 1;
  return `${id}~${number}`;
}

/**
 * Gives staged runs whose ids are taken ids of their own, in the stage tables and the manifests, so
 * that one id always means one run. Runs of the same import that were made from a renamed one
 * follow it.
 * @param taken ids of the runs that are open already
 * @returns the runs as they are called now, with one warning for each that was renamed
 */
export async function renameTakenRuns(
  engine: Engine,
  runs: readonly ImportedRun[],
  taken: readonly string[],
): Promise<{ runs: ImportedRun[]; warnings: ImportWarning[] }> {
  const open = new Set(taken);
  const used = new Set([...taken, ...runs.map((run) => run.manifest.run_id)]);
  const renamed = new Map<string, string>();
  const warnings: ImportWarning[] = [];
  for (const { manifest } of runs) {
    const id = manifest.run_id;
    if (!open.has(id)) continue;
    const own = freeId(id, used);
    used.add(own);
    renamed.set(id, own);
    for (const table of TABLES)
      await engine.exec(
        `UPDATE stage.${table} SET run_id = ${text(own)} WHERE run_id = ${text(id)}`,
      );
    warnings.push({
      code: "run_renamed",
      message: `run ${id} is open already: the dropped copy is shown as ${own}`,
      runs: [own],
    });
  }
  const now = (id: string) => renamed.get(id) ?? id;
  return {
    runs: runs.map((run) => ({
      ...run,
      manifest: {
        ...run.manifest,
        run_id: now(run.manifest.run_id),
        source_run: run.manifest.source_run === null ? null : now(run.manifest.source_run),
      },
    })),
    warnings,
  };
}
