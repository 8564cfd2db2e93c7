import { beforeEach, expect, it, vi } from "vitest";
import { LENGTH_HEADER } from "@/lib/snapshot/api";
import { answerOf, answersHash, writeAnswers } from "@/lib/snapshot/answers";
import type { Snapshot } from "@/lib/snapshot/schema";
import { firstLook, lookAhead } from "./first-look";

const FILE = new TextEncoder().encode(writeAnswers([answerOf("SELECT 1", [{ n: 1 }])]));
const sizes = { bytes: FILE.length, encoded_bytes: FILE.length };
const SNAPSHOT: Snapshot = {
  id: "0123456789abcdef",
  created: "2026-11-30T00:00:00Z",
  compiler: "3-x",
  storage: "v1.4.0",
  runs: [],
  tables: {},
  files: {
    "cubes.duckdb": sizes,
    "responses.duckdb": sizes,
    "answers.json": { ...sizes, sha256: answersHash(FILE) },
  },
};
let snapshot = SNAPSHOT;
let file: Uint8Array<ArrayBuffer> | null = FILE;
const asked = vi.fn<(url: string) => Promise<Response>>((url) => {
  if (!url.endsWith("answers.json"))
    return Promise.resolve(Response.json({ snapshot, changed: false }));
  return Promise.resolve(
    file
      ? new Response(file, { headers: { [LENGTH_HEADER]: String(file.length) } })
      : new Response(null, { status: 404 }),
  );
});
vi.stubGlobal("fetch", asked);
beforeEach(() => {
  snapshot = SNAPSHOT;
  file = FILE;
  asked.mockClear();
});

it("fetches what is described, and what is answered", async () => {
  const found = firstLook(null);
  expect(await found.snapshot).toEqual(SNAPSHOT);
  expect((await found.answers)?.("SELECT 1")).toEqual([{ n: 1 }]);
  expect(asked.mock.calls).toHaveLength(2);
});

it("takes what was begun ahead once, and only of the snapshot that is wanted", async () => {
  lookAhead(null);
  await firstLook(null).answers;
  expect(asked.mock.calls).toHaveLength(2);
  await firstLook(null).answers;
  expect(asked.mock.calls).toHaveLength(4);
  lookAhead(null);
  await firstLook(SNAPSHOT.id).answers;
  expect(asked.mock.calls.some(([url]) => url.includes(`id=${SNAPSHOT.id}`))).toBe(true);
});

it("does without answers that are missing, damaged, or of an earlier compiler", async () => {
  file = null;
  expect(await firstLook(null).answers).toBeNull();
  file = FILE.map((byte, i) => (i === 40 ? byte ^ 1 : byte));
  expect(await firstLook(null).answers).toBeNull();
  file = FILE.slice(0, 20);
  expect(await firstLook(null).answers).toBeNull();
  snapshot = { ...SNAPSHOT, files: { "cubes.duckdb": sizes, "responses.duckdb": sizes } };
  expect(await firstLook(null).answers).toBeNull();
});
