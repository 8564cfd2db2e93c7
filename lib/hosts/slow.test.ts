import { fetch as undiciFetch, Agent } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { NEVER, opened } from "./testing/opened";
import { completion, ollamaChat, requestFor } from "./testing/replies";
import { held, reply, scriptedHost, type ScriptedHost } from "./testing/scripted-host";

const TEN_MINUTES = 600_000;
let server: ScriptedHost;
// Timers alone move, sockets go on in real time; once for all tests, since undici keeps its timer.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(async () => {
  server = await scriptedHost();
  server.route("/v1/models", reply({ data: [] }));
});
afterEach(() => server.close());

it("a request lives for as long as its caller waits: no client ends it", async () => {
  const slow = [held(reply(completion("2"))), held(reply(ollamaChat("2")))] as const;
  const compatible = opened({ kind: "openai-compatible", base_url: `${server.url}/v1` });
  const ollama = opened({ kind: "ollama", base_url: server.url });
  server.script(slow[0].behaviour);
  const first = compatible.ask(requestFor(), NEVER);
  await server.arrived(2);
  server.script(slow[1].behaviour);
  const second = ollama.ask(requestFor(), NEVER);
  await server.arrived(3);
  await vi.advanceTimersByTimeAsync(TEN_MINUTES);
  for (const one of slow) one.release();
  expect((await first).text).toBe("2");
  expect((await second).text).toBe("2");
  expect((await first).latencyMs).toBeGreaterThanOrEqual(TEN_MINUTES);
  await Promise.all([compatible.close(), ollama.close()]);
});

it("the same ten minutes do end a client of the usual limits", async () => {
  const slow = held(reply({}));
  server.script(slow.behaviour);
  const dispatcher = new Agent({ headersTimeout: 300_000 });
  const asked = undiciFetch(`${server.url}/x`, { dispatcher }).then(
    () => "lives",
    (error: unknown) => (error as { cause?: { code?: string } }).cause?.code,
  );
  await server.arrived(1);
  await vi.advanceTimersByTimeAsync(TEN_MINUTES);
  expect(await asked).toBe("UND_ERR_HEADERS_TIMEOUT");
  slow.release();
  await dispatcher.destroy();
});

it("a host that is silent when it is looked at is left after a minute", async () => {
  const silent = held(reply({ data: [] }));
  server.route("/v1/models", silent.behaviour);
  const host = opened({ kind: "openai-compatible", base_url: `${server.url}/v1` });
  const looked = host.probe(NEVER).catch((error: unknown) => error);
  await server.arrived(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await looked).toMatchObject({
    name: "HostError",
    message: "host under-test did not say within 60 s what it is",
  });
  await server.abandoned(1);
  silent.release();
  await host.close();
});
