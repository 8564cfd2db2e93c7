import type { Engine } from "@/lib/engine/engine";
import { scorerNamed } from "@/lib/scoring/registry";
import { createIncoming, dropIncoming } from "./importers/incoming";
import { readFile } from "./importers/read-file";
import { resolve, type ResolvedRun } from "./importers/resolve";
import {
  ImportSession,
  type ImportedFile,
  type ImportWarning,
  type Reject,
} from "./importers/session";
import type { ImportSource } from "./importers/source";
import type { Manifest } from "./manifest";
import { prepareStage } from "./stage";

export type { ImportWarning, Reject } from "./importers/session";

export interface ImportProgress {
  readonly file: string;
  /** Bytes read of all sources, and their size. */
  readonly bytes: number;
  readonly total: number;
  readonly rows: number;
}

export interface ImportOptions {
  /** Reads texts where a file gives no positions; `declaration-1` when left out. */
  readonly scorer?: string;
  /** Benchmark of rows that name none; `imported` when left out. */
  readonly benchmark?: string;
  /** Language (BCP 47) of questions whose benchmark's name tells none: its rule flags their stems. */
  readonly language?: string;
  /** Leaves runs that are staged already where they are, so that the new ones join them. */
  readonly keep?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportedRun {
  readonly manifest: Manifest;
  readonly kept: number;
  readonly missing: number;
  /** At most some thousands of them; `rejectedCount` is exact. */
  readonly rejected: readonly Reject[];
  readonly rejectedCount: number;
}

export interface ImportResult {
  readonly runs: readonly ImportedRun[];
  /** All rejects, those that belong to no run included; capped like a run's. */
  readonly rejects: readonly Reject[];
  readonly rejectCount: number;
  /** Rejects of files of which no run was made. */
  readonly orphans: readonly Reject[];
  readonly warnings: readonly ImportWarning[];
}

const DEFAULT_SCORER = "declaration-1";

/**
 * Puts rejects beside runs. What names no run belongs to the first run of its file, and to the
 * other readings of the same answers.
 */
function accountsOf(
  session: ImportSession,
  files: readonly ImportedFile[],
  runs: readonly ResolvedRun[],
): ImportedRun[] {
  return runs.map(({ ident: ix, manifest, kept, missing }) => {
    const first = session.idents[ix]?.source ?? ix;
    const rejected: Reject[] = [];
    let rejectedCount = 0;
    for (const file of files) {
      const takesOrphans = firstKept(file, runs) === first;
      for (const { reject, idents } of file.rejects)
        if (idents.includes(ix) || (takesOrphans && idents.length === 0)) rejected.push(reject);
      rejectedCount += file.countByIdent.get(ix) ?? 0;
      if (takesOrphans) rejectedCount += file.orphanCount;
    }
    return { manifest, kept, missing, rejected, rejectedCount };
  });
}

function firstKept(file: ImportedFile, runs: readonly ResolvedRun[]): number | null {
  return runs.find((run) => file.idents.has(run.ident))?.ident ?? null;
}

/** Rejects that stand beside no run, since nothing of their file or run was kept. */
function orphansOf(files: readonly ImportedFile[], runs: readonly ResolvedRun[]): Reject[] {
  const kept = new Set(runs.map((run) => run.ident));
  return files.flatMap((file) =>
    file.rejects
      .filter(({ idents }) =>
        idents.length === 0 ? firstKept(file, runs) === null : !idents.some((ix) => kept.has(ix)),
      )
      .map(({ reject }) => reject),
  );
}

/**
 * Imports files into the stage tables (stage.responses, stage.raw, stage.items). Broken rows and
 * files become rejects and the rest loads; nothing is guessed.
 * @throws RangeError for an unknown scorer; the signal's reason when aborted.
 */
export async function importSources(
  engine: Engine,
  sources: readonly ImportSource[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const scorer = scorerNamed(options.scorer ?? DEFAULT_SCORER);
  const session = new ImportSession(
    engine,
    scorer,
    options.benchmark ?? null,
    options.language ?? null,
  );
  const total = sources.reduce((sum, source) => sum + source.size, 0);
  await prepareStage(engine, options.keep);
  await createIncoming(engine);
  try {
    let before = 0;
    for (const source of sources) {
      await readFile(session, source, {
        signal: options.signal,
        onProgress: ({ bytes, rows }) =>
          options.onProgress?.({ file: source.name, bytes: before + bytes, total, rows }),
      });
      before += source.size;
    }
    await session.settle();
    await session.sink.flush();
    const runs = await resolve(engine, session);
    const files = session.files.filter((file) => !file.again);
    return {
      runs: accountsOf(session, files, runs),
      rejects: files.flatMap((file) => file.rejects.map(({ reject }) => reject)),
      rejectCount: files.reduce((sum, file) => sum + file.rejectCount, 0),
      orphans: orphansOf(files, runs),
      warnings: session.warnings,
    };
  } finally {
    await dropIncoming(engine);
  }
}
