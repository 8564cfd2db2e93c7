import type { ImportWarning, Reject } from "@/lib/records/import";
import type { Workspace } from "@/lib/metrics/workspace";

/** Bytes of something that is being fetched; `total` is null where nobody says. */
export interface Progress {
  readonly what: string;
  readonly loaded: number;
  readonly total: number | null;
}

/** From nothing to an engine with cubes open. */
export type Opening =
  | { readonly kind: "opening"; readonly progress: Progress }
  | { readonly kind: "failed"; readonly error: Error }
  | { readonly kind: "open" };

/** The snapshot that the server offers. */
export interface SnapshotSummary {
  readonly id: string;
  readonly created: string;
  readonly runs: number;
  readonly responses: number;
  readonly cubesBytes: number;
  readonly responsesBytes: number;
}

/** What became of a drop of one or several files. */
export interface DropSummary {
  readonly id: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly runs: readonly { readonly id: string; readonly name: string; readonly kept: number }[];
  readonly kept: number;
  readonly missing: number;
  readonly rejected: number;
  /** May be fewer than `rejected`: the list is capped, the count is not. */
  readonly rejects: readonly Reject[];
  readonly warnings: readonly ImportWarning[];
}

/** Files that are being read, or that could not be. */
export interface ImportJob {
  readonly id: string;
  readonly files: readonly string[];
  readonly progress: Progress;
  readonly rows: number;
  readonly error: Error | null;
}

export interface WorkspaceView {
  readonly opening: Opening;
  /** Null until the cubes are open. */
  readonly workspace: Workspace | null;
  /** Grows whenever other data are open: part of every query's key. */
  readonly version: number;
  readonly snapshot: SnapshotSummary | null;
  readonly drops: readonly DropSummary[];
  readonly jobs: readonly ImportJob[];
  /** Rows of the snapshot while they are being fetched. */
  readonly rowsProgress: Progress | null;
  readonly importFiles: (files: readonly File[]) => void;
  /** Stops a running import, or puts away one that failed. */
  readonly dismissJob: (id: string) => void;
  readonly removeDrop: (id: string) => void;
  readonly retry: () => void;
}
