import { createHash, timingSafeEqual } from "node:crypto";

/** Names under which a machine reaches itself. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** How the server stands: the address that it listens on, and the operator's token. */
export interface Standing {
  readonly bound: string;
  /** FOILSCOPE_TOKEN; null where it is not set. */
  readonly token: string | null;
}

/** Why a request may not change anything. `status` is what HTTP calls it. */
export interface Refusal {
  readonly status: 401 | 403 | 415;
  readonly why: string;
}

const NO_TOKEN =
  "this server listens beyond its own machine and has no operator's token: start it with FOILSCOPE_TOKEN set, or on 127.0.0.1";
const WRONG_TOKEN = "the operator's token is missing or not the right one";
const FOREIGN = "the request comes from another site";
const NOT_JSON = "the body must be sent as application/json";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Compares digests, so that the time tells nothing about the token, its length included. */
function isToken(authorization: string | null, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** A browser names the page's origin wherever it could be another's. */
function isForeign(headers: Headers): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  if (origin === null) return false;
  return !URL.canParse(origin) || new URL(origin).host !== headers.get("host");
}

/**
 * Whether a request that writes is refused; null where it may. On loopback the machine's users are
 * trusted and pages of other sites are not; on any other address the operator's token is needed.
 */
export function refusalOf(
  { method, headers }: Pick<Request, "method" | "headers">,
  { bound, token }: Standing,
): Refusal | null {
  if (isForeign(headers)) return { status: 403, why: FOREIGN };
  // A form of another site can send a text, never this type without being asked about it first.
  const json = /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
  if (!json && method !== "DELETE") return { status: 415, why: NOT_JSON };
  if (isLoopback(bound)) return null;
  if (token === null) return { status: 403, why: NO_TOKEN };
  return isToken(headers.get("authorization"), token) ? null : { status: 401, why: WRONG_TOKEN };
}
