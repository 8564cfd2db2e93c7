import type { Engine } from "@/lib/engine/engine";
import type { Manifest } from "@/lib/records/manifest";
import type { Scorer } from "@/lib/scoring/scorer";
import { clip } from "./fault";
import { RowSink } from "./sink";

/** A row, element or file that was refused. `line` is one-based; in Parquet it is the row. */
export interface Reject {
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** Something that loaded, and that a reader should know of. */
export interface ImportWarning {
  readonly code: string;
  readonly message: string;
  readonly runs: string[];
}

/** A benchmark whose items are a fixed list: what a file lacks of it is missing. */
export interface FixedBenchmark {
  readonly ids: () => readonly string[];
  readonly licence: string;
  readonly attribution: string;
}

/** One file, or one member of an archive. */
export interface ImportedFile {
  readonly ix: number;
  readonly name: string;
  /** SHA-256 of its bytes, known when it was read to its end. */
  hash: string | null;
  /** Runs that its rows belong to, in order of appearance. */
  readonly idents: Set<number>;
  /** Rejects that name no run. */
  readonly orphans: Reject[];
  orphanCount: number;
  /** Number of the JSON element being read, where lines alone do not place it. */
  element: number | null;
}

/** What tells a run before it has its id. */
export interface RunClaim {
  /** The run_id that the file gives, or null: one run a model and file. */
  readonly given: string | null;
  readonly model: string;
  readonly benchmark: string;
  readonly scorer: string;
  readonly simulated: boolean;
}

export interface Ident extends RunClaim {
  readonly ix: number;
  readonly files: Set<number>;
  /** Another reading of the same answers: the ident that was read first. */
  readonly source: number | null;
  readonly fixed: FixedBenchmark | null;
  readonly rejects: Reject[];
  rejectCount: number;
}

const MAX_KEPT_REJECTS = 10_000;
/** A file that gives every row a run of its own is no record of runs. */
const MAX_RUNS = 100_000;

/** One import under way: its rows, runs, rejects and warnings. */
export class ImportSession {
  readonly sink: RowSink;
  readonly files: ImportedFile[] = [];
  readonly idents: Ident[] = [];
  readonly warnings: ImportWarning[] = [];
  /** Manifests that a file of ours carried, by run_id. */
  readonly manifests = new Map<string, Manifest>();
  readonly rejects: Reject[] = [];
  rejectCount = 0;
  private readonly byClaim = new Map<string, Ident>();

  constructor(
    engine: Engine,
    readonly scorer: Scorer,
    readonly benchmark: string | null,
  ) {
    this.sink = new RowSink(engine);
  }

  openFile(name: string): ImportedFile {
    const file: ImportedFile = {
      ix: this.files.length,
      name,
      hash: null,
      idents: new Set(),
      orphans: [],
      orphanCount: 0,
      element: null,
    };
    this.files.push(file);
    return file;
  }

  /** The run that a claim of a file names; made when it is new. */
  ident(
    claim: RunClaim,
    file: ImportedFile,
    more: Partial<Pick<Ident, "source" | "fixed">> = {},
  ): Ident {
    const { given, model, benchmark, scorer, simulated } = claim;
    const key = JSON.stringify([given ?? file.ix, given, model, benchmark, scorer, simulated]);
    let ident = this.byClaim.get(key);
    if (!ident) {
      if (this.idents.length >= MAX_RUNS)
        throw new Error(
          `${file.name} names more than ${MAX_RUNS} runs: is run_id the right column?`,
        );
      ident = {
        given,
        model,
        benchmark,
        scorer,
        simulated,
        ix: this.idents.length,
        files: new Set(),
        source: more.source ?? null,
        fixed: more.fixed ?? null,
        rejects: [],
        rejectCount: 0,
      };
      this.idents.push(ident);
      this.byClaim.set(key, ident);
    }
    ident.files.add(file.ix);
    file.idents.add(ident.ix);
    return ident;
  }

  /**
   * Counts a reject, and keeps it while there is room.
   * @param idents the runs that lack the row; none where it could not be told
   */
  reject(
    file: ImportedFile,
    line: number | null,
    fault: { column: string | null; value: unknown; message: string },
    idents: readonly Ident[] = [],
  ): void {
    this.rejectCount += 1;
    for (const ident of idents) ident.rejectCount += 1;
    if (idents.length === 0) file.orphanCount += 1;
    if (this.rejects.length >= MAX_KEPT_REJECTS) return;
    const reject: Reject = {
      file: file.name,
      line,
      column: fault.column,
      value: clip(fault.value),
      reason: file.element === null ? fault.message : `element ${file.element}: ${fault.message}`,
    };
    this.rejects.push(reject);
    for (const ident of idents) ident.rejects.push(reject);
    if (idents.length === 0) file.orphans.push(reject);
  }

  warn(code: string, message: string, runs: string[] = []): void {
    this.warnings.push({ code, message, runs });
  }
}
