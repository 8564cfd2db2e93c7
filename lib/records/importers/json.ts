import { isSafeNumber, parse } from "lossless-json";

const LONG_NUMBER = /\d{16}/;
const TEXT_OR_CONSTANT = /"|-?Infinity|NaN/g;

/**
 * JSON whose long numbers survive: an integer or decimal that a double cannot hold becomes its
 * text, so that the id 9007199254740993 stays that.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as unknown;
  return parse(text, null, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : digits),
    // The last one wins, as in JSON.parse.
    onDuplicateKey: ({ newValue }) => newValue,
  });
}

/**
 * As parseJson, with the bare NaN and Infinity that Python writes, read as null.
 * @throws SyntaxError
 */
export function parsePythonJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    const plain = withoutConstants(text);
    if (plain === text) throw error;
    return parseJson(plain);
  }
}

/** The text with null for every NaN and Infinity that stands outside of texts. */
function withoutConstants(text: string): string {
  let plain = "";
  let copied = 0;
  TEXT_OR_CONSTANT.lastIndex = 0;
  for (let found = TEXT_OR_CONSTANT.exec(text); found; found = TEXT_OR_CONSTANT.exec(text)) {
    if (found[0] === '"') {
      TEXT_OR_CONSTANT.lastIndex = endOfText(text, found.index) + 1;
      if (TEXT_OR_CONSTANT.lastIndex === 0) break;
    } else {
      plain += `${text.slice(copied, found.index)}null`;
      copied = TEXT_OR_CONSTANT.lastIndex;
    }
  }
  return plain + text.slice(copied);
}

/** Where the text that opens at a quote closes; -1 where it does not. */
export function endOfText(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "a text", "a number", ...: what stands where an object should. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
