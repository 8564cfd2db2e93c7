import type { Engine } from "@/lib/engine/engine";
import type { Manifest } from "@/lib/records/manifest";
import type { Scorer } from "@/lib/scoring/scorer";
import { clip } from "./fault";
import type { ImportedFile, RunAbout } from "./imported-file";
import type { LmResults, SamplesName } from "./lm-eval-results";
import { ListedItems } from "./listed-items";
import { RowSink } from "./sink";
import { StemFlags } from "./stem-flags";

export type { ImportedFile, Reject, RunAbout } from "./imported-file";

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
  /** Another file of the import may name it: it is final when all are read. */
  model: string;
  readonly ix: number;
  readonly files: Set<number>;
  about: RunAbout;
  /** Another reading of the same answers: the ident that was read first. */
  readonly source: number | null;
  readonly fixed: FixedBenchmark | null;
  /** What tells the runs apart that one file makes of one model, where it makes several. */
  readonly part: string | null;
}

const MAX_KEPT_REJECTS = 10_000;
/** A file that gives every row a run of its own is no record of runs. */
const MAX_RUNS = 100_000;

/** One import under way: its rows, runs, rejects and warnings. */
export class ImportSession {
  readonly sink: RowSink;
  readonly listed: ListedItems;
  readonly stems: StemFlags;
  readonly files: ImportedFile[] = [];
  readonly idents: Ident[] = [];
  readonly warnings: ImportWarning[] = [];
  /** Manifests that a file of ours carried, by run_id. */
  readonly manifests = new Map<string, Manifest>();
  /** Files of lm-evaluation-harness that say what the samples beside them are of. */
  readonly lmResults: LmResults[] = [];
  readonly lmSamples: SamplesName[] = [];
  private readonly atEnd: (() => void)[] = [];
  private keptRejects = 0;
  private readonly byClaim = new Map<string, Ident>();

  constructor(
    engine: Engine,
    readonly scorer: Scorer,
    readonly benchmark: string | null,
    language: string | null,
  ) {
    this.sink = new RowSink(engine);
    this.listed = new ListedItems(this.sink);
    this.stems = new StemFlags(language);
  }

  openFile(name: string): ImportedFile {
    const file: ImportedFile = {
      ix: this.files.length,
      name,
      hash: null,
      idents: new Set(),
      rejects: [],
      rejectCount: 0,
      orphanCount: 0,
      countByIdent: new Map(),
      part: null,
      beside: false,
      again: false,
    };
    this.files.push(file);
    return file;
  }

  /** The run that a claim of a file names; made when it is new. */
  ident(
    claim: RunClaim,
    file: ImportedFile,
    more: Partial<Pick<Ident, "source" | "fixed" | "part">> = {},
  ): Ident {
    const { given, model, benchmark, scorer, simulated } = claim;
    const part = more.part ?? null;
    const claimed = [given ?? file.ix, given, model, benchmark, scorer, simulated, part];
    const key = JSON.stringify(claimed);
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
        about: {},
        source: more.source ?? null,
        fixed: more.fixed ?? null,
        part,
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
    file.rejectCount += 1;
    if (idents.length === 0) file.orphanCount += 1;
    for (const { ix } of idents) file.countByIdent.set(ix, (file.countByIdent.get(ix) ?? 0) + 1);
    if (this.keptRejects >= MAX_KEPT_REJECTS) return;
    this.keptRejects += 1;
    const place = file.part === null ? "" : `${file.part}: `;
    file.rejects.push({
      reject: {
        file: file.name,
        line,
        column: fault.column,
        value: clip(fault.value),
        reason: `${place}${fault.message}`,
      },
      idents: idents.map((ident) => ident.ix),
    });
  }

  /** Notes a file's hash, and that the file was read before where it was. */
  close(file: ImportedFile, hash: string): void {
    file.hash = hash;
    const before = this.files.find((other) => other !== file && other.hash === hash);
    if (!before) return;
    file.again = true;
    this.warn("same_file", `${file.name} is the same file as ${before.name}: it was read once`);
  }

  /** Puts off what only all files together say. */
  whenAllRead(settle: () => void): void {
    this.atEnd.push(settle);
  }

  /** Call it once, when all files are read. */
  async settle(): Promise<void> {
    for (const settle of this.atEnd) settle();
    const n = await this.listed.settle();
    if (n > 0)
      this.warn(
        "origins_unknown",
        `${n} ${n === 1 ? "item lists" : "items list"} options of which it cannot be told which are the item's own: how they were presented is not known, and where the file gives no item_hash they pair by id alone; list options as {text, origin}, origin "original" or "borrowed", with one key`,
      );
  }

  warn(code: string, message: string, runs: string[] = []): void {
    this.warnings.push({ code, message, runs });
  }
}
