import type { Server } from "node:http";

/**
 * Ends a server: nothing new is let in, what is being answered has a grace, and connections that were
 * kept for further requests are closed as soon as they are idle, those of streams that end meanwhile
 * too. Resolves when nothing is open any more.
 */
export async function endServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Node closes idle connections once, and leaves those that become idle later to their own time limit.
  const closeIdle = () => setImmediate(() => server.closeIdleConnections());
  server.on("connection-idle", closeIdle);
  closeIdle();
  const end = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(end);
  server.off("connection-idle", closeIdle);
}

/** Tells {@link endServer} of every answered request. */
export function tellWhenIdle(server: Server): void {
  server.on("request", (_, response: { once(event: "close", hear: () => void): void }) => {
    response.once("close", () => server.emit("connection-idle"));
  });
}
