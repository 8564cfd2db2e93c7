import { isSafeNumber, parse } from "lossless-json";

const LONG_NUMBER = /\d{16}/;

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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "a text", "a number", ...: what stands where an object should. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : `a ${typeof value}`;
}
