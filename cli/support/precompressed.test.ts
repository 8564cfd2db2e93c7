import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type IncomingHttpHeaders, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildFiles, snapshotFiles } from "./precompressed";

const ID = "0123456789abcdef";
const PLAIN = Buffer.from("a module, or a database ".repeat(50));
const BROTLI = brotliCompressSync(PLAIN);

let root: string;
let server: Server;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "foilscope-http-"));
  const media = join(root, ".next/static/media");
  const snapshot = join(root, "snapshots", ID);
  await mkdir(media, { recursive: true });
  await mkdir(snapshot, { recursive: true });
  await writeFile(join(media, "duckdb.wasm"), PLAIN);
  await writeFile(join(media, "duckdb.wasm.br"), BROTLI);
  await writeFile(join(media, "duckdb.wasm.gz"), gzipSync(PLAIN));
  await writeFile(join(snapshot, "cubes.duckdb"), PLAIN);
  await writeFile(join(snapshot, "cubes.duckdb.br"), BROTLI);
  await writeFile(join(root, "secret"), "no");
  const build = buildFiles(root);
  const data = snapshotFiles(join(root, "snapshots"));
  server = createServer((req, res) => {
    build(req, res, () => {
      data(req, res, () => {
        res.writeHead(404).end(`handed on: ${req.url ?? ""}`);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(root, { recursive: true });
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request whose path is sent as it is, dots included, and whose body stays encoded. */
function get(path: string, accept = ""): Promise<Reply> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, headers: { "accept-encoding": accept }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    })
      .on("error", reject)
      .end();
  });
}

describe("precompressed files", () => {
  it("sends the DuckDB module compressed, immutable, and as WebAssembly", async () => {
    const reply = await get("/_next/static/media/duckdb.wasm", "gzip, deflate, br, zstd");
    expect(reply.headers).toMatchObject({
      "content-type": "application/wasm",
      "content-encoding": "br",
      "content-length": String(BROTLI.length),
      "cache-control": "public,max-age=31536000,immutable",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(reply.headers["content-security-policy"]).toContain("'wasm-unsafe-eval'");
    expect(reply.body.equals(BROTLI)).toBe(true);
    const gzip = await get("/_next/static/media/duckdb.wasm", "gzip");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect((await get("/_next/static/media/duckdb.wasm")).body.equals(PLAIN)).toBe(true);
  });

  it("sends databases compressed, and says how long they become", async () => {
    const reply = await get(`/api/snapshot/${ID}/cubes.duckdb`, "br");
    expect(reply.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-encoding": "br",
      "x-uncompressed-length": String(PLAIN.length),
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(reply.body.equals(BROTLI)).toBe(true);
    const plain = await get(`/api/snapshot/${ID}/cubes.duckdb`);
    expect(plain.headers["content-length"]).toBe(String(PLAIN.length));
    expect(plain.body.equals(PLAIN)).toBe(true);
  });

  it("hands on what it does not have, with its address untouched", async () => {
    for (const path of [
      "/",
      "/api/snapshot",
      `/api/snapshot/${ID}/responses.duckdb`,
      `/api/snapshot/${ID}/snapshot.json`,
      `/api/snapshot/${ID}/../../secret`,
      "/_next/static/../../secret",
      "/_next/static/%2e%2e/%2e%2e/secret",
    ]) {
      const reply = await get(path, "br");
      expect([reply.status, reply.body.toString()]).toEqual([404, `handed on: ${path}`]);
    }
  });
});
