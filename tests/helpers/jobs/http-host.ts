import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import type { Asked, JobHost } from "@/lib/jobs/ports";
import { hostConfigSchema } from "@/lib/hosts/config";
import type { ModelRequest } from "@/lib/hosts/host";
import { askedKey, failureOf, replyOf } from "./hosts";

export interface CountingHost {
  readonly url: string;
  /** By key: how often it was asked. */
  readonly asked: ReadonlyMap<string, number>;
  /** Texts that were sent, by key. */
  readonly said: ReadonlyMap<string, readonly string[]>;
  readonly counts: { total: number; inFlight: number; most: number };
  close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) body += String(part);
  return body;
}

const requestSchema = z.object({
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

/** A host over HTTP that answers rightly after a moment, and counts what it was asked. */
export async function startCountingHost(delayMs: number): Promise<CountingHost> {
  const asked = new Map<string, number>();
  const said = new Map<string, string[]>();
  const counts = { total: 0, inFlight: 0, most: 0 };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { messages } = requestSchema.parse(JSON.parse(await bodyOf(request)));
    const key = askedKey({ messages: messages as ModelRequest["messages"] });
    const name = `${key.item} ${key.trial} ${key.nOptions}`;
    counts.total += 1;
    counts.inFlight += 1;
    counts.most = Math.max(counts.most, counts.inFlight);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const done = () => {
      counts.inFlight -= 1;
    };
    // A client that was killed closes its connections: its requests are in flight no more.
    response.once("close", done);
    setTimeout(() => {
      const text = `(${key.goldPos})`;
      said.set(name, [...(said.get(name) ?? []), text]);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ text }));
    }, delayMs);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    said,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const replySchema = z.object({ text: z.string() });

/** The client of such a host: one POST a request. */
export function httpHost(url: string, concurrency: number): JobHost {
  const config = hostConfigSchema.parse({
    id: "h",
    kind: "openai-compatible",
    base_url: url,
    concurrency,
  });
  return {
    config,
    batch: null,
    probe: () => Promise.resolve({ version: null, class: "local", models: [], slots: null }),
    tellsModes: () => Promise.resolve(true),
    countTokens: () => Promise.resolve(null),
    leastTokens: () => 0,
    contextFault: () => null,
    async ask(request, _, signal): Promise<Asked> {
      const started = performance.now();
      const body = JSON.stringify({ model: request.model, messages: request.messages });
      try {
        const response = await fetch(url, { method: "POST", body, signal });
        const responseBody = await response.text();
        const { text } = replySchema.parse(JSON.parse(responseBody));
        const latencyMs = performance.now() - started;
        return { attempts: 1, reply: replyOf(text, { latencyMs, request: body, responseBody }) };
      } catch (error) {
        signal.throwIfAborted();
        return { attempts: 1, failure: failureOf(String(error), null) };
      }
    },
  };
}
