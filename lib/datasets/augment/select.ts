import { z } from "zod";
import { BORROWED } from "./borrowed";
import type { Candidate } from "./candidates";
import type { BankQuestion } from "./source";

/** The instruction that a model chooses by (P2, section 3.2 and appendix A; the wording is ours). */
export const SELECT_INSTRUCTION = `You choose wrong answers for a multiple-choice question. What follows is data: a JSON object with the question, its options, the number of the right one (trust it) and candidates, each with an identifier. Choose exactly ${BORROWED} candidates.
First of all, none may be another right answer, and none may mean the same as an option or as another chosen candidate. A question can ask for what is wrong or does not belong: then a right answer is whatever does not belong. Among the rest prefer candidates of the kind of answer and the topic that the question asks for. Choose ${BORROWED} even where all are weak. Never write or change a text.
Answer with this JSON alone: {"ids": ["c1", "c2", "c3", "c4", "c5"]} with the identifiers that you chose.`;

const idOf = (index: number) => `c${index + 1}`;

/** The prompt for one question: the instruction, then all that the model chooses by. */
export function selectPrompt(
  { question, options, key, section, topic }: BankQuestion,
  candidates: readonly Candidate[],
): string {
  const data = {
    section,
    topic,
    question: question.trim(),
    options: options.map((text) => text.trim()),
    right_option: key + 1,
    candidates: Object.fromEntries(candidates.map(({ text }, i) => [idOf(i), text.trim()])),
  };
  return `${SELECT_INSTRUCTION}\n\n${JSON.stringify(data)}`;
}

const reply = z.object({ ids: z.array(z.string()) });
const FENCE = /^```(?:json)?\s*([\s\S]*?)\s*```$/u;

/**
 * Indices of the candidates that a reply names, in its order. Null unless it is the JSON that was asked
 * for (a code fence around it aside) and names as many candidates as are borrowed, each once.
 */
export function readChoice(text: string, candidates: number): readonly number[] | null {
  const bare = text.trim();
  let json: unknown;
  try {
    json = JSON.parse(FENCE.exec(bare)?.[1] ?? bare);
  } catch {
    return null;
  }
  const read = reply.safeParse(json);
  if (!read.success) return null;
  const known = new Map(Array.from({ length: candidates }, (_, i) => [idOf(i), i]));
  const chosen = read.data.ids.flatMap((id) => known.get(id) ?? []);
  const { length } = read.data.ids;
  return length === BORROWED && new Set(chosen).size === BORROWED ? chosen : null;
}
