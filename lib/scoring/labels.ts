/** How the options of a prompt are labelled: A, B, ... Z, AA, AB, ... or 1, 2, 3, ... */
export type LabelStyle = "letters" | "integers";

const LETTERS = 26;
const CODE_OF_A = 65;

function lettersOf(position: number): string {
  let label = "";
  for (let rest = position; rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    label = String.fromCharCode(CODE_OF_A + ((rest - 1) % LETTERS)) + label;
  return label;
}

/**
 * The label of a position. A label depends on the position alone, never on the number of options,
 * so that the same option keeps its label when a set grows.
 *
 * @param position one-based
 * @throws RangeError when the position is no whole number from 1 up
 */
export function labelOf(position: number, style: LabelStyle): string {
  if (!Number.isSafeInteger(position) || position < 1)
    throw new RangeError(`A position is a whole number from 1 up, not ${position}`);
  return style === "letters" ? lettersOf(position) : String(position);
}

/**
 * The position of a label: the inverse of `labelOf`. ASCII case is ignored and nothing else is: no
 * locale takes part, and a letter outside A to Z (a Turkish dotless ı, a Cyrillic А) makes no label.
 *
 * @returns the one-based position in the endless series of labels (compare it with the number of
 *   options), or null where the text is no label of this style
 */
export function positionOf(label: string, style: LabelStyle): number | null {
  if (style === "integers") return /^0*[1-9][0-9]{0,14}$/.test(label) ? Number(label) : null;
  if (!/^[A-Za-z]{1,10}$/.test(label)) return null;
  let position = 0;
  // Bit 5 is all that tells an ASCII capital from its small letter.
  for (const letter of label)
    position = position * LETTERS + (letter.charCodeAt(0) & ~32) - CODE_OF_A + 1;
  return position;
}

/** The labels of a set of `count` options, in the order of their positions. */
export function labelsOf(count: number, style: LabelStyle): string[] {
  return Array.from({ length: count }, (_, index) => labelOf(index + 1, style));
}
