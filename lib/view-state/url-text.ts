/**
 * Values as they stand in a URL. Lists are joined by commas; in a value `~` is the escape sign, so
 * that commas, null and the empty text have a form of their own.
 */
const NULL = "~none";
const EMPTY = "~empty";

/** A note's reason, thrown while reading and caught by the codec. */
export class UrlValueError extends Error {
  override readonly name = "UrlValueError";
}

export function writeValue(value: string | null): string {
  if (value === null) return NULL;
  if (value === "") return EMPTY;
  return value.replaceAll("~", "~~").replaceAll(",", "~.");
}

/** @throws UrlValueError for a text that `writeValue` never writes. */
export function readValue(text: string): string | null {
  if (text === NULL) return null;
  if (text === EMPTY) return "";
  if (text === "") throw new UrlValueError("a value is missing");
  return text.replace(/~(.?)/gsu, (_, sign: string) => {
    if (sign === "~") return "~";
    if (sign === ".") return ",";
    throw new UrlValueError(`“~${sign}” means nothing in a link`);
  });
}

export function writeList(values: readonly (string | null)[]): string {
  return values.map(writeValue).join(",");
}

/** The query string of parameters, with the signs left readable that a query may hold. */
export function queryString(parameters: readonly (readonly [string, string])[]): string {
  return new URLSearchParams(parameters.map(([k, v]) => [k, v]))
    .toString()
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":")
    .replaceAll("%2F", "/")
    .replaceAll("%40", "@")
    .replaceAll("%7E", "~");
}
