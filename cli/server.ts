import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isLoopback } from "@/lib/http/operator";
import { endServer, tellWhenIdle } from "./support/end-server";
import { buildFiles, snapshotFiles } from "./support/precompressed";

export interface ServerOptions {
  /** The package's root, which holds `.next`. */
  readonly root: string;
  /** Where the store keeps its snapshots. */
  readonly snapshots: string;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface RunningServer {
  readonly url: string;
  /** Ends open requests, after a short grace, and resolves when nothing listens any more. */
  close(): Promise<void>;
}

const GRACE_MS = 1500;

/** What to say when an address cannot be listened on. */
export function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `port ${port} on ${host} is in use: stop the program that uses it, or choose another port (PORT=${port + 1} npm start)`;
  if (error.code === "EACCES")
    return `port ${port} on ${host} may not be used by this user: choose one above 1023 (PORT=3000 npm start)`;
  if (error.code === "EADDRNOTAVAIL")
    return `${host} is no address of this machine: set HOST to one (127.0.0.1, or 0.0.0.0 for all)`;
  return `cannot listen on ${host}:${port}: ${error.message}`;
}

/** Resolves when the address is free; rejects with what to do otherwise. */
export async function assertFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await listen(probe, host, port);
  await new Promise((resolve) => probe.close(resolve));
}

function listen(server: ReturnType<typeof createServer>, host: string, port: number) {
  return new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new Error(listenFailure(error, host, port))));
    server.listen(port, host, resolve);
  });
}

/**
 * Whether a request may be answered: on loopback only under a loopback name, so that a foreign page
 * whose name was pointed at this machine (DNS rebinding) reads nothing.
 * @param bound the address that is listened on
 * @param asked the Host header
 */
export function hostAllowed(bound: string, asked: string | undefined): boolean {
  if (!isLoopback(bound)) return true;
  return asked !== undefined && isLoopback(asked.replace(/:\d+$/, ""));
}

/**
 * Serves the built application.
 * @throws Error in one line when there is no build or the address cannot be used.
 */
export async function startServer({
  root,
  snapshots,
  host,
  port,
}: ServerOptions): Promise<RunningServer> {
  if (!existsSync(join(root, ".next/BUILD_ID")))
    throw new Error(`there is no build in ${join(root, ".next")}: run npm start`);
  // Next reads this when it is loaded.
  Object.assign(process.env, { NODE_ENV: "production" });
  const { default: next } = await import("next");
  const app = next({ dev: false, dir: root, hostname: host, port });
  await app.prepare();
  const handle = app.getRequestHandler();
  const build = buildFiles(root);
  const data = snapshotFiles(snapshots);
  const server = createServer((request, response) => {
    if (!hostAllowed(host, request.headers.host)) {
      response.writeHead(403, { "content-type": "text/plain" });
      response.end("this server answers to the names of its own machine alone\n");
      return;
    }
    // Next fails on a method that it cannot make a request of.
    if (request.method === "TRACE") {
      response.writeHead(405);
      response.end();
      return;
    }
    build(request, response, () =>
      data(request, response, () => {
        handle(request, response).catch((error: unknown) => {
          // One broken request must not end the server for all.
          process.stderr.write(`foilscope: ${String(error)}\n`);
          if (!response.headersSent) response.writeHead(500);
          response.end();
        });
      }),
    );
  });
  tellWhenIdle(server);
  await listen(server, host, port);
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    close: async () => {
      await endServer(server, GRACE_MS);
      await app.close();
    },
  };
}

/** Resolves when the process is asked to end, or its parent is gone. */
export function asked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.on(signal, () => resolve());
    process.on("disconnect", () => resolve());
  });
}
