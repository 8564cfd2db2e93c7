import { z } from "zod";
import type { SetManifest } from "@/lib/records/item-set";

/** What a template may name, and what is put there. */
export const PLACEHOLDERS = {
  options: "the options, one a line, each behind its label",
  question: "the question text of a fixed question",
  n: "how many options there are",
  first_label: "the label of the first option",
  last_label: "the label of the last option",
  padding_front: "the padding in front, a blank line behind it, or nothing",
  padding_back: "the padding at the back, a blank line behind it, or nothing",
} as const;
export type Placeholder = keyof typeof PLACEHOLDERS;

export type TemplatePart = string | { readonly placeholder: Placeholder };

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name);
const listed = Object.keys(PLACEHOLDERS)
  .map((name) => `{${name}}`)
  .join(", ");

// Braces around anything but a small name are text, and doubled ones make a small name text too.
const NAMED = /\{\{([a-z][a-z_]*)\}\}|\{([a-z][a-z_]*)\}/g;

/**
 * Splits a template at its placeholders.
 * @throws RangeError for a placeholder that there is none of
 */
export function templateParts(text: string): readonly TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (const match of text.matchAll(NAMED)) {
    const [whole, literal, name] = match;
    parts.push(text.slice(from, match.index));
    from = match.index + whole.length;
    if (literal !== undefined) parts.push(`{${literal}}`);
    else if (name !== undefined && isPlaceholder(name)) parts.push({ placeholder: name });
    else
      throw new RangeError(
        `there is no placeholder ${whole}. There are ${listed}; write {${whole}} for the plain text`,
      );
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
}

function count(parts: readonly TemplatePart[], placeholder: Placeholder): number {
  return parts.filter((part) => typeof part !== "string" && part.placeholder === placeholder)
    .length;
}

const ONCE: readonly Placeholder[] = ["options", "question", "padding_front", "padding_back"];

/** Why a template cannot serve any job, or null. */
function templateProblem(text: string): string | null {
  if (!text.isWellFormed()) return "holds half a surrogate pair";
  try {
    const parts = templateParts(text);
    if (count(parts, "options") === 0) return "shows no options: {options} is missing";
    const twice = ONCE.find((placeholder) => count(parts, placeholder) > 1);
    return twice === undefined ? null : `names {${twice}} more than once`;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** A user's own template: the one user message of each request. */
export const ownPromptSchema = z.strictObject({
  text: z.string().superRefine((text, context) => {
    const problem = templateProblem(text);
    if (problem !== null) context.addIssue({ code: "custom", message: `the prompt ${problem}` });
  }),
});

/** Why a template does not fit an item set and the paddings of a job, in sentences; none where it fits. */
export function misfits(
  text: string,
  kind: SetManifest["kind"],
  paddings: readonly string[],
): readonly string[] {
  const parts = templateParts(text);
  const has = (placeholder: Placeholder) => count(parts, placeholder) > 0;
  const problems: string[] = [];
  if (kind === "fixed-question" && !has("question"))
    problems.push("the prompt shows no question: {question} is missing");
  if (kind === "error-identification" && has("question"))
    problems.push("the prompt names {question}, but items of error identification have none");
  for (const placement of ["front", "back"] as const)
    if (
      paddings.some((padding) => padding.endsWith(`:${placement}`)) &&
      !has(`padding_${placement}`)
    )
      problems.push(
        `the prompt has no place for a padding at the ${placement}: {padding_${placement}} is missing`,
      );
  return problems;
}
