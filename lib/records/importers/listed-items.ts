import { itemOf } from "./draft";
import type { ShownOptions } from "./minimal-options";
import type { RowSink } from "./sink";

/** Items whose options are remembered; those of further ones stand with their rows alone. */
const MAX_ITEMS = 100_000;
/** Orders remembered of an item; beyond it they are forgotten and may be written again. */
const MAX_ORDERS = 1_000;

type Facts = Parameters<typeof itemOf>[0];
type Option = Parameters<typeof itemOf>[1][number];

/** A row that lists its options, and what it says of them. */
interface ListingRow {
  /** Its key is the one of the options as listed. */
  readonly facts: Facts & { readonly key: number };
  readonly options: ShownOptions;
  /** We made the item's hash, of these options. */
  readonly hashed: boolean;
  /** The row says that a borrowed option was chosen. */
  readonly choseBorrowed: boolean;
  readonly options_hash: string | null;
  readonly condition: string | null;
  readonly permutation: number | null;
}

/** One item, by its hash. */
interface Listed {
  readonly first: ListingRow;
  /** As listed first; borrowed options that other rows list stand behind them. */
  readonly options: Option[];
  /** Some row says which options are borrowed. */
  told: boolean;
  /** Rows list what cannot be one item with the origins that they give, or give none. */
  unclear: boolean;
  /** Orders that were written, with the condition and the permutation. */
  readonly written: Set<string>;
}

const originOf = ({ origins }: ShownOptions, at: number): Option["origin"] =>
  origins?.[at] ?? "original";

const nameOf = ({ benchmark, item_id, item_hash }: Facts): string =>
  JSON.stringify([benchmark, item_id, item_hash]);

/** A question with its key: what stays the same where options are borrowed. */
const questionOf = ({ facts, options }: ListingRow): string =>
  JSON.stringify([facts.benchmark, facts.item_id, facts.stem, options.texts[facts.key]]);

/** All texts of one list, each as often, are in another. */
function isPartOf(part: Listed, whole: Listed): boolean {
  const left = [...whole.first.options.texts];
  return part.first.options.texts.every((text) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/**
 * Whether a set may be another one of its question with options borrowed or left out: one contains the
 * other, and of one of them nothing says which are borrowed. Any other two sets are two questions.
 */
const isUnsure = (own: Listed, sets: readonly Listed[]): boolean =>
  sets.some(
    (other) =>
      other !== own && !(own.told && other.told) && (isPartOf(own, other) || isPartOf(other, own)),
  );

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}

/**
 * Where a row's options stand among an item's, those that it borrows anew behind them.
 * @returns null where the originals or the key are not the item's: nothing is added then
 */
function orderOf(listed: Listed, { facts, options }: ListingRow): number[] | null {
  const { texts } = options;
  const key = listed.options[listed.first.facts.key];
  const gold = originOf(options, facts.key);
  if (key?.text !== texts[facts.key] || key?.origin !== gold) return null;
  const free = new Map<string, number[]>();
  const kindOf = (text: string, origin: Option["origin"]) => `${origin} ${text}`;
  listed.options.forEach(({ text, origin }, at) => {
    if (at === listed.first.facts.key) return;
    const kind = kindOf(text, origin);
    free.set(kind, [...(free.get(kind) ?? []), at]);
  });
  const added: Option[] = [];
  const order: number[] = [];
  for (const [at, text] of texts.entries()) {
    const origin = originOf(options, at);
    const found =
      at === facts.key ? listed.first.facts.key : free.get(kindOf(text, origin))?.shift();
    if (found === undefined && origin === "original") return null;
    order.push(found ?? listed.options.length + added.push({ text, origin }) - 1);
  }
  const left = [...free].some(([kind, at]) => at.length > 0 && kind.startsWith("original "));
  if (left) return null;
  listed.options.push(...added);
  return order;
}

/**
 * Items of rows that list their options: one question that is shown with its own options and with
 * borrowed ones beside them is one item with all of them, and each condition shows some in an order.
 */
export class ListedItems {
  private readonly byName = new Map<string, Listed>();
  private readonly questions = new Map<string, Facts>();

  constructor(private readonly sink: RowSink) {}

  /** @returns false where the row itself must keep the options that it showed */
  add(row: ListingRow): boolean {
    const name = nameOf(row.facts);
    let listed = this.byName.get(name);
    if (!listed) {
      if (this.byName.size >= MAX_ITEMS) {
        // What other rows list of it is not remembered: its question stands, its options with their rows.
        this.sink.addPresentedItem(itemOf({ ...row.facts, key: null }, []));
        return false;
      }
      const options = row.options.texts.map((text, at) => ({
        text,
        origin: originOf(row.options, at),
      }));
      listed = { first: row, options, told: false, unclear: false, written: new Set() };
      this.byName.set(name, listed);
    }
    const order = orderOf(listed, row);
    if (row.options.origins) listed.told = true;
    if (!order || (row.choseBorrowed && !row.options.origins)) listed.unclear = true;
    else this.present(listed, row, order);
    return (
      row.facts.key === listed.first.facts.key &&
      sameTexts(row.options.texts, listed.first.options.texts)
    );
  }

  /** A row that tells its question and lists no options. */
  addQuestion(facts: Facts): void {
    const name = nameOf(facts);
    if (this.questions.size < MAX_ITEMS && !this.questions.has(name))
      this.questions.set(name, facts);
  }

  private present(listed: Listed, row: ListingRow, order: readonly number[]): void {
    const { condition, permutation } = row;
    // Presentations go by the condition, and permutations count from 1.
    if (condition === null || (permutation !== null && permutation < 1)) return;
    const shown = { condition, permutation, order: JSON.stringify(order) };
    const mark = JSON.stringify(shown);
    if (listed.written.has(mark)) return;
    if (listed.written.size >= MAX_ORDERS) listed.written.clear();
    listed.written.add(mark);
    const { benchmark, item_id, item_hash } = row.facts;
    this.sink.addPresentation({ benchmark, item_id, item_hash, ...shown });
  }

  /**
   * Writes the items, once all rows are read.
   * @returns how many item ids list options of which nothing says, option by option, where they are from
   */
  async settle(): Promise<number> {
    for (const [name, facts] of this.questions)
      if (!this.byName.has(name)) this.sink.addPresentedItem(itemOf(facts, []));
    const nameless = this.nameless();
    const ids = new Set<string>();
    for (const listed of this.byName.values()) {
      const unhashed = nameless.has(listed);
      const unknown = listed.unclear || unhashed;
      const { facts } = listed.first;
      if (unknown) ids.add(JSON.stringify([facts.benchmark, facts.item_id]));
      this.write(listed, unknown, unhashed);
      await this.sink.flushIfFull();
    }
    return ids.size;
  }

  /**
   * Items that we named by options which need not be their own: one question under one id lists
   * several sets of options, and of some of them nothing says which are borrowed.
   */
  private nameless(): ReadonlySet<Listed> {
    const byQuestion = new Map<string, Listed[]>();
    for (const listed of this.byName.values()) {
      if (!listed.first.hashed) continue;
      const question = questionOf(listed.first);
      byQuestion.set(question, [...(byQuestion.get(question) ?? []), listed]);
    }
    const unclear = [...byQuestion.values()].flatMap((sets) =>
      sets.some((listed) => listed.unclear) ? sets : sets.filter((own) => isUnsure(own, sets)),
    );
    return new Set(unclear);
  }

  private write(
    { first, options, told, written }: Listed,
    unknown: boolean,
    nameless: boolean,
  ): void {
    const { facts, options_hash } = first;
    this.sink.addPresentedItem(
      itemOf(
        {
          ...facts,
          key: unknown ? null : facts.key,
          item_hash: nameless ? null : facts.item_hash,
        },
        // An item's options have an origin each: where it is not known they stand with their rows.
        unknown ? [] : options,
      ),
    );
    const { texts } = first.options;
    // Rows that show an item's options as it has them need not state them.
    const differs = unknown || options.length > texts.length;
    if (!differs && (told || written.size === 0)) return;
    this.sink.addListing({
      benchmark: facts.benchmark,
      item_id: facts.item_id,
      item_hash: facts.item_hash,
      options_hash,
      gold_pos: facts.key + 1,
      request: differs ? JSON.stringify({ options: texts }) : null,
      known: told && !unknown,
      nameless,
    });
  }
}
