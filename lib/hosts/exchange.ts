import { fetch as undiciFetch, type Agent, type BodyInit } from "undici";
import { AddressRefused } from "./addresses";
import { HostError } from "./host";
import { retryAfterMs } from "./retry-after";
import { clipped, errorIn, errorOfBody, jsonFault, mayPass, type SaidError } from "./said";

/** What went over the wire in one request and its reply, credentials taken out. */
export interface Exchange {
  /** Body as sent; empty for none, and for a file. */
  readonly request: string;
  readonly responseBody: string;
  readonly status: number | null;
  /** From sending to the last byte. */
  readonly latencyMs: number;
  /** Why there is no reply to read. Clients wrap errors in their own: this is the true one. */
  readonly fault: HostError | null;
}

export interface ExchangeOptions {
  readonly agent: Agent;
  readonly origin: string;
  readonly key: string | null;
  readonly check: (hostname: string) => Promise<unknown>;
  readonly redact: (text: string) => string;
  readonly maxReplyBytes: number;
  readonly signal: AbortSignal;
  /** Whether the reply is read and must be JSON; else its stream is passed on. */
  readonly whole: boolean;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Of what clients send, this alone: they add telemetry, and headers out of the environment. */
const SENT_HEADERS = ["accept", "content-type", "user-agent"];
const KEY_HEADERS = ["authorization", "x-goog-api-key"];

function sentHeaders(given: Headers, key: string | null): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of given) {
    const isKey = KEY_HEADERS.includes(name) && key !== null && value.endsWith(key);
    if (isKey || SENT_HEADERS.includes(name)) sent[name] = value;
  }
  return sent;
}

const FIRST_ERROR = 400;
const FIRST_REDIRECT = 300;

/** Status that an error inside a reply of status 200 stands for. */
function statusMeant(status: number, { code }: SaidError): number {
  const meant = Number(code);
  return Number.isInteger(meant) && meant >= FIRST_ERROR && meant < 600 ? meant : status;
}

function longest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function networkReason(error: unknown): string {
  const parts: string[] = [];
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    parts.push((one as NodeJS.ErrnoException).code ?? one.message);
  return [...new Set(parts.filter((part) => part !== ""))].join(": ") || String(error);
}

function refusedAddress(error: unknown): AddressRefused | null {
  for (let one: unknown = error; one instanceof Error; one = one.cause)
    if (one instanceof AddressRefused) return one;
  return null;
}

class TooLong extends Error {}

async function readCapped(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > most) throw new TooLong();
    pieces.push(piece);
  }
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** A body as undici takes it: forms become bytes with the content type that names their boundary. */
async function bodyOf(
  url: string,
  init: RequestInit | undefined,
): Promise<{ body: BodyInit | null; headers: Headers; text: string }> {
  const headers = new Headers(init?.headers);
  const body = init?.body ?? null;
  if (body === null || typeof body === "string") return { body, headers, text: body ?? "" };
  const request = new Request(url, { method: "POST", body });
  const type = request.headers.get("content-type");
  if (type !== null) headers.set("content-type", type);
  return { body: await request.arrayBuffer(), headers, text: "" };
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}

/**
 * A `fetch` for one request, and the exchange that it fills. It throws for everything that is no
 * JSON reply; the error is also kept as `fault`.
 */
export function exchangeOf(options: ExchangeOptions): {
  fetch: typeof globalThis.fetch;
  exchange: Exchange;
} {
  const { redact, signal } = options;
  const exchange: Mutable<Exchange> = {
    request: "",
    responseBody: "",
    status: null,
    latencyMs: 0,
    fault: null,
  };
  const fail = (
    message: string,
    details: { again: boolean; retryAfterMs?: number | null; status?: number },
    cause?: unknown,
  ): HostError => {
    const { request, responseBody, latencyMs } = exchange;
    exchange.fault = new HostError(
      redact(message),
      {
        retryAfterMs: null,
        request,
        responseBody: responseBody === "" ? null : responseBody,
        latencyMs,
        status: exchange.status,
        ...details,
      },
      { cause },
    );
    return exchange.fault;
  };

  const failStatus = (status: number, headers: Headers, said: SaidError): HostError => {
    const wait = longest(retryAfterMs(headers, Date.now()), said.waitMs);
    const text = said.message === "" ? "nothing" : clipped(said.message);
    const asks = wait === null ? "" : ` (it asks to be left alone for ${wait / 1000} s)`;
    return fail(`the host answers ${exchange.status ?? status}: ${text}${asks}`, {
      again: mayPass(status, said),
      retryAfterMs: wait,
      status,
    });
  };

  const check = (status: number, headers: Headers, text: string): void => {
    if (status >= FIRST_ERROR) throw failStatus(status, headers, errorOfBody(text));
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      const { message, again } = jsonFault(text, headers.get("content-type"));
      throw fail(message, { again });
    }
    const said = errorIn(body);
    if (said !== null) throw failStatus(statusMeant(status, said), headers, said);
  };

  const ask = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = urlOf(input);
    const { body, headers, text } = await bodyOf(url, init);
    exchange.request = redact(text);
    await options.check(new URL(url).hostname);
    const started = performance.now();
    try {
      const response = await undiciFetch(url, {
        method: init?.method ?? "GET",
        headers: sentHeaders(headers, options.key),
        body,
        redirect: "manual",
        dispatcher: options.agent,
        signal,
      });
      const { status } = response;
      exchange.status = status;
      const answered = new Headers(Object.fromEntries(response.headers));
      if (status >= FIRST_REDIRECT && status < FIRST_ERROR) {
        await response.body?.cancel();
        throw fail(
          `the host answers ${status} and points to ${answered.get("location") ?? "nothing"}; redirects are not followed: attach the address that it means`,
          { again: false },
        );
      }
      const stream = response.body as ReadableStream<Uint8Array> | null;
      if (!options.whole && status < FIRST_REDIRECT) return new Response(stream, { status });
      exchange.responseBody = redact(
        stream === null ? "" : await readCapped(stream, options.maxReplyBytes),
      );
      exchange.latencyMs = performance.now() - started;
      check(status, answered, exchange.responseBody);
      // It was read as JSON, whatever the host calls it: clients go by the name.
      answered.set("content-type", "application/json");
      return new Response(exchange.responseBody, { status, headers: answered });
    } catch (error) {
      if (error instanceof HostError) throw error;
      exchange.latencyMs = performance.now() - started;
      throw failed(error);
    }
  };

  const failed = (error: unknown): HostError => {
    if (error instanceof TooLong)
      return fail(
        `the reply is longer than ${options.maxReplyBytes} bytes and was not read further`,
        { again: false },
      );
    const refused = refusedAddress(error);
    if (refused !== null) return fail(refused.message, { again: false }, error);
    const where = exchange.status === null ? "cannot be reached" : "broke off its reply";
    return fail(`${options.origin} ${where} (${networkReason(error)})`, { again: true }, error);
  };

  return {
    exchange,
    fetch: async (input, init) => {
      try {
        return await ask(input, init);
      } catch (error) {
        throw error instanceof HostError ? error : failed(error);
      }
    },
  };
}
