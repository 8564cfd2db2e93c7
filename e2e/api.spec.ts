import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import {
  apiErrorSchema,
  LENGTH_HEADER,
  rawPageReplySchema,
  snapshotFileUrl,
  snapshotReplySchema,
} from "@/lib/snapshot/api";
import { responseKeySchema } from "@/lib/rows/key";
import { KEY_COLUMNS } from "@/lib/records/response";
import { SNAPSHOT_FILES } from "@/lib/snapshot/schema";
import { expect, test } from "./support/test";

const STORE = "test-results/store";
const GONE = "0000000000000000";

/** A stored text, and the key of its response. */
async function someText() {
  for (const run of (await readdir(join(STORE, "runs"))).sort()) {
    const bytes = await readFile(join(STORE, "runs", run, "raw.parquet")).catch(() => null);
    if (!bytes) continue;
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
    const rows: Record<string, unknown>[] = await parquetReadObjects({
      file,
      compressors,
      rowEnd: 1,
    });
    const row = rows[0];
    const key = responseKeySchema.parse(
      Object.fromEntries(KEY_COLUMNS.map((name) => [name, row?.[name] ?? null])),
    );
    return { key, text: row?.text };
  }
  throw new Error("no run of the store has texts");
}

test("describes the present snapshot, and says when the one that was named is gone", async ({
  request,
}) => {
  const present = snapshotReplySchema.parse(await (await request.get("/api/snapshot")).json());
  expect(present.changed).toBe(false);
  expect(present.snapshot.tables.responses).toBeGreaterThan(500_000);
  const { id } = present.snapshot;
  const named = await request.get(`/api/snapshot?id=${id}`);
  expect(snapshotReplySchema.parse(await named.json())).toEqual(present);
  for (const other of [GONE, "../../runs"]) {
    const reply = await request.get("/api/snapshot", { params: { id: other } });
    expect(snapshotReplySchema.parse(await reply.json())).toEqual({ ...present, changed: true });
  }
});

test("serves a snapshot's files compressed and immutable", async ({ request }) => {
  const { snapshot } = snapshotReplySchema.parse(await (await request.get("/api/snapshot")).json());
  for (const file of SNAPSHOT_FILES) {
    const { bytes = 0, encoded_bytes } = snapshot.files[file] ?? {};
    const reply = await request.get(snapshotFileUrl(snapshot.id, file));
    expect(reply.headers()).toMatchObject({
      "content-encoding": "br",
      "content-length": String(encoded_bytes),
      [LENGTH_HEADER]: String(bytes),
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect((await reply.body()).length).toBe(bytes);
  }
  const gone = await request.get(snapshotFileUrl(GONE, "cubes.duckdb"));
  expect(gone.status()).toBe(404);
  expect(apiErrorSchema.parse(await gone.json()).error.what).toContain(GONE);
});

test("serves the DuckDB module compressed, from this origin", async ({ page }) => {
  const module = page.waitForResponse((response) => response.url().includes("duckdb-eh"));
  await page.goto("/overview");
  const headers = await (await module).allHeaders();
  expect(headers).toMatchObject({
    "content-type": "application/wasm",
    "content-encoding": "br",
    "cache-control": "public,max-age=31536000,immutable",
  });
  expect(Number(headers["content-length"])).toBeLessThan(7_000_000);
});

test("hands out texts by their keys, null where it has none", async ({ request }) => {
  const { key, text } = await someText();
  const other = { ...key, trial: 2 };
  const page = await request.post("/api/responses/raw", { data: { keys: [other, key] } });
  const [none, raw] = rawPageReplySchema.parse(await page.json()).rows;
  expect(none).toBeNull();
  expect(raw).toMatchObject({ key, text });
  expect(raw?.item?.options.length).toBe(key.n_options);

  for (const elsewhere of [
    { ...key, run_id: "removed" },
    { ...key, run_id: "../runs" },
  ]) {
    const gone = await request.post("/api/responses/raw", { data: { keys: [key, elsewhere] } });
    expect(gone.status()).toBe(404);
    const { error } = apiErrorSchema.parse(await gone.json());
    expect(error.why).toContain(`run ${elsewhere.run_id} is not in the store`);
  }
  for (const data of [{ keys: [] }, { keys: [{ ...key, trial: "1" }] }, {}]) {
    const broken = await request.post("/api/responses/raw", { data });
    expect(broken.status()).toBe(400);
    expect(apiErrorSchema.parse(await broken.json()).error.why).toContain("keys");
  }
});
