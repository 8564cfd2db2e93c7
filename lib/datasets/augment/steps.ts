import type { SetManifest } from "@/lib/records/item-set";
import { FILTER_REASONS, type Filtered } from "./filter";
import type { Bank, BankQuestion } from "./source";
import { canonicalStem } from "./wording";

/** Count of a step by which `provenanceOf` knows it. */
export const STEMS_ELSEWHERE = "stems_in_another_split";

/** What the borrowing made. */
interface Made {
  readonly leastPerSection: number;
  /** What chose among the candidates. */
  readonly selector: string;
  /** Questions with fewer candidates than are borrowed. */
  readonly short: number;
  readonly malformed: number;
  readonly items: number;
  readonly borrowed: number;
  readonly permutations: number;
  readonly presentations: number;
}

/** Of the chosen questions those whose stem also stands in another part of the source. */
function stemsElsewhere(bank: Bank, chosen: readonly BankQuestion[]): number {
  const splits = Map.groupBy(bank.questions, ({ question }) => canonicalStem(question));
  return chosen.filter(({ question, split }) =>
    splits.get(canonicalStem(question))?.some((other) => other.split !== split),
  ).length;
}

/** How a set was made, step by step, each with what it left. */
export function stepsOf(
  bank: Bank,
  filtered: Filtered,
  chosen: readonly BankQuestion[],
  made: Made,
): SetManifest["steps"] {
  const sections = Map.groupBy(chosen, ({ section }) => section);
  return [
    {
      what: "Questions read from the file",
      counts: {
        lines: bank.questions.length + bank.rejects.length,
        rejected: bank.rejects.length,
        questions: bank.questions.length,
      },
    },
    {
      what: "Structural filter (second paper, section 3.1): what is left out neither asks nor lends options",
      counts: {
        ...Object.fromEntries(
          FILTER_REASONS.map((reason) => [reason, filtered.reasons.get(reason) ?? 0]),
        ),
        usable: filtered.usable.length,
      },
    },
    {
      what: `Questions chosen evenly from sections with ${made.leastPerSection} usable ones or more`,
      counts: {
        ...Object.fromEntries([...sections].map(([name, own]) => [`section ${name}`, own.length])),
        [STEMS_ELSEWHERE]: stemsElsewhere(bank, chosen),
        chosen: chosen.length,
      },
    },
    {
      what: `Five distractors borrowed from questions of the same section (second paper, section 3.2): donors of the same topic and of the most alike stems by turns, likeness by runs of three characters; chosen: ${made.selector}. Nobody has judged whether a borrowed option is a second right answer`,
      counts: {
        too_few_candidates: made.short,
        malformed_choice: made.malformed,
        items: made.items,
        borrowed: made.borrowed,
      },
    },
    {
      what: "Orders frozen for the four conditions by the set's seed (second paper, limitations)",
      counts: { permutations: made.permutations, presentations: made.presentations },
    },
  ];
}
