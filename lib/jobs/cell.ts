import { z } from "zod";
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

const cellTuple = z.tuple([
  z.string().nullable(),
  z.int(),
  z.string(),
  z.string().nullable(),
  z.string().nullable(),
  z.int().nullable(),
]);

/** The inverse of {@link cellText}. @throws ZodError for any other text */
export function cellOf(text: string): Cell {
  const [environment, n_options, padding, mode, condition, permutation] = cellTuple.parse(
    JSON.parse(text),
  );
  return { environment, n_options, padding, mode, condition, permutation };
}
