import type { Judgement, JudgementField } from "@/lib/records/audit";
import type { SheetItem } from "./sheet";

/** Fields that are corrected by hand, as texts; what is said of borrowed options is not among them. */
export const CORRECTABLE = [
  "answers",
  "polarity",
  "clarity",
  "key_support",
  "duplicates",
  "section_fit",
  "notes",
] as const satisfies readonly JudgementField[];
export type Correctable = (typeof CORRECTABLE)[number];

const UNTOLD = "not told";
const CHOICES: Partial<Record<Correctable, Readonly<Record<string, Judgement[Correctable]>>>> = {
  polarity: { negative: "negative", nonnegative: "nonnegative", [UNTOLD]: null },
  clarity: { clear: "clear", unclear: "unclear", [UNTOLD]: null },
  key_support: { yes: true, no: false, [UNTOLD]: null },
  duplicates: { yes: true, no: false, [UNTOLD]: null },
  section_fit: { yes: true, no: false, [UNTOLD]: null },
};

/** The values that a field may have, in words; null where it is written freely. */
export function choicesOf(field: Correctable): readonly string[] | null {
  const choices = CHOICES[field];
  return choices ? Object.keys(choices) : null;
}

/** A value as it is written: answers are places among the options as shown. */
export function writeValue(field: Correctable, value: unknown, { order }: SheetItem): string {
  const choices = CHOICES[field];
  if (choices) return Object.keys(choices).find((word) => choices[word] === value) ?? UNTOLD;
  if (field === "notes") return typeof value === "string" ? value : "";
  if (!Array.isArray(value)) return "unresolved";
  const places = order.flatMap((at, place) => (value.includes(at) ? [place + 1] : []));
  return places.length === 0 ? "none" : places.join(", ");
}

/**
 * The value of a text.
 * @throws Error saying in one line what it should be
 */
export function readValue(field: Correctable, text: string, { order }: SheetItem): unknown {
  const choices = CHOICES[field];
  const word = text.trim();
  if (choices) {
    if (!Object.hasOwn(choices, word))
      throw new Error(`choose one of ${Object.keys(choices).join(", ")}`);
    return choices[word];
  }
  if (field === "notes") return word === "" ? null : text;
  if (word === "unresolved") return null;
  if (word === "none") return [];
  const places = word.split(/[\s,;]+/).map(Number);
  const answers = places.map((place) => order[place - 1]);
  if (word === "" || answers.some((at) => at === undefined))
    throw new Error(`write the numbers of options, 1 to ${order.length}, or none, or unresolved`);
  return [...new Set(answers)].sort((a, b) => Number(a) - Number(b));
}
