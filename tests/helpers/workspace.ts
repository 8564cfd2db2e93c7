/** The workspace store over a mocked engine, server, importer and cache of files. */
import { beforeEach, expect, vi } from "vitest";
import { uniteSources, type Source } from "@/lib/cubes/views";
import type { BrowserEngine } from "@/lib/engine/browser";
import type { FileCache, Saved } from "@/components/workspace/file-cache";
import { fetchAnswers } from "@/components/workspace/fetch-answers";
import { importFiles } from "@/components/workspace/import-files";
import { WorkspaceStore } from "@/components/workspace/store";

export const exec = vi.fn<(sql: string) => Promise<void>>();
export const attach = vi.fn<(name: string) => Promise<void>>();
const session = () => Promise.resolve({ exec, close: () => Promise.resolve() });
export const detach = vi.fn<(name: string) => Promise<void>>();
const engine = { exec, attach, detach, session, query: () => Promise.resolve([]) };
export const ENGINE = engine as unknown as BrowserEngine;

export const start = vi.fn<() => Promise<BrowserEngine>>();
vi.mock("@/lib/engine/browser", () => ({ openBrowserEngine: () => start() }));
vi.mock("@/lib/cubes/views", () => ({ uniteSources: vi.fn() }));
vi.mock("@/lib/snapshot/schema", () => ({
  SNAPSHOT_SCHEMA: "main",
  CUBES_CATALOG: "snapshot_cubes",
  ROWS_CATALOG: "snapshot_rows",
}));
/** What the mocked server has: the present snapshot, and others that links may name. */
export const server = {
  present: "s",
  others: new Set<string>(),
  /** Ids of the runs of each snapshot. */
  runs: new Map<string, readonly string[]>(),
};
vi.mock("@/lib/snapshot/api", () => ({
  snapshotUrl: (id: string | null) => id ?? "",
  snapshotFileUrl: (_: string, file: string) => file,
  snapshotReplySchema: {
    parse: (asked: string) => {
      const id = server.others.has(asked) ? asked : server.present;
      return {
        snapshot: {
          id,
          runs: (server.runs.get(id) ?? []).map((run) => ({ run_id: run })),
          tables: { responses: 9 },
          files: { "responses.duckdb": { bytes: 9 } },
        },
      };
    },
  },
}));
/** The bytes of a file of a snapshot. */
export const fetched = vi.fn<(address: string) => Promise<Uint8Array>>();
vi.mock("@/components/workspace/fetch-bytes", () => ({
  fetchOk: (address: string) => Promise.resolve({ json: () => Promise.resolve(address) }),
  fetchBytes: (address: string) => fetched(address),
}));
vi.mock("@/components/workspace/fetch-answers", () => ({ fetchAnswers: vi.fn() }));
vi.mock("@/components/workspace/import-files", () => ({ importFiles: vi.fn() }));

export const unite = vi.mocked(uniteSources);
export const outcome = {
  runs: [{ id: "r", name: "r", kept: 1, missing: 0 }],
  reviews: 0,
  rejected: 0,
};
export const FILES = [{ name: "a.csv", size: 3 } as File];
export const schemasOf = (sources: readonly Source[] = []) => sources.map((s) => s.cubes.schema);

beforeEach(() => {
  server.present = "s";
  server.others.clear();
  server.runs.clear();
  fetched.mockReset().mockResolvedValue(new Uint8Array(1));
  start.mockReset().mockResolvedValue(ENGINE);
  vi.mocked(fetchAnswers).mockReset().mockResolvedValue(null);
  for (const mock of [exec, attach, detach, unite, removeCopy])
    mock.mockReset().mockResolvedValue();
  keep.mockReset().mockResolvedValue(null);
  vi.mocked(importFiles)
    .mockReset()
    .mockResolvedValue({ ...outcome, rejects: [], warnings: [] });
});

export const NOTHING_SAVED: Saved = { files: [], lost: [] };
export const removeCopy = vi.fn<(key: string) => Promise<void>>();
export const keep = vi.fn<() => Promise<string | null>>();

/** A cache with these files, whose copies end when the test says so. */
export function cacheOf(saved = NOTHING_SAVED): FileCache {
  return {
    saved: () => Promise.resolve(saved),
    begin: () => undefined,
    settled: () => undefined,
    keep,
    remove: removeCopy,
  };
}
export const KEPT: Saved = { files: [{ key: "k", files: FILES }], lost: [] };

export async function opened(): Promise<WorkspaceStore> {
  const store = new WorkspaceStore(cacheOf());
  store.open(null);
  await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
  return store;
}

export async function withDrop(): Promise<WorkspaceStore> {
  const store = await opened();
  store.importFiles(FILES);
  await vi.waitFor(() => expect(store.getData().drops).toHaveLength(1));
  return store;
}
