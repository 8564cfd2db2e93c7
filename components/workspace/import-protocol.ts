import type { ImportWarning, Reject } from "@/lib/records/import";
import type { DroppedRun } from "./types";

/** Schema of the texts of the files that are in `schema`: its tables are `raw` and `items`. */
export const textsSchema = (schema: string) => `${schema}_texts`;

/** What the import worker is asked; the engine's port travels beside. */
export interface ImportRequest {
  readonly files: readonly File[];
  /** Schema that the tables of these files go to. */
  readonly schema: string;
  readonly port: MessagePort;
}

export interface ImportOutcome {
  readonly runs: readonly DroppedRun[];
  /** Reviewer records that count at items of runs that were open before. */
  readonly reviews: number;
  readonly rejected: number;
  readonly rejects: readonly Reject[];
  readonly warnings: readonly ImportWarning[];
}

export type ImportEvent =
  | {
      readonly kind: "progress";
      readonly file: string;
      readonly bytes: number;
      readonly total: number;
      readonly rows: number;
    }
  | { readonly kind: "done"; readonly outcome: ImportOutcome }
  | { readonly kind: "failed"; readonly message: string };
