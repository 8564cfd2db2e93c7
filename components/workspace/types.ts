import type { Place } from "@/lib/cubes/place";
import type { ImportWarning, Reject } from "@/lib/records/import";
import type { Workspace } from "@/lib/metrics/workspace";
import type { Snapshot } from "@/lib/snapshot/schema";
import type { LostFiles } from "./file-cache";

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

/** The present data of the server on their way to take the place of those that are open. */
export type Refresh =
  | { readonly kind: "running"; readonly progress: Progress }
  | { readonly kind: "failed"; readonly error: Error };

/** What became of a drop of one or several files. */
export interface DropSummary {
  readonly id: string;
  /** Schema of the engine that holds its tables. */
  readonly schema: string;
  readonly files: readonly string[];
  readonly bytes: number;
  readonly runs: readonly DroppedRun[];
  /** Reviewer records that count at items of runs that were open before. */
  readonly reviews: number;
  readonly kept: number;
  readonly missing: number;
  readonly rejected: number;
  /** May be fewer than `rejected`: the list is capped, the count is not. */
  readonly rejects: readonly Reject[];
  readonly warnings: readonly ImportWarning[];
  /** Key of the files in the browser's cache, from which a reload reads them; null where none are. */
  readonly cached: string | null;
}

/** Whether nothing of dropped files is shown: they have no tables then. */
export const isEmptyDrop = ({ runs, reviews }: Pick<DropSummary, "runs" | "reviews">): boolean =>
  runs.length === 0 && reviews === 0;

export interface DroppedRun {
  readonly id: string;
  readonly name: string;
  readonly kept: number;
  readonly missing: number;
}

/** Files that are waiting, being read, or could not be read. */
export interface ImportJob {
  readonly id: string;
  readonly files: readonly string[];
  readonly progress: Progress;
  readonly rows: number;
  readonly error: Error | null;
  /** Key of the copies that they are read from after a reload; null for files that were just dropped. */
  readonly cached: string | null;
  /** Bytes to be read, where they may be too many for a browser: it waits to be told. */
  readonly oversize: number | null;
}

/** Files that were to be removed and could not be, or not wholly. */
export interface FailedRemoval {
  readonly files: readonly string[];
  readonly error: Error;
}

/** One united source; data.runs.source is its index. */
export type OpenSource =
  | { readonly kind: "snapshot" }
  /** `texts`: where its tables `raw` and `items` are (columns of STAGE_TABLES). */
  | { readonly kind: "drop"; readonly id: string; readonly texts: Place };

/** The data that are open: what views ask. */
export interface OpenData {
  /** Null until the cubes are open. */
  readonly workspace: Workspace | null;
  /** Grows whenever other data are open: part of every query's key. */
  readonly version: number;
  /** The snapshot that is open; null while none is. */
  readonly snapshot: Snapshot | null;
  readonly drops: readonly DropSummary[];
  readonly sources: readonly OpenSource[];
}

/** What is going on: it changes many times a second while something loads. */
export interface Activity {
  readonly opening: Opening;
  readonly jobs: readonly ImportJob[];
  /** Rows of the snapshot while they are being fetched. */
  readonly rowsProgress: Progress | null;
  /** Null while nobody asked for newer data, and when they are open. */
  readonly refresh: Refresh | null;
  /** The last removal of files, where it failed. */
  readonly removal: FailedRemoval | null;
  /** Files that this tab had kept and that are not read again. */
  readonly lost: readonly LostFiles[];
}

/** One question to the open data, of somebody who waits for its answer. */
export type AskOnce = <T>(
  ask: (workspace: Workspace, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

export interface WorkspaceActions {
  /**
   * Asks once, for a table or a file. A view's question waits through a failed start of the engine;
   * this one is refused with the reason, until another try is under way.
   */
  readonly askOnce: AskOnce;
  readonly importFiles: (files: readonly File[]) => void;
  /** Shows what is open, without waiting any longer for the files that this tab kept. */
  readonly openWithoutSaved: () => void;
  /** Reads files that may be too large for a browser. */
  readonly readAnyway: (id: string) => void;
  /** Stops a waiting or running import, or puts away one that failed; its copy goes as well. */
  readonly dismissJob: (id: string) => void;
  /** A failure is told by `removal`; what is open is then left as it was. */
  readonly removeDrop: (id: string) => void;
  /** Puts away the message of a failed removal. */
  readonly dismissRemoval: () => void;
  /** Puts away the message of files that are not read again. */
  readonly dismissLost: () => void;
  /** Opens again after a failure. */
  readonly reopen: () => void;
  /**
   * Opens the server's present data in place of its earlier ones; dropped files stay. A failure is
   * told by `Activity.refresh`, and leaves what is open as it is.
   * @returns whether the present data are open now.
   */
  readonly refresh: () => Promise<boolean>;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
