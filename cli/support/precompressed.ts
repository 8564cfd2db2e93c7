import { statSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv, { type Options } from "sirv";
import { securityHeaders } from "@/lib/http/security-headers";
import { LENGTH_HEADER } from "@/lib/snapshot/api";
import { SNAPSHOT_FILES } from "@/lib/snapshot/schema";

/** Answers a request, or hands it on. */
export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

const YEAR_S = 31_536_000;

/** Serves files below an address from a directory, with `.br` or `.gz` twins where they stand. */
function below(prefix: string, matches: RegExp, dir: string, options: Options): Handler {
  const serve = sirv(dir, { brotli: true, gzip: true, ...options });
  return (request, response, next) => {
    const url = request.url ?? "/";
    if (!matches.test(url)) {
      next();
      return;
    }
    request.url = url.slice(prefix.length);
    serve(request, response, () => {
      request.url = url;
      next();
    });
  };
}

function secure(response: ServerResponse): void {
  for (const { key, value } of securityHeaders(false)) response.setHeader(key, value);
}

/**
 * Files of the build: Next would compress the 34 MB DuckDB module anew at every request. Their names
 * hold their hash, so they never change.
 */
export function buildFiles(root: string): Handler {
  return below("/_next/static", /^\/_next\/static\//, join(root, ".next/static"), {
    immutable: true,
    maxAge: YEAR_S,
    setHeaders: secure,
  });
}

/**
 * Files of snapshots: a route of Next may not say how its bytes are encoded. What is not there
 * goes on to the route, which says so.
 */
export function snapshotFiles(snapshots: string): Handler {
  const names = SNAPSHOT_FILES.map((name) => name.replace(".", "\\.")).join("|");
  const address = new RegExp(`^/api/snapshot/[0-9a-f]{16}/(${names})$`);
  return below("/api/snapshot", address, snapshots, {
    // Snapshots come and go while the server runs: look at every request.
    dev: true,
    setHeaders: (response, pathname) => {
      secure(response);
      response.setHeader("Content-Type", "application/octet-stream");
      response.setHeader("Cache-Control", `public, max-age=${YEAR_S}, immutable`);
      response.setHeader(LENGTH_HEADER, String(statSync(join(snapshots, pathname)).size));
    },
  });
}
