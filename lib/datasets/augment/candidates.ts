import type { BankQuestion } from "./source";
import { canonical, formatOf, isDependent, type Format } from "./wording";

/** P2, section 3.2. */
export const MAX_DONORS = 60;
export const MAX_CANDIDATES = 100;
export const MAX_CHARACTERS = 16_000;

/** An option of another question that may be borrowed. */
export interface Candidate {
  readonly donor: BankQuestion;
  /** Index into the donor's options. */
  readonly option: number;
  readonly text: string;
}

/** Donors of the recipient's topic, then those whose stems are most alike, by turns, each once. */
export function donorsOf(
  recipient: BankQuestion,
  nearest: readonly BankQuestion[],
): readonly BankQuestion[] {
  const ofTopic =
    recipient.topic === null ? [] : nearest.filter(({ topic }) => topic === recipient.topic);
  const turns = nearest.flatMap((near, i) => {
    const same = ofTopic[i];
    return same ? [same, near] : [near];
  });
  return [...new Set(turns)].slice(0, MAX_DONORS);
}

/** The one format that all options of a question have; null where they differ. */
function commonFormat(options: readonly string[]): Format | null {
  const [first, ...others] = new Set(options.map(formatOf));
  return others.length === 0 ? (first ?? null) : null;
}

/**
 * What a question may borrow (P2, section 3.2): distractors of its donors, one donor after the other
 * and around again. Left out is what reads like an option that is there already, what means something
 * beside its neighbours alone, and what is of another format than all of the question's own options.
 */
export function candidatesFor(
  recipient: BankQuestion,
  donors: readonly BankQuestion[],
): readonly Candidate[] {
  const seen = new Set(recipient.options.map(canonical));
  const format = commonFormat(recipient.options);
  const lists = donors.map((donor) =>
    donor.options.flatMap((text, option) =>
      option === donor.key ? [] : [{ donor, option, text }],
    ),
  );
  const rounds = Math.max(0, ...lists.map((list) => list.length));
  const found: Candidate[] = [];
  let characters = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const list of lists) {
      const candidate = list[round];
      if (!candidate) continue;
      const wording = canonical(candidate.text);
      if (seen.has(wording) || isDependent(candidate.text)) continue;
      if (format !== null && formatOf(candidate.text) !== format) continue;
      if (found.length === MAX_CANDIDATES) return found;
      if (characters + candidate.text.length > MAX_CHARACTERS) return found;
      characters += candidate.text.length;
      seen.add(wording);
      found.push(candidate);
    }
  return found;
}
