import type { Chunk, RequestKey } from "@/lib/protocol/presented";

/** What a request key says besides item and trial. */
type Cell = Pick<
  RequestKey,
  "environment" | "n_options" | "padding" | "mode" | "condition" | "permutation"
>;

/** A cell as one text, which tells any two apart: what keys of results hold. */
export function cellText(cell: Cell | Chunk["cell"]): string {
  const { environment, n_options, padding, mode, condition, permutation } = cell;
  return JSON.stringify([environment, n_options, padding, mode, condition, permutation]);
}
