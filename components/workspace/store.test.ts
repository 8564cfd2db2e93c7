import { beforeEach, expect, it, vi } from "vitest";
import { uniteSources, type Source } from "@/lib/cubes/views";
import type { BrowserEngine } from "@/lib/engine/browser";
import { SCRATCH_SCHEMAS } from "@/lib/records/stage";
import { importFiles } from "./import-files";
import { WorkspaceStore } from "./store";

const exec = vi.fn<(sql: string) => Promise<void>>();
const attach = vi.fn<(name: string) => Promise<void>>();
const session = () => Promise.resolve({ exec, close: () => Promise.resolve() });
const engine = { exec, attach, session, query: () => Promise.resolve([]) };

vi.mock("@/lib/engine/browser", () => ({
  openBrowserEngine: () => Promise.resolve(engine as unknown as BrowserEngine),
}));
vi.mock("@/lib/cubes/views", () => ({ uniteSources: vi.fn() }));
vi.mock("@/lib/snapshot/schema", () => ({ SNAPSHOT_SCHEMA: "main" }));
vi.mock("@/lib/snapshot/api", () => ({
  snapshotUrl: () => "snapshot",
  snapshotFileUrl: (_: string, file: string) => file,
  snapshotReplySchema: {
    parse: () => ({
      snapshot: {
        id: "s",
        runs: [],
        tables: { responses: 9 },
        files: { "responses.duckdb": { bytes: 9 } },
      },
    }),
  },
}));
vi.mock("./fetch-bytes", () => ({
  fetchOk: () => Promise.resolve({ json: () => Promise.resolve({}) }),
  fetchBytes: () => Promise.resolve(new Uint8Array(1)),
}));
vi.mock("./import-files", () => ({ importFiles: vi.fn() }));

const unite = vi.mocked(uniteSources);
const outcome = { runs: [{ id: "r", name: "r", kept: 1, missing: 0 }], rejected: 0 };
const FILES = [{ name: "a.csv", size: 3 } as File];
const schemasOf = (sources: readonly Source[] = []) => sources.map((s) => s.cubes.schema);

beforeEach(() => {
  for (const mock of [exec, attach, unite]) mock.mockReset().mockResolvedValue();
  vi.mocked(importFiles)
    .mockReset()
    .mockResolvedValue({ ...outcome, rejects: [], warnings: [] });
});

async function opened(): Promise<WorkspaceStore> {
  const store = new WorkspaceStore();
  store.open(null);
  await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
  return store;
}

async function withDrop(): Promise<WorkspaceStore> {
  const store = await opened();
  store.importFiles(FILES);
  await vi.waitFor(() => expect(store.getData().drops).toHaveLength(1));
  return store;
}

it("unites one change at a time, each on top of the one before", async () => {
  const store = await withDrop();
  let running = 0;
  unite.mockClear();
  unite.mockImplementation(async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  });
  const rows = store.getData().workspace?.ensureRows();
  store.removeDrop("drop1");
  store.importFiles(FILES);
  await rows;
  await vi.waitFor(() => expect(store.getData().drops.map((d) => d.id)).toEqual(["drop2"]));
  await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(3));
  const last = unite.mock.lastCall?.[1];
  expect(schemasOf(last)).toEqual(["main", "drop2"]);
  expect(last?.[0]?.rows).not.toBeNull();
  expect(store.getActivity().removal).toBeNull();
});

it("tells a removal that failed by itself, and what is open stays", async () => {
  const store = await withDrop();
  unite.mockRejectedValueOnce(new Error("conflict"));
  store.removeDrop("drop1");
  await vi.waitFor(() => expect(store.getActivity().removal?.error.message).toBe("conflict"));
  expect(store.getActivity().opening.kind).toBe("open");
  expect(store.getData().drops).toHaveLength(1);
  store.removeDrop("drop1");
  await vi.waitFor(() => expect(store.getData().drops).toHaveLength(0));
  expect(store.getActivity().removal).toBeNull();
});

it("opens again after a step behind the attaching failed", async () => {
  unite.mockRejectedValueOnce(new Error("conflict"));
  const store = new WorkspaceStore();
  store.open(null);
  await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("failed"));
  store.reopen();
  await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
});

it("does not count rows as open whose uniting failed", async () => {
  const store = await opened();
  const { workspace } = store.getData();
  unite.mockRejectedValueOnce(new Error("conflict"));
  await expect(workspace?.ensureRows()).rejects.toThrow("conflict");
  await workspace?.ensureRows();
  expect(attach.mock.calls.map(([name]) => name)).toEqual([
    "snapshot_cubes",
    "snapshot_rows",
    "snapshot_rows",
  ]);
});

it("drops all that a cancelled import left", async () => {
  const store = await opened();
  vi.mocked(importFiles).mockRejectedValueOnce(new DOMException("import cancelled", "AbortError"));
  store.importFiles(FILES);
  await vi.waitFor(() => expect(exec.mock.lastCall?.[0]).toContain("DROP SCHEMA"));
  for (const schema of [...SCRATCH_SCHEMAS, "drop1", "drop1_texts"])
    expect(exec.mock.lastCall?.[0]).toContain(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
});

it("asks before it reads what a browser may not hold, and reads other files meanwhile", async () => {
  const store = await opened();
  const slice = () => new Blob(["model,n_options"]);
  store.importFiles([{ name: "big.csv", size: 2e9, slice } as unknown as File]);
  store.importFiles(FILES);
  await vi.waitFor(() => expect(store.getData().drops.map((d) => d.id)).toEqual(["drop2"]));
  expect(store.getActivity().jobs).toMatchObject([{ id: "drop1", oversize: 2e9, error: null }]);
  expect(vi.mocked(importFiles)).toHaveBeenCalledTimes(1);
  store.readAnyway("drop1");
  await vi.waitFor(() => expect(store.getData().drops.map((d) => d.id)).toContain("drop1"));
  expect(store.getActivity().jobs).toEqual([]);
  store.importFiles([{ name: "big.csv", size: 2e9, slice } as unknown as File]);
  await vi.waitFor(() => expect(store.getActivity().jobs[0]?.oversize).toBe(2e9));
  store.dismissJob("drop3");
  expect(store.getActivity().jobs).toEqual([]);
  expect(vi.mocked(importFiles)).toHaveBeenCalledTimes(2);
});
