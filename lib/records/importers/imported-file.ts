import type { ManifestInput } from "@/lib/records/manifest";

/** A row, element or file that was refused. `line` is one-based; in Parquet it is the row. */
export interface Reject {
  readonly file: string;
  readonly line: number | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly reason: string;
}

/** A reject with the runs that lack its row; none where that could not be told. */
interface LoggedReject {
  readonly reject: Reject;
  readonly idents: readonly number[];
}

/** One file, or one member of an archive. */
export interface ImportedFile {
  readonly ix: number;
  readonly name: string;
  /** SHA-256 of its bytes, known when it was read to its end. */
  hash: string | null;
  /** Runs that its rows belong to, in order of appearance. */
  readonly idents: Set<number>;
  /** Rejects in file order, as many as are kept; the counts beside them are exact. */
  readonly rejects: LoggedReject[];
  rejectCount: number;
  /** Rejects that name no run. */
  orphanCount: number;
  readonly countByIdent: Map<number, number>;
  /** What is being read where lines alone do not place it: "element 3", "sample 7, epoch 2". */
  part: string | null;
  /** It holds no responses, but what is said of those of other files. */
  beside: boolean;
  /** It is the same file, byte for byte, as one before it: nothing of it counts. */
  again: boolean;
}

/** What a log says of a run beside its rows; what it does not say is left out. */
export type RunAbout = Partial<Pick<ManifestInput, "prompt_hash" | "label_style">> &
  Partial<Pick<ManifestInput, "started" | "finished">> & {
    readonly served?: string;
    readonly protocol?: ManifestInput["protocol"];
    /** Rows that were asked for. */
    readonly planned?: number;
  };
