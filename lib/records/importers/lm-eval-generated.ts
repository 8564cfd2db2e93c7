import { positionOf } from "@/lib/scoring/labels";
import type { Outcome } from "@/lib/records/response";
import { Fault } from "./fault";
import { isObject } from "./json";
import { listOf, type LmRow } from "./lm-eval-rows";
import { readText } from "./values";

/** Fields of a document that hold options, in the order in which they are looked for. */
const OPTION_FIELDS = ["options", "choices"];

export interface DocOptions {
  readonly options: readonly string[];
  /** The document's own labels, in the order of the options; none where it has none. */
  readonly labels: readonly string[];
}

/** The labels beside a list of options, which are of use only where each has one. */
function labelsBeside(field: unknown, count: number): string[] {
  const list = isObject(field) ? (listOf(field.label) ?? []) : [];
  const labels = list.flatMap((label) => readText(label) ?? []);
  return labels.length === count ? labels : [];
}

/** The options of a generative task, which only its document can tell. */
export function optionsInDoc({ doc }: LmRow): DocOptions {
  for (const name of OPTION_FIELDS) {
    const field = isObject(doc) ? doc[name] : undefined;
    const list = listOf(isObject(field) ? field.text : field);
    if (list?.every((option): option is string => typeof option === "string") && list.length >= 2)
      return { options: list, labels: labelsBeside(field, list.length) };
  }
  throw new Fault(
    "doc",
    doc,
    "the document lists no options (a list of texts in options or choices): it is no multiple choice, or one whose options cannot be told",
  );
}

const texts = (value: unknown, field: string): string[] => {
  const list = listOf(value) ?? [value];
  if (!list.every((one): one is string => typeof one === "string"))
    throw new Fault(field, value, `${field} must be texts`);
  return list;
};

/** The replies to a question, one a repeat. */
export function repliesOf({ resps }: LmRow): string[] {
  return texts(listOf(resps)?.[0] ?? null, "resps");
}

/** What the filter took out of the replies: one a repeat, or one for all of them. */
export function extractionsOf({ filtered_resps: filtered }: LmRow): string[] {
  return texts(listOf(filtered)?.[0] ?? null, "filtered_resps");
}

/** What an extraction names: a label, or an option's text. */
export function readExtraction(
  text: string,
  { options, labels }: DocOptions,
): { readonly outcome: Outcome; readonly position: number | null } {
  const bare = text.trim();
  const exact = options.findIndex((option) => option.trim() === bare);
  const letter = /^\(?([A-Za-z])\)?\.?$/.exec(bare)?.[1];
  const own = labels.findIndex((label) => label.trim() === /^\(?(\d+)\)?\.?$/.exec(bare)?.[1]);
  const named = letter !== undefined ? positionOf(letter, "letters") : own === -1 ? null : own + 1;
  if (named !== null && exact !== -1 && exact + 1 !== named)
    throw new Fault("filtered_resps", text, "is a label and another option's text");
  const position = named ?? (exact === -1 ? null : exact + 1);
  if (position === null) return { outcome: "unparsed", position: null };
  return position <= options.length
    ? { outcome: "answered", position }
    : { outcome: "out_of_range", position: null };
}
