import { shortHash } from "@/lib/records/hashes";
import type { JobSpec } from "../job-spec";
import { BUILT_IN_PROMPTS } from "./built-in";

/** The template of a job. */
export interface PromptTemplate {
  /** Of a built-in template; null for a user's own. */
  readonly id: string | null;
  /** With its placeholders. */
  readonly text: string;
  /** Hash of the text alone: a user's own that says the same as a built-in one is the same prompt. */
  readonly hash: string;
}

/** @throws RangeError that lists the templates there are */
export function promptOf(spec: Pick<JobSpec, "prompt" | "label_style">): PromptTemplate {
  const { prompt, label_style } = spec;
  if (typeof prompt !== "string")
    return { id: null, text: prompt.text, hash: shortHash(["prompt", prompt.text]) };
  const known = BUILT_IN_PROMPTS.find(({ id }) => id === prompt);
  if (!known)
    throw new RangeError(
      `No prompt "${prompt}". There are: ${BUILT_IN_PROMPTS.map(({ id }) => id).join(", ")}`,
    );
  const text = known.text[label_style];
  return { id: known.id, text, hash: shortHash(["prompt", text]) };
}
