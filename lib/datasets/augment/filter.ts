import { byCodeUnits } from "./order";
import type { BankQuestion } from "./source";
import { canonical, canonicalStem, isDependent, needsFigure } from "./wording";

/** Options that a question of the original condition has (P2: five). */
export const ORIGINALS = 5;

/** Why a question is neither asked nor lends options. */
export const FILTER_REASONS = [
  "reviewed",
  "option_count",
  "repeated_options",
  "dependent_options",
  "missing_figure",
  "repeated_stem",
  "conflicting_keys",
] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];

function ownReason(question: BankQuestion): FilterReason | null {
  const { options, question: stem, reviewed } = question;
  if (reviewed) return "reviewed";
  if (options.length !== ORIGINALS) return "option_count";
  if (new Set(options.map(canonical)).size < options.length) return "repeated_options";
  if (options.some(isDependent)) return "dependent_options";
  return needsFigure(stem) ? "missing_figure" : null;
}

const keyText = ({ options, key }: BankQuestion) => canonical(options[key] ?? "");

export interface Filtered {
  readonly usable: readonly BankQuestion[];
  readonly reasons: ReadonlyMap<FilterReason, number>;
}

/**
 * Structural filtering (P2, section 3.1): what cannot stand as a question of five options, and of one
 * stem all but the first by id, or all where their keys differ. `usable` is in the order of the file.
 */
export function usableQuestions(questions: readonly BankQuestion[]): Filtered {
  const reasons = new Map<FilterReason, number>();
  const leave = (reason: FilterReason, count: number) => {
    if (count > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  };
  const sound = questions.filter((question) => {
    const reason = ownReason(question);
    if (reason) leave(reason, 1);
    return reason === null;
  });
  const usable = [
    ...Map.groupBy(sound, ({ question }) => canonicalStem(question)).values(),
  ].flatMap((same) => {
    if (new Set(same.map(keyText)).size > 1) {
      leave("conflicting_keys", same.length);
      return [];
    }
    leave("repeated_stem", same.length - 1);
    return [...same].sort((a, b) => byCodeUnits(a.id, b.id)).slice(0, 1);
  });
  return { usable: usable.sort((a, b) => a.row - b.row), reasons };
}
