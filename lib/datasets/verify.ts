import { hashOfItem, type ItemSetParts, type SetItem } from "@/lib/records/item-set";
import { ratePool } from "./difficulty";
import { repeated } from "./repeated";
import { SET_FILES, type SetFault } from "./set-files";
import { presentationFaults } from "./verify-presentations";
import { provenanceFaults } from "./verify-provenance";

/** Scores are computed alike everywhere; another program may add in another order. */
const SCORE_TOLERANCE = 1e-9;

const itemPlace = (id: string) => `${SET_FILES.items}, item ${id}`;
const sentencePlace = (id: string) => `${SET_FILES.pool}, sentence ${id}`;

function* optionFaults(item: SetItem): Generator<Omit<SetFault, "where">> {
  if (item.options.length < 2)
    yield { what: "options", why: `are ${item.options.length}: a question has two or more` };
  if (item.key === null) yield { what: "key", why: "is missing" };
  else if (item.key >= item.options.length)
    yield {
      what: "key",
      why: `is ${item.key}, beyond the ${item.options.length} options (the first is 0)`,
    };
  if (item.target !== null) yield { what: "target", why: "belongs to error identification alone" };
}

function* targetFaults(item: SetItem): Generator<Omit<SetFault, "where">> {
  if (item.target === null) yield { what: "target", why: "is missing" };
  else if (item.target === item.target_base)
    yield { what: "target_base", why: "is the target itself: one of them must be right" };
  if (item.options.length > 0)
    yield { what: "options", why: "must be empty: they are sampled from the pool" };
  if (item.key !== null) yield { what: "key", why: "must be null: the target is the key" };
}

function hashFault(item: SetItem): Omit<SetFault, "where"> | null {
  const expected = hashOfItem(item);
  if (item.item_hash === expected) return null;
  const said = item.item_hash ?? "missing";
  return {
    what: "item_hash",
    why: `is ${said}; the item's own is ${expected ?? "undefined, since it lacks a stem or a key"}`,
  };
}

function* itemFaults({ manifest, items }: ItemSetParts): Generator<SetFault> {
  if (items.length === 0) yield { what: "items", where: SET_FILES.items, why: "are none" };
  for (const id of repeated(items.map((item) => item.item_id)))
    yield { what: "item_id", where: itemPlace(id), why: "stands more than once" };
  const faultsOf = manifest.kind === "fixed-question" ? optionFaults : targetFaults;
  for (const item of items) {
    const where = itemPlace(item.item_id);
    for (const fault of faultsOf(item)) yield { ...fault, where };
    const fault = hashFault(item);
    if (fault) yield { ...fault, where };
  }
}

function* ratingFaults({ pool }: ItemSetParts): Generator<SetFault> {
  const expected = ratePool(pool).sentences;
  for (const [i, sentence] of pool.entries()) {
    const { score, level } = expected[i] ?? sentence;
    const where = sentencePlace(sentence.sentence_id);
    if (Math.abs(score - sentence.score) > SCORE_TOLERANCE)
      yield {
        what: "score",
        where,
        why: `is ${sentence.score}; its features and the pool's ranges give ${score}`,
      };
    if (level !== sentence.level)
      yield {
        what: "level",
        where,
        why: `is ${sentence.level}; the quartiles of the pool give ${level}`,
      };
  }
}

function* environmentFaults({ manifest, pool }: ItemSetParts): Generator<SetFault> {
  const where = SET_FILES.manifest;
  const environments = Object.entries(manifest.environments);
  if (environments.length === 0) yield { what: "environments", where, why: "are none" };
  for (const [name, levels] of environments) {
    for (const level of repeated(levels.map(String)))
      yield { what: `environment ${name}`, where, why: `names level ${level} twice` };
    for (const level of new Set(levels))
      if (!pool.some((sentence) => sentence.excluded === null && sentence.level === level))
        yield {
          what: `environment ${name}`,
          where,
          why: `names level ${level}, of which the pool holds no sentence that may be shown`,
        };
  }
}

function* poolFaults(parts: ItemSetParts): Generator<SetFault> {
  const { pool, items } = parts;
  const shown = pool.filter((sentence) => sentence.excluded === null);
  for (const id of repeated(pool.map((sentence) => sentence.sentence_id)))
    yield { what: "sentence_id", where: sentencePlace(id), why: "stands more than once" };
  for (const same of repeated(shown.map((sentence) => sentence.text)))
    yield { what: "text", where: SET_FILES.pool, why: `stands more than once: ${same}` };
  const targets = new Map(items.map((item) => [item.target, item.item_id]));
  for (const { sentence_id, text } of shown) {
    const item = targets.get(text);
    if (item !== undefined)
      yield {
        what: "text",
        where: sentencePlace(sentence_id),
        why: `is the target of item ${item}: it would be a second right answer`,
      };
  }
  if (shown.length > 0) yield* ratingFaults(parts);
  yield* environmentFaults(parts);
}

/** What only the other kind has. */
function* foreignFaults(parts: ItemSetParts): Generator<SetFault> {
  const { manifest, pool, presentations, provenance } = parts;
  if (manifest.kind === "error-identification") {
    if (provenance !== undefined)
      yield {
        what: "provenance",
        where: SET_FILES.provenance,
        why: "belongs to fixed questions alone",
      };
    if (presentations.length > 0)
      yield {
        what: "presentations",
        where: SET_FILES.presentations,
        why: "belong to fixed questions alone",
      };
    return;
  }
  if (pool.length > 0)
    yield { what: "pool", where: SET_FILES.pool, why: "belongs to error identification alone" };
  if (Object.keys(manifest.environments).length > 0)
    yield {
      what: "environments",
      where: SET_FILES.manifest,
      why: "belong to error identification alone",
    };
}

/**
 * All that is wrong with what an item set holds: ids, keys within options, item hashes, scores and
 * levels recomputed from the stored features, environments that name filled levels, presentations
 * that can be rebuilt and are what their names say, options that are where their provenance has them.
 * None for a sound set.
 */
export function contentFaults(parts: ItemSetParts): SetFault[] {
  const identification = parts.manifest.kind === "error-identification";
  return [
    ...itemFaults(parts),
    ...foreignFaults(parts),
    ...(identification
      ? poolFaults(parts)
      : [...presentationFaults(parts), ...provenanceFaults(parts)]),
  ];
}
