import type { lookup } from "node:dns";
import { Agent } from "undici";
import { z } from "zod";
import {
  addressClass,
  AddressRefused,
  checkedAddresses,
  isLiteral,
  type AddressPolicy,
  type Resolve,
} from "./addresses";
import { exchangeOf, type Exchange } from "./exchange";
import { HostError, TimeLimit } from "./host";
import { redactor } from "./redact";
import { clipped } from "./said";

/** Milliseconds to connect: an address that does not answer is known at once, a model is slow. */
const CONNECT_TIMEOUT_MS = 10_000;
/** Bytes of a reply, unpacked. The longest answers have some megabytes with log-probabilities. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024;

export interface HttpOptions {
  readonly baseUrl: string;
  readonly key: string | null;
  readonly policy: AddressPolicy;
  /** Names to addresses; the system's resolver where left out. */
  readonly resolve?: Resolve;
  readonly maxReplyBytes?: number;
}

/** What a client made of a reply, with what went over the wire. */
export interface Called<T> extends Omit<Exchange, "fault" | "status"> {
  readonly value: T;
}

/** The one way to a host: checked addresses, no time limit but the caller's, no retries. */
export interface HostHttp {
  readonly baseUrl: string;
  /**
   * Runs a client of one request on the `fetch` that it is given, reads its reply by a schema, and
   * keeps what was sent and said.
   * @throws HostError for every failure of the connection and for every reply that the schema does
   *   not read; the signal's reason when aborted.
   */
  call<T extends z.ZodType>(
    signal: AbortSignal,
    schema: T,
    send: (fetch: typeof globalThis.fetch) => Promise<unknown>,
  ): Promise<Called<z.output<T>>>;
  /** Reads a long file, a piece at a time, without keeping it. Errors are those of `call`. */
  stream(
    signal: AbortSignal,
    send: (fetch: typeof globalThis.fetch) => Promise<Response>,
  ): Promise<AsyncIterable<Uint8Array>>;
  /** Takes the key out of a text. */
  redact(text: string): string;
  /** Whether the host stands on this machine or its network. */
  locality(): Promise<"local" | "api">;
  close(): Promise<void>;
}

/** A key over plain HTTP may cross this machine and its network, and nothing further. */
function guarded(policy: AddressPolicy, sendsKeyOpenly: boolean): AddressPolicy {
  return {
    refusal: (address) =>
      policy.refusal(address) ??
      (sendsKeyOpenly && addressClass(address) === "public"
        ? `a key is never sent unencrypted to a public address (${address}): use https`
        : null),
  };
}

type LookupCallback = (
  error: Error | null,
  addresses: { address: string; family: number }[],
) => void;

/** Connections go to the very addresses that were checked: no second look-up can change them. */
function pinnedAgent(policy: AddressPolicy, resolve: Resolve | undefined): Agent {
  const pinned = (hostname: string, _: unknown, done: LookupCallback): void => {
    checkedAddresses(hostname, policy, resolve).then(
      (addresses) => done(null, [...addresses]),
      (error: unknown) => done(error as Error, []),
    );
  };
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    connect: { lookup: pinned as unknown as typeof lookup, autoSelectFamily: true },
  });
}

function sentenceOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".")} ${message}`.trim()).join("; ");
}

function unreadable(
  error: unknown,
  exchange: Exchange,
  redact: (text: string) => string,
): HostError {
  const why = clipped(redact(error instanceof z.ZodError ? sentenceOf(error) : String(error)));
  const what =
    exchange.status === null
      ? "the request could not be made"
      : "the reply is not of the form that this kind of host gives";
  return new HostError(`${what}: ${why}`, {
    status: exchange.status,
    again: false,
    retryAfterMs: null,
    request: exchange.request,
    responseBody: exchange.responseBody,
    latencyMs: exchange.latencyMs,
  });
}

/** The pieces of a long reply; a connection that breaks is a HostError here too. */
async function* pieces(
  body: ReadableStream<Uint8Array> | null,
  origin: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    for await (const piece of body) yield piece;
  } catch (error) {
    signal.throwIfAborted();
    throw new HostError(
      `${origin} broke off its reply`,
      {
        status: null,
        again: true,
        retryAfterMs: null,
        request: null,
        responseBody: null,
        latencyMs: null,
      },
      { cause: error },
    );
  }
}

export function hostHttp(options: HttpOptions): HostHttp {
  const { baseUrl, key, resolve } = options;
  const { hostname, protocol } = new URL(baseUrl);
  const policy = guarded(options.policy, protocol === "http:" && key !== null);
  const agent = pinnedAgent(policy, resolve);
  const redact = redactor(key);
  const open = {
    agent,
    key,
    redact,
    origin: new URL(baseUrl).origin,
    maxReplyBytes: options.maxReplyBytes ?? MAX_REPLY_BYTES,
    // A literal address never reaches the resolver, where names are checked.
    check: async (name: string) => {
      if (isLiteral(name)) await checkedAddresses(name, policy);
    },
  };

  async function run<T>(
    signal: AbortSignal,
    whole: boolean,
    send: (fetch: typeof globalThis.fetch) => Promise<T>,
  ): Promise<Called<T>> {
    signal.throwIfAborted();
    const { fetch, exchange } = exchangeOf({ ...open, signal, whole });
    try {
      const value = await send(fetch);
      const { request, responseBody, latencyMs } = exchange;
      return { value, request, responseBody, latencyMs };
    } catch (error) {
      if (signal.reason instanceof TimeLimit) signal.reason.request = exchange.request || null;
      signal.throwIfAborted();
      throw (
        exchange.fault ?? (error instanceof HostError ? error : unreadable(error, exchange, redact))
      );
    }
  }

  return {
    baseUrl,
    redact,
    call: (signal, schema, send) =>
      run(signal, true, async (fetch) => schema.parse(await send(fetch))),
    async stream(signal, send) {
      const { value } = await run(signal, false, send);
      return pieces(value.body, open.origin, signal);
    },
    async locality() {
      try {
        const addresses = await checkedAddresses(hostname, policy, resolve);
        const near = ({ address }: { address: string }) => addressClass(address) !== "public";
        return addresses.every(near) ? "local" : "api";
      } catch (error) {
        if (error instanceof AddressRefused) throw error;
        return "api";
      }
    },
    close: () => agent.close(),
  };
}
