import { positionOf } from "@/lib/scoring/labels";

/**
 * Readers of single values. A value is text (CSV), a JSON value, or a Parquet value; nothing is
 * guessed from its neighbours. Empty text and null are null everywhere; a value that is not what it
 * should be is NaN (numbers) or undefined (texts, booleans).
 */

const WHOLE = /^[+-]?\d+(?:\.0*)?$/;
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const LETTERS = /^[A-Za-z]+$/;

/** A whole number: 3, "3", "3.0". NaN for anything else, "1.5" and "1e3" included. */
export function readInteger(value: unknown): number | null {
  if (typeof value === "number") return Number.isInteger(value) ? value + 0 : NaN;
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "string") return NaN;
  const text = value.trim();
  if (text === "") return null;
  // Adding zero turns -0 into 0.
  return WHOLE.test(text) ? Number(text) + 0 : NaN;
}

/** A number; NaN for anything else. */
export function readNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : NaN;
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "string") return NaN;
  const text = value.trim();
  if (text === "") return null;
  const number = DECIMAL.test(text) ? Number(text) + 0 : NaN;
  return Number.isFinite(number) ? number : NaN;
}

/** True, "true", "True", 1, "1", "1.0" and their opposites; undefined for anything else. */
export function readBoolean(value: unknown): boolean | null | undefined {
  if (typeof value === "boolean") return value;
  if (value === null || value === undefined) return null;
  if (typeof value === "string") {
    const word = value.trim().toLowerCase();
    if (word === "true") return true;
    if (word === "false") return false;
  }
  const number = readInteger(value);
  if (number === null) return null;
  return number === 1 ? true : number === 0 ? false : undefined;
}

/** A short text: numbers and booleans are written out, empty is null, undefined for anything else. */
export function readText(value: unknown): string | null | undefined {
  if (typeof value === "string") return value === "" ? null : value;
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  return undefined;
}

/**
 * A one-based position among `n` options: a whole number, or a letter label (A = 1).
 * May lie outside 1..n: the caller decides what that means. A label of several letters beyond n is
 * NaN, since "AB" among ten options may as well be two answers.
 */
export function readPosition(value: unknown, n: number): number | null {
  const number = readInteger(value);
  if (number === null || !Number.isNaN(number) || typeof value !== "string") return number;
  const label = value.trim();
  if (!LETTERS.test(label)) return NaN;
  const position = positionOf(label, "letters") ?? NaN;
  return label.length > 1 && position > n ? NaN : position;
}
