import { z } from "zod";
import type { Reject } from "@/lib/records/importers/session";
import type { ImportSource } from "@/lib/records/importers/source";
import { readSourceRows } from "../source-rows";

export const POOL_FILE = "korean_pool.jsonl";
export const PAIRS_FILE = "korean_target_pairs.jsonl";

/** One well-formed sentence. What else a row holds is not needed here. */
const sentenceSchema = z.object({
  id: z.string().min(1),
  text: z.string().min(1),
  licence: z.string().min(1),
  /** What a reading of every sentence found; absent where it found nothing. */
  review: z
    .object({
      kind: z.string(),
      /** `strict`: never to be shown as a right sentence; `soft`: right, with another form licensed. */
      strength: z.enum(["strict", "soft"]),
      span: z.string(),
      reason: z.string(),
    })
    .nullish(),
});
export type SourceSentence = z.output<typeof sentenceSchema>;

/** A sentence of the pool and the same with one orthographic error. */
const pairSchema = z.object({
  id: z.string().min(1),
  pool_id: z.string().min(1),
  correct: z.string().min(1),
  erroneous: z.string().min(1),
  category: z.string().min(1),
  sub_category: z.string().min(1),
  licence: z.string().min(1),
  review: z.object({ verdict: z.string(), reason: z.string() }).nullish(),
});
export type SourcePair = z.output<typeof pairSchema>;

/** The two files as they were read, with their hashes. */
export interface KoreanSources {
  readonly sentences: readonly SourceSentence[];
  readonly pairs: readonly SourcePair[];
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

function assertNone(rejects: readonly Reject[]): void {
  const [first] = rejects;
  if (!first) return;
  const column = first.column === null ? "" : ` ${first.column}`;
  const more = rejects.length > 1 ? `; and ${rejects.length - 1} more lines` : "";
  throw new Error(`${first.file}:${first.line ?? "?"}${column}: ${first.reason}${more}`);
}

/** That every pair is one of a pool sentence, as it stands there. @throws Error naming the pair */
function assertPairs(sentences: readonly SourceSentence[], pairs: readonly SourcePair[]): void {
  const texts = new Map(sentences.map((sentence) => [sentence.id, sentence.text]));
  for (const pair of pairs)
    if (texts.get(pair.pool_id) !== pair.correct)
      throw new Error(
        `${PAIRS_FILE}: pair ${pair.id}: correct is not the text of ${pair.pool_id} in ${POOL_FILE}`,
      );
}

/**
 * Reads the pool of sentences and the pairs. A set that lacked a line would be another set under the
 * same description, so a line that cannot be read stops the build.
 * @throws Error naming file, line, field and reason
 */
export async function readKoreanSources(
  pool: ImportSource,
  pairs: ImportSource,
): Promise<KoreanSources> {
  const sentenceRows = await readSourceRows(pool, sentenceSchema);
  const pairRows = await readSourceRows(pairs, pairSchema);
  assertNone([...sentenceRows.rejects, ...pairRows.rejects]);
  const sources = {
    sentences: sentenceRows.rows.map(({ row }) => row),
    pairs: pairRows.rows.map(({ row }) => row),
    files: [sentenceRows, pairRows].map(({ name, sha256 }) => ({ name, sha256 })),
  };
  assertPairs(sources.sentences, sources.pairs);
  return sources;
}
