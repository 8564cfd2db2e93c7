import type { Draft } from "./draft";
import { Fault } from "./fault";
import type { InspectSample } from "./inspect-sample";

const LETTERS = 26;
const CODE_OF_A = 65;

/**
 * The position of a label as Inspect AI writes them: A to Z, then 1, 2, 3, ... for the 27th and
 * those behind it.
 * @param n options shown: up to 26 of them have no digits
 * @returns null where the text is no label
 */
export function inspectPosition(label: string, n: number): number | null {
  if (/^[A-Za-z]$/.test(label)) return (label.charCodeAt(0) & ~32) - CODE_OF_A + 1;
  return n > LETTERS && /^[1-9]\d{0,3}$/.test(label) ? LETTERS + Number(label) : null;
}

/** Whether the labels of so many options are ours too. */
export const hasOurLabels = (n: number): boolean => n <= LETTERS;

const labelsIn = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

/**
 * The key of a sample, one-based.
 * @throws Fault for none, several, and one that is no label of the choices
 */
export function goldOf({ target }: InspectSample, n: number): number {
  const labels = (Array.isArray(target) ? target : [target]).flatMap(labelsIn);
  const [label] = labels;
  if (label === undefined) throw new Fault("target", target, "there is no key");
  // Inspect reads each letter of "AC" as a key.
  if (labels.length > 1 || /^[A-Z]{2,}$/.test(label))
    throw new Fault("target", target, "several keys: a response has one");
  const position = inspectPosition(label, n);
  if (position === null) throw new Fault("target", target, "the key is no label");
  if (position > n) throw new Fault("target", target, `the key is beyond the ${n} choices`);
  return position;
}

/** Whether a score counts the answer as right; null where its value does not say. */
function saysRight(value: unknown): boolean | null {
  if (value === "C" || value === 1 || value === true) return true;
  return value === "I" || value === 0 || value === false ? false : null;
}

type Score = NonNullable<InspectSample["score"]>;

/**
 * What the log's own scorer read: "C", "A, C" for several, nothing for none.
 * @param draft its number of options is set; outcome and position are filled in
 * @returns whether it names labels
 * @throws Fault where it is something else
 */
export function readAnswer(draft: Draft, { answer }: Score, field: string): boolean {
  const labels = [...new Set(labelsIn(answer ?? ""))];
  const positions = labels.map((label) => inspectPosition(label, draft.n_options));
  if (positions.includes(null))
    throw new Fault(`${field}.answer`, answer, "the scorer's answer is no label");
  const [position = null] = positions;
  const within = position !== null && position <= draft.n_options;
  draft.outcome =
    labels.length === 0
      ? "unparsed"
      : labels.length > 1
        ? "multiple"
        : within
          ? "answered"
          : "out_of_range";
  draft.resp_pos = draft.outcome === "answered" ? position : null;
  return labels.length > 0;
}

/**
 * Checks what a score says of an answer against the key.
 * @throws Fault where they contradict each other
 */
export function checkValue(draft: Draft, { value, answer }: Score, field: string): void {
  const right = saysRight(value);
  if (right !== null && right !== (draft.resp_pos === draft.gold_pos))
    throw new Fault(
      `${field}.value`,
      value,
      `the score's value contradicts its answer (${answer ?? ""}) and the key`,
    );
}
