import type { ItemSet, PoolSentence } from "@/lib/records/item-set";

/** Texts that a reader cannot tell apart: white space and Unicode forms do not count. */
export function sameText(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

const byId = (a: PoolSentence, b: PoolSentence) =>
  a.sentence_id < b.sentence_id ? -1 : a.sentence_id > b.sentence_id ? 1 : 0;

/**
 * The sentences that an environment's trials draw from, in the order of their sentence_id (code
 * units): a trial's indices point into this list. It holds the sentences of the environment's levels
 * that are not excluded; of equal texts the first; and none that equals the target of any item, since
 * two errors would stand in one list.
 * @throws RangeError for an environment that the set does not have
 */
export function poolOf(set: ItemSet, environment: string): readonly PoolSentence[] {
  const levels = Object.hasOwn(set.manifest.environments, environment)
    ? set.manifest.environments[environment]
    : undefined;
  if (!levels)
    throw new RangeError(
      `No environment "${environment}" in ${set.manifest.name}. There are: ${Object.keys(set.manifest.environments).join(", ")}`,
    );
  const seen = new Set(
    set.items.flatMap(({ target }) => (target === null ? [] : sameText(target))),
  );
  return [...set.pool].sort(byId).filter((sentence) => {
    if (sentence.excluded !== null || !levels.includes(sentence.level)) return false;
    const text = sameText(sentence.text);
    const fresh = !seen.has(text);
    seen.add(text);
    return fresh;
  });
}
