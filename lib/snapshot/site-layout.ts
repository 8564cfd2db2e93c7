import { z } from "zod";
import { shortHash } from "@/lib/records/hashes";
import { writeKey, type ResponseKey } from "@/lib/rows/key";
import { rawReplySchema } from "./api";

/** Responses of one file of texts, about. */
export const SHARD_ROWS = 100;

/** By run id: the folder of its texts, and over how many files they are spread. */
export const textsIndexSchema = z.record(
  z.string(),
  z.strictObject({ folder: z.string().regex(/^[0-9a-f]+$/), files: z.int().positive() }),
);
export type TextsIndex = z.infer<typeof textsIndexSchema>;

export const textsFileSchema = z.array(rawReplySchema);

/** The number of the file that holds the texts of a key, below `files`. */
export function fileOfKey(key: ResponseKey, files: number): number {
  return Number.parseInt(shortHash(writeKey(key)).slice(0, 8), 16) % files;
}

/** The folder of a run's texts: ids may hold what no file name can. */
export function folderOfRun(runId: string): string {
  return shortHash(runId);
}
