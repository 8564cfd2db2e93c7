/** What a host says is wrong, whatever it calls it. */
export interface SaidError {
  readonly message: string;
  /** A status or word that it adds: 429, "insufficient_quota". */
  readonly code: string | number | null;
  /** The request's parameter that it is about. */
  readonly parameter: string | null;
  /** Milliseconds to wait, where the body and not a header says so (Google's RetryInfo). */
  readonly waitMs: number | null;
}

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null;

function codeOf(fields: Fields): string | number | null {
  for (const value of [fields.code, fields.type, fields.status])
    if (typeof value === "number" || (typeof value === "string" && value !== "")) return value;
  return null;
}

function waitOf(details: unknown): number | null {
  for (const detail of Array.isArray(details) ? (details as readonly unknown[]) : []) {
    const delay = isObject(detail) ? textOf(detail.retryDelay) : null;
    const seconds = delay === null ? null : /^(\d+(?:\.\d+)?)s$/.exec(delay)?.[1];
    if (seconds) return Number(seconds) * 1000;
  }
  return null;
}

const plainly = (message: string): SaidError => ({
  message,
  code: null,
  parameter: null,
  waitMs: null,
});

function saidIn(error: unknown): SaidError {
  const plain = textOf(error);
  if (plain !== null) return plainly(plain);
  if (!isObject(error)) return plainly(JSON.stringify(error));
  return {
    waitMs: waitOf(error.details),
    message: textOf(error.message) ?? textOf(error.detail) ?? JSON.stringify(error),
    code: codeOf(error),
    parameter: textOf(error.param),
  };
}

/** What stands under `error` where nothing is wrong. */
const NO_ERROR = new Set<unknown>([undefined, null, false, ""]);

const failedChoice = (choice: Fields): boolean =>
  isObject(choice.error) || choice.finish_reason === "error";

/**
 * The error that a JSON body carries, or null. Some hosts send it with status 200: `error` (a text
 * or an object), `object: "error"`, or a choice with `error` in place of a message.
 */
export function errorIn(body: unknown): SaidError | null {
  if (Array.isArray(body)) return body.length === 1 ? errorIn(body[0]) : null;
  if (!isObject(body)) return null;
  if (!NO_ERROR.has(body.error)) return saidIn(body.error === true ? body : body.error);
  if (body.object === "error") return saidIn(body);
  const choices = Array.isArray(body.choices) ? (body.choices as readonly unknown[]) : [];
  const failed = choices.filter(isObject).find(failedChoice);
  if (failed === undefined) return null;
  return isObject(failed.error) ? saidIn(failed.error) : plainly("the reply ended with an error");
}

const LONGEST_MESSAGE = 500;

/** What a host says, as far as a message repeats it. */
export function clipped(message: string): string {
  return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)} …` : message;
}

/** The error in the body of a reply that failed: what it says, else the body's first characters. */
export function errorOfBody(text: string): SaidError {
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // A page or a plain text: shown as it is.
  }
  const said = errorIn(body) ?? (isObject(body) ? saidIn(body) : plainly(text.trim()));
  return { ...said, message: clipped(said.message) };
}

/** Where the first object or list of a text ends; null where the text ends before. */
function endOfFirst(text: string): number | null {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i] ?? "";
    if (quoted) {
      if (character === "\\") i += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if ("{[".includes(character)) depth += 1;
    else if ("}]".includes(character)) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return null;
}

const STRINGS = /"(?:[^"\\]|\\.)*"/gs;
/** What programs write that print their own values in place of JSON. */
const NO_JSON = /-?\b(?:NaN|Infinity|undefined|None|True|False)\b/;

/** Why a text is no JSON, and whether another try may bring one: only what broke off may. */
export function jsonFault(text: string, type: string | null): { message: string; again: boolean } {
  if (text === "") return { message: "the reply is empty", again: false };
  if (!/^\s*[[{]/.test(text))
    return { message: `the reply is no JSON but ${type ?? "of no stated type"}`, again: false };
  const end = endOfFirst(text);
  if (end === null)
    return { message: `the reply breaks off after ${text.length} characters`, again: true };
  if (text.slice(end).trim() !== "") {
    const message = `the reply is not one JSON value: more follows after its first ${end} characters`;
    return { message, again: false };
  }
  const odd = NO_JSON.exec(text.replace(STRINGS, '""'))?.[0];
  const why =
    odd === undefined ? ", though it begins and ends as such" : `: it holds a bare ${odd}`;
  return { message: `the reply is no JSON${why}`, again: false };
}

/** Of the client's errors, those that pass. */
const PASSING = new Set([408, 425, 429]);
const FIRST_SERVER_ERROR = 500;
/** Money does not come back by waiting. */
const FINAL_CODES = new Set<unknown>(["insufficient_quota", "billing_not_active"]);

/** Whether the same request may do better in a moment. */
export function mayPass(status: number, said: SaidError): boolean {
  if (FINAL_CODES.has(said.code)) return false;
  return PASSING.has(status) || status >= FIRST_SERVER_ERROR;
}
