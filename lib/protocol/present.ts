import { optionsHash } from "@/lib/records/hashes";
import type { ItemSet, SetItem } from "@/lib/records/item-set";
import { presentationsOf, type Presentations } from "./conditions";
import type { JobSpec } from "./job-spec";
import { poolOf, sameText } from "./pool";
import type { Presented, RequestKey, ShownOption } from "./presented";
import { drawTrial, type Trial } from "./trials";

type Shown = Pick<Presented, "options" | "goldPos">;
type Shower = (item: SetItem, key: RequestKey) => Shown;

interface Pool {
  readonly texts: readonly string[];
  /** By the text as a reader sees it. */
  readonly places: ReadonlyMap<string, number>;
}

/** A trial with the texts that all items share; the gold stands nowhere yet. */
interface SharedTrial {
  readonly name: string;
  readonly draw: Trial;
  readonly pool: Pool;
}

/** The distractors of a trial for one item: its own correct form gives way to the spare. */
function distractorsOf(item: SetItem, { draw, pool }: SharedTrial): readonly number[] {
  if (item.target_base === null) return draw.distractors;
  const base = pool.places.get(sameText(item.target_base));
  if (base === undefined || !draw.distractors.includes(base)) return draw.distractors;
  const { spare } = draw;
  if (spare === null)
    throw new RangeError(
      `item ${item.item_id}: its correct form is among the distractors and the pool has no other sentence left`,
    );
  return draw.distractors.map((index) => (index === base ? spare : index));
}

/** Options drawn from a pool, the same for all items of a trial (first paper, section 3.4). */
function sampledShower(spec: JobSpec, set: ItemSet): Shower {
  const pools = new Map<string, Pool>();
  const poolNamed = (environment: string): Pool => {
    const known = pools.get(environment);
    if (known) return known;
    const texts = poolOf(set, environment).map((sentence) => sentence.text);
    const pool = { texts, places: new Map(texts.map((text, index) => [sameText(text), index])) };
    pools.set(environment, pool);
    return pool;
  };
  // Items of one trial are asked together: one draw serves them all.
  let last: SharedTrial | null = null;
  const trialOf = ({ environment, n_options: nOptions, trial }: RequestKey): SharedTrial => {
    if (environment === null) throw new RangeError("a sampled option needs an environment");
    const name = JSON.stringify([environment, nOptions, trial]);
    if (last?.name === name) return last;
    const pool = poolNamed(environment);
    const key = { seed: spec.seed, environment, nOptions, trial };
    last = { name, pool, draw: drawTrial(key, pool.texts.length, spec.sampling) };
    return last;
  };

  return (item, key) => {
    if (item.target === null) throw new RangeError(`item ${item.item_id} has no target sentence`);
    const shared = trialOf(key);
    const { goldPos } = shared.draw;
    const texts = distractorsOf(item, shared).map((index) => shared.pool.texts[index] ?? "");
    texts.splice(goldPos - 1, 0, item.target);
    return { options: texts.map((text): ShownOption => ({ text, origin: null })), goldPos };
  };
}

/** The item's own options, in the order that its condition and permutation give. */
function fixedShower(presentations: Presentations): Shower {
  return (item, { condition, permutation, n_options }) => {
    const where = `item ${item.item_id}, condition ${condition ?? "none"}, permutation ${permutation ?? "none"}`;
    const order = presentations.order(item, condition, permutation);
    if (!order) throw new RangeError(`${where}: there is nothing to show`);
    const options = order.map((index): ShownOption => {
      const option = item.options[index];
      if (!option)
        throw new RangeError(
          `${where}: there is no option ${index} (there are ${item.options.length}; the first is 0)`,
        );
      return { text: option.text, origin: option.origin };
    });
    if (new Set(order).size !== order.length)
      throw new RangeError(`${where}: an option is shown twice`);
    const goldPos = item.key === null ? 0 : order.indexOf(item.key) + 1;
    if (goldPos === 0) throw new RangeError(`${where}: the key is not among the options shown`);
    if (options.length !== n_options)
      throw new RangeError(`${where}: ${options.length} options, not ${n_options}`);
    return { options, goldPos };
  };
}

/**
 * What each request shows: a pure function of spec, set and key, so that everything shown can be
 * rebuilt from a run's records. Fast where the items of a trial follow one another.
 * @throws RangeError (from the function that it returns) for a key that the set cannot show
 */
export function presenterOf(spec: JobSpec, set: ItemSet): (key: RequestKey) => Presented {
  const items = new Map(set.items.map((item) => [item.item_id, item]));
  const show =
    set.manifest.kind === "error-identification"
      ? sampledShower(spec, set)
      : fixedShower(presentationsOf(spec, set));
  return (key) => {
    const item = items.get(key.item_id);
    if (!item) throw new RangeError(`No item "${key.item_id}" in ${set.manifest.name}`);
    if (item.item_hash === null) throw new RangeError(`item ${item.item_id} has no hash`);
    const shown = show(item, key);
    return {
      key,
      ...shown,
      itemHash: item.item_hash,
      optionsHash: optionsHash(shown.options.map((option) => option.text)),
      section: item.section,
      stemNegative: item.stem_negative,
    };
  };
}
