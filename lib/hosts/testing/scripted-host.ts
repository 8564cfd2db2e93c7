import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as the host received it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body read as JSON; null where it is none. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

/** What the host does with one request. It must answer, or destroy the connection. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

type Headers = Readonly<Record<string, string>>;

/** A host whose every reply a test has chosen: a real server on loopback. */
export interface ScriptedHost {
  /** Its origin, without a slash at the end. */
  readonly url: string;
  /** Appends behaviours: one request each, in the order in which requests arrive. */
  script(...behaviours: readonly Behaviour[]): void;
  /** Answers every request of a path (without its query) by one behaviour, outside the script. */
  route(path: string, behaviour: Behaviour): void;
  /** What requests get when the script is over; 500 "script is over" unless set. */
  otherwise(behaviour: Behaviour): void;
  /** Requests so far, those of routes too. */
  readonly seen: readonly SeenRequest[];
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** Resolves when so many connections were closed by the client before their reply. */
  abandoned(count: number): Promise<void>;
  /** Requests being answered now, and at most so far. */
  inFlight(): number;
  mostInFlight(): number;
  close(): Promise<void>;
}

/** Counts up, and tells who waits for a count. */
function counter() {
  let count = 0;
  const waiting = new Map<() => void, number>();
  return {
    add() {
      count += 1;
      for (const [resolve, wanted] of waiting)
        if (count >= wanted) {
          waiting.delete(resolve);
          resolve();
        }
    },
    reached: (wanted: number) =>
      new Promise<void>((resolve) => {
        if (count >= wanted) resolve();
        else waiting.set(resolve, wanted);
      }),
  };
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

export async function scriptedHost(...behaviours: readonly Behaviour[]): Promise<ScriptedHost> {
  const script: Behaviour[] = [...behaviours];
  const routes = new Map<string, Behaviour>();
  const seen: SeenRequest[] = [];
  const arrivals = counter();
  const leavings = counter();
  let inFlight = 0;
  let most = 0;
  let otherwise: Behaviour = replyText("script is over", { status: 500 });

  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.on("close", () => {
      inFlight -= 1;
      if (!response.writableEnded) leavings.add();
    });
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const text = Buffer.concat(parts).toString();
      const { method = "", url = "", headers } = incoming;
      const request = { method, path: url, headers, text, body: jsonOf(text) };
      seen.push(request);
      const behaviour = routes.get(url.replace(/\?.*$/, "")) ?? script.shift() ?? otherwise;
      arrivals.add();
      void behaviour(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    script: (...more) => void script.push(...more),
    route: (path, behaviour) => void routes.set(path, behaviour),
    otherwise(behaviour) {
      otherwise = behaviour;
    },
    seen,
    arrived: (count) => arrivals.reached(count),
    abandoned: (count) => leavings.reached(count),
    inFlight: () => inFlight,
    mostInFlight: () => most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A JSON reply. */
export function reply(
  body: unknown,
  options: { status?: number; headers?: Headers } = {},
): Behaviour {
  return replyText(JSON.stringify(body), {
    ...options,
    headers: { "content-type": "application/json", ...options.headers },
  });
}

/** Any text, whatever it says of itself. */
export function replyText(
  text: string | Uint8Array,
  { status = 200, headers = {} }: { status?: number; headers?: Headers } = {},
): Behaviour {
  return (response) => {
    response.writeHead(status, headers);
    response.end(text);
  };
}

/** An error status with a body as OpenAI's. */
export function fail(
  status: number,
  message = "no",
  headers: Headers = {},
  more: object = {},
): Behaviour {
  return reply({ error: { message, ...more } }, { status, headers });
}

/** 429 with Retry-After, in seconds or as an HTTP date. */
export function tooMany(retryAfter: string): Behaviour {
  return fail(429, "too many requests", { "retry-after": retryAfter });
}

/** The connection breaks before a byte of the reply. */
export const drop: Behaviour = (response) => void response.destroy();

/** The reply breaks off in its middle, its length having been promised. */
export function dropMidway(body: unknown): Behaviour {
  return (response) => {
    const text = JSON.stringify(body);
    response.writeHead(200, { "content-length": String(Buffer.byteLength(text)) });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  };
}

/** JSON that ends in its middle, properly sent. */
export function cutJson(body: unknown): Behaviour {
  const text = JSON.stringify(body);
  return replyText(text.slice(0, text.length / 2), {
    headers: { "content-type": "application/json" },
  });
}

/** A reply of so many bytes. */
export function huge(bytes: number): Behaviour {
  return replyText(new Uint8Array(bytes).fill(32), {
    headers: { "content-type": "application/json" },
  });
}

/** A behaviour that waits until the test lets it go. */
export function held(then: Behaviour): { readonly behaviour: Behaviour; release(): void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    behaviour: async (response, request) => {
      await released;
      await then(response, request);
    },
    release: () => release(),
  };
}
