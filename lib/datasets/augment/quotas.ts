import { queued } from "./order";
import type { BankQuestion } from "./source";

/**
 * Questions that are asked: as evenly from all sections as they have them, drawn by the seed (P2,
 * section 3.1). Sections that have fewer than `least` are left out; null takes all of the others.
 * @returns in the order of the file
 */
export function chosenQuestions(
  usable: readonly BankQuestion[],
  { wanted, least, seed }: { wanted: number | null; least: number; seed: string },
): readonly BankQuestion[] {
  const sections = [...Map.groupBy(usable, ({ section }) => section)].filter(
    ([, questions]) => questions.length >= least,
  );
  const queues = queued(sections, seed, ([section]) => section).map(([, questions]) =>
    queued(questions, seed, ({ id }) => id),
  );
  const chosen: BankQuestion[] = [];
  const most = Math.max(0, ...queues.map((queue) => queue.length));
  for (let round = 0; round < most; round += 1)
    for (const queue of queues) {
      const question = queue[round];
      if (question && (wanted === null || chosen.length < wanted)) chosen.push(question);
    }
  return chosen.sort((a, b) => a.row - b.row);
}
