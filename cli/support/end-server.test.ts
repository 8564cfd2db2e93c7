import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { endServer, tellWhenIdle } from "./end-server";

const LONG = 600_000;

/** A server that streams until it is told to end, and a client that keeps its connection. */
async function streaming() {
  let streamed: ServerResponse | null = null;
  const server = createServer((_, response) => {
    response.write(": still here\n\n");
    streamed = response;
  });
  server.keepAliveTimeout = LONG;
  tellWhenIdle(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const reply = await new Promise<IncomingMessage>((resolve) =>
    get({ port, host: "127.0.0.1", agent }, resolve),
  );
  const ended = new Promise<boolean>((resolve) => {
    reply.on("end", () => resolve(true));
    reply.on("error", () => resolve(false));
  });
  reply.resume();
  return { server, agent, ended, endStream: () => streamed?.end() };
}

it("ends with its streams, whatever time kept connections have", async () => {
  const { server, agent, ended, endStream } = await streaming();
  const over = endServer(server, LONG);
  endStream();
  // Were it for the connection's or the grace's time, the test would run out of its own.
  await over;
  expect(await ended).toBe(true);
  agent.destroy();
}, 20_000);

it("cuts off what has not ended by itself", async () => {
  const { server, agent, ended } = await streaming();
  await endServer(server, 20);
  expect(await ended).toBe(false);
  agent.destroy();
}, 20_000);
