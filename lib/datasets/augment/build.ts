import { textSha256 } from "@/lib/records/hashes";
import type { ImportSource } from "@/lib/records/importers/source";
import type { Reject } from "@/lib/records/importers/session";
import {
  hashOfItem,
  ITEM_SET_VERSION,
  type ItemSetParts,
  type OptionSource,
  type SetItem,
  type SetManifest,
} from "@/lib/records/item-set";
import { stemFlag } from "@/lib/stems/flag";
import { frozenPresentations } from "@/lib/protocol/conditions";
import { BORROWED } from "./borrowed";
import { candidatesFor, donorsOf, type Candidate } from "./candidates";
import { usableQuestions } from "./filter";
import { chosenQuestions } from "./quotas";
import { neighboursIn } from "./similarity";
import { readBank, type BankQuestion } from "./source";
import { stepsOf } from "./steps";

/** A selector that answers in another form so often in a row is not asked again (P2, section 3.2). */
const MALFORMED_IN_A_ROW = 3;

/**
 * Chooses what is borrowed: indices into the candidates, `BORROWED` of them. Null where its answer has
 * another form; the question is then left out.
 */
export interface Selector {
  /** As the set's steps name it. */
  readonly name: string;
  readonly sources: SetManifest["sources"];
  choose(
    recipient: BankQuestion,
    candidates: readonly Candidate[],
  ): Promise<readonly number[] | null>;
}

/** Takes the first candidates: those of the most alike donors, each of another donor. No model. */
export const FIRST_CANDIDATES: Selector = {
  name: "the first candidates, without a model",
  sources: [],
  choose: () => Promise.resolve([...Array(BORROWED).keys()]),
};

export interface AugmentedPlan extends Pick<
  SetManifest,
  "benchmark" | "name" | "language" | "licence"
> {
  readonly seed: string;
  /** Frozen permutations of each condition that permutes. */
  readonly permutations: number;
  /** Questions that are asked; null for all usable ones. */
  readonly wanted: number | null;
  /** Sections with fewer usable questions are left out. */
  readonly leastPerSection: number;
  readonly selector: Selector;
  readonly onQuestion?: (done: number, total: number) => void;
}

export interface AugmentedBuild {
  readonly parts: ItemSetParts;
  readonly rejects: readonly Reject[];
}

interface Augmented {
  readonly item: SetItem;
  readonly provenance: readonly OptionSource[];
}

function sourceOf(
  item_id: string,
  option: number,
  { id, split, row, section }: BankQuestion,
  donor_option: number,
  text: string,
): OptionSource {
  return {
    item_id,
    option,
    donor_item: id,
    donor_split: split,
    donor_row: row,
    donor_option,
    donor_section: section,
    text_sha256: textSha256(text),
  };
}

function augmented(
  question: BankQuestion,
  borrowed: readonly Candidate[],
  language: string,
): Augmented {
  const { id, options, key, section, topic } = question;
  const item = {
    item_id: id,
    stem: question.question,
    target: null,
    target_base: null,
    options: [
      ...options.map((text) => ({
        text,
        origin: "original" as const,
        donor_item: null,
        donor_option: null,
      })),
      ...borrowed.map(({ text, donor, option }) => ({
        text,
        origin: "borrowed" as const,
        donor_item: donor.id,
        donor_option: option,
      })),
    ],
    key,
    section,
    sub_category: topic,
    ...stemFlag(question.question, language),
  };
  return {
    item: { ...item, item_hash: hashOfItem(item) },
    provenance: [
      ...options.map((text, i) => sourceOf(id, i, question, i, text)),
      ...borrowed.map(({ donor, option, text }, i) =>
        sourceOf(id, options.length + i, donor, option, text),
      ),
    ],
  };
}

/** Distinct indices of candidates, as many as are borrowed. */
const isChoice = (choice: readonly number[], candidates: readonly Candidate[]): boolean =>
  choice.length === BORROWED &&
  new Set(choice).size === BORROWED &&
  choice.every((index) => Number.isInteger(index) && candidates[index] !== undefined);

interface Borrowing {
  readonly made: readonly Augmented[];
  /** Questions with fewer candidates than are borrowed. */
  readonly short: number;
  readonly malformed: number;
}

async function borrow(
  chosen: readonly BankQuestion[],
  usable: readonly BankQuestion[],
  { selector, language, onQuestion }: AugmentedPlan,
): Promise<Borrowing> {
  const rankers = new Map(
    [...Map.groupBy(usable, ({ section }) => section)].map(([section, questions]) => [
      section,
      neighboursIn(questions),
    ]),
  );
  const made: Augmented[] = [];
  let short = 0;
  let malformed = 0;
  let inARow = 0;
  for (const [done, question] of chosen.entries()) {
    onQuestion?.(done, chosen.length);
    const nearest = rankers.get(question.section)?.(question) ?? [];
    const candidates = candidatesFor(question, donorsOf(question, nearest));
    if (candidates.length < BORROWED) {
      short += 1;
      continue;
    }
    const choice = await selector.choose(question, candidates);
    if (choice && isChoice(choice, candidates)) {
      inARow = 0;
      made.push(
        augmented(
          question,
          choice.flatMap((index) => candidates[index] ?? []),
          language,
        ),
      );
      continue;
    }
    malformed += 1;
    inARow += 1;
    if (inARow === MALFORMED_IN_A_ROW)
      throw new Error(
        `${selector.name}: ${MALFORMED_IN_A_ROW} answers in a row named no ${BORROWED} candidates, the last for question ${question.id}`,
      );
  }
  return { made, short, malformed };
}

/**
 * A set of questions with their five original options and five borrowed ones, every option with its
 * place in the source, and frozen orders for the conditions of P2's controlled re-evaluation.
 * @throws Error where no question is left, or the selector keeps answering in another form
 */
export async function buildAugmented(
  source: ImportSource,
  plan: AugmentedPlan,
): Promise<AugmentedBuild> {
  const bank = await readBank(source);
  const filtered = usableQuestions(bank.questions);
  const chosen = chosenQuestions(filtered.usable, {
    wanted: plan.wanted,
    least: plan.leastPerSection,
    seed: plan.seed,
  });
  const borrowing = await borrow(chosen, filtered.usable, plan);
  const { made } = borrowing;
  if (made.length === 0) throw new Error(`${bank.name}: no question is left to ask`);
  const { benchmark, name, language, licence, seed, permutations, selector } = plan;
  const shared = {
    items: made.map(({ item }) => item),
    pool: [],
    provenance: made.flatMap((one) => one.provenance),
  };
  const manifest: SetManifest = {
    version: ITEM_SET_VERSION,
    benchmark,
    name,
    kind: "fixed-question",
    language,
    licence,
    sources: [{ name: bank.name, sha256: bank.sha256 }, ...selector.sources],
    steps: [],
    seed,
    environments: {},
  };
  const presentations = frozenPresentations({ manifest, ...shared }, seed, permutations);
  const { short, malformed } = borrowing;
  const steps = stepsOf(bank, filtered, chosen, {
    leastPerSection: plan.leastPerSection,
    selector: selector.name,
    short,
    malformed,
    items: made.length,
    borrowed: made.length * BORROWED,
    permutations,
    presentations: presentations.length,
  });
  return {
    parts: { manifest: { ...manifest, steps }, ...shared, presentations },
    rejects: bank.rejects,
  };
}
