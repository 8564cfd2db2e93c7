import { beforeEach, describe, expect, it, vi } from "vitest";
import { uniteSources, type Source } from "@/lib/cubes/views";
import type { BrowserEngine } from "@/lib/engine/browser";
import { SCRATCH_SCHEMAS } from "@/lib/records/stage";
import type { FileCache, Saved } from "./file-cache";
import { fetchAnswers } from "./fetch-answers";
import { importFiles } from "./import-files";
import { WorkspaceStore } from "./store";

const exec = vi.fn<(sql: string) => Promise<void>>();
const attach = vi.fn<(name: string) => Promise<void>>();
const session = () => Promise.resolve({ exec, close: () => Promise.resolve() });
const engine = { exec, attach, session, query: () => Promise.resolve([]) };
const ENGINE = engine as unknown as BrowserEngine;

const start = vi.fn<() => Promise<BrowserEngine>>();
vi.mock("@/lib/engine/browser", () => ({ openBrowserEngine: () => start() }));
vi.mock("@/lib/cubes/views", () => ({ uniteSources: vi.fn() }));
vi.mock("@/lib/snapshot/schema", () => ({
  SNAPSHOT_SCHEMA: "main",
  CUBES_CATALOG: "snapshot_cubes",
  ROWS_CATALOG: "snapshot_rows",
}));
let presentId = "s";
vi.mock("@/lib/snapshot/api", () => ({
  snapshotUrl: () => "snapshot",
  snapshotFileUrl: (_: string, file: string) => file,
  snapshotReplySchema: {
    parse: () => ({
      snapshot: {
        id: presentId,
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
vi.mock("./fetch-answers", () => ({ fetchAnswers: vi.fn() }));
vi.mock("./import-files", () => ({ importFiles: vi.fn() }));

const unite = vi.mocked(uniteSources);
const outcome = { runs: [{ id: "r", name: "r", kept: 1, missing: 0 }], rejected: 0 };
const FILES = [{ name: "a.csv", size: 3 } as File];
const schemasOf = (sources: readonly Source[] = []) => sources.map((s) => s.cubes.schema);

beforeEach(() => {
  presentId = "s";
  start.mockReset().mockResolvedValue(ENGINE);
  vi.mocked(fetchAnswers).mockReset().mockResolvedValue(null);
  for (const mock of [exec, attach, unite, removeCopy]) mock.mockReset().mockResolvedValue();
  keep.mockReset().mockResolvedValue(null);
  vi.mocked(importFiles)
    .mockReset()
    .mockResolvedValue({ ...outcome, rejects: [], warnings: [] });
});

const NOTHING_SAVED: Saved = { files: [], lost: [] };
const removeCopy = vi.fn<(key: string) => Promise<void>>();
const keep = vi.fn<() => Promise<string | null>>();

/** A cache with these files, whose copies end when the test says so. */
function cacheOf(saved = NOTHING_SAVED): FileCache {
  return {
    saved: () => Promise.resolve(saved),
    begin: () => undefined,
    settled: () => undefined,
    keep,
    remove: removeCopy,
  };
}
const KEPT: Saved = { files: [{ key: "k", files: FILES }], lost: [] };

async function opened(): Promise<WorkspaceStore> {
  const store = new WorkspaceStore(cacheOf());
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
  const store = new WorkspaceStore(cacheOf());
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

describe("copies for a reload", () => {
  it("are noted when they are made while something else is being united", async () => {
    const copy = Promise.withResolvers<string>();
    keep.mockReturnValueOnce(copy.promise);
    const store = await withDrop();
    const turn = Promise.withResolvers<undefined>();
    unite.mockReturnValueOnce(turn.promise);
    store.importFiles(FILES);
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(3));
    copy.resolve("k");
    await copy.promise;
    turn.resolve(undefined);
    await vi.waitFor(() => expect(store.getData().drops).toHaveLength(2));
    await vi.waitFor(() => expect(store.getData().drops[0]?.cached).toBe("k"));
    store.removeDrop("drop1");
    await vi.waitFor(() => expect(removeCopy.mock.calls).toEqual([["k"]]));
  });

  it("go with a removal that is under way when they are made", async () => {
    const copy = Promise.withResolvers<string>();
    keep.mockReturnValueOnce(copy.promise);
    const store = await withDrop();
    const turn = Promise.withResolvers<undefined>();
    unite.mockReturnValueOnce(turn.promise);
    store.removeDrop("drop1");
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(3));
    copy.resolve("k");
    await copy.promise;
    turn.resolve(undefined);
    await vi.waitFor(() => expect(removeCopy.mock.calls).toEqual([["k"]]));
    expect(store.getData().drops).toEqual([]);
  });

  it("stay when the removal fails, and go when it succeeds", async () => {
    keep.mockResolvedValueOnce("k");
    const store = await withDrop();
    await vi.waitFor(() => expect(store.getData().drops[0]?.cached).toBe("k"));
    unite.mockRejectedValueOnce(new Error("conflict"));
    store.removeDrop("drop1");
    await vi.waitFor(() => expect(store.getActivity().removal).not.toBeNull());
    expect(removeCopy).not.toHaveBeenCalled();
    // Pressed twice: the second finds nothing to do.
    store.removeDrop("drop1");
    store.removeDrop("drop1");
    await vi.waitFor(() => expect(removeCopy.mock.calls).toEqual([["k"]]));
    expect(store.getActivity().removal).toBeNull();
  });
});

describe("files of an earlier load", () => {
  function reloaded(saved = KEPT) {
    const store = new WorkspaceStore(cacheOf(saved));
    const reading = Promise.withResolvers<Awaited<ReturnType<typeof importFiles>>>();
    vi.mocked(importFiles).mockReturnValueOnce(reading.promise);
    store.open(null);
    return { store, ...reading };
  }
  const whole = { ...outcome, rejects: [], warnings: [] };

  it("are there before any view asks", async () => {
    const { store, resolve } = reloaded();
    await vi.waitFor(() => expect(importFiles).toHaveBeenCalled());
    expect(store.getData().workspace).toBeNull();
    expect(store.getActivity().opening.kind).toBe("opening");
    resolve(whole);
    await vi.waitFor(() => expect(store.getData().workspace).not.toBeNull());
    expect(store.getData().drops.map((drop) => drop.cached)).toEqual(["k"]);
    expect(store.getActivity().opening.kind).toBe("open");
    expect(removeCopy).not.toHaveBeenCalled();
  });

  it("are not waited for by a reader who will not", async () => {
    const { store, resolve } = reloaded();
    await vi.waitFor(() => expect(importFiles).toHaveBeenCalled());
    store.openWithoutSaved();
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    const { version } = store.getData();
    resolve(whole);
    await vi.waitFor(() => expect(store.getData().drops).toHaveLength(1));
    expect(store.getData().version).toBeGreaterThan(version);
  });

  it("are asked about anew where they join just as the reader stops waiting", async () => {
    const { store, resolve } = reloaded();
    const joining = Promise.withResolvers<undefined>();
    await vi.waitFor(() => expect(importFiles).toHaveBeenCalled());
    unite.mockClear();
    unite.mockReturnValueOnce(joining.promise);
    resolve(whole);
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(1));
    store.openWithoutSaved();
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    const { version } = store.getData();
    joining.resolve(undefined);
    await vi.waitFor(() => expect(store.getData().drops).toHaveLength(1));
    expect(store.getData().version).toBeGreaterThan(version);
  });

  it("hold nothing up where they cannot be read, and go when that is put away", async () => {
    const { store, reject } = reloaded();
    reject(new Error("no memory"));
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    expect(store.getActivity().jobs.map((job) => job.error?.message)).toEqual(["no memory"]);
    expect(removeCopy).not.toHaveBeenCalled();
    store.dismissJob("drop1");
    expect(removeCopy.mock.calls).toEqual([["k"]]);
    expect(store.getActivity().jobs).toEqual([]);
  });

  it("are told where they are lost", async () => {
    const lost = [{ files: ["b.csv"], why: "it is damaged" }];
    const store = new WorkspaceStore(cacheOf({ files: [], lost }));
    store.open(null);
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    expect(store.getActivity().lost).toEqual(lost);
    store.dismissLost();
    expect(store.getActivity().lost).toEqual([]);
  });
});

describe("views that ask before the engine has started", () => {
  const KNOWN = "SELECT known";

  async function early(saved = NOTHING_SAVED) {
    vi.mocked(fetchAnswers).mockResolvedValue((sql) => (sql === KNOWN ? [{ n: 1 }] : undefined));
    const started = Promise.withResolvers<BrowserEngine>();
    start.mockReturnValueOnce(started.promise);
    const store = new WorkspaceStore(cacheOf(saved));
    store.open(null);
    await vi.waitFor(() => expect(fetchAnswers).toHaveBeenCalled());
    return { store, ...started };
  }
  async function asked() {
    const { store, ...started } = await early();
    await vi.waitFor(() => expect(store.getData().workspace).not.toBeNull());
    const { workspace, version } = store.getData();
    return { store, workspace: workspace!, version, ...started };
  }
  it("are answered from the snapshot, and go on unchanged when it has started", async () => {
    const { store, workspace, version, resolve } = await asked();
    expect(store.getData()).toMatchObject({
      snapshot: { id: "s" },
      sources: [{ kind: "snapshot" }],
    });
    expect(store.getActivity().opening.kind).toBe("opening");
    expect(await workspace.engine.query(KNOWN)).toEqual([{ n: 1 }]);
    const waiting = workspace.engine.query("SELECT other");
    expect(unite).not.toHaveBeenCalled();
    resolve(ENGINE);
    expect(await waiting).toEqual([]);
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    expect(store.getData().workspace).toBe(workspace);
    expect(store.getData().version).toBe(version);
    expect(unite).toHaveBeenCalledTimes(1);
    // What is dropped later is asked of the engine, the known statements too.
    expect(await workspace.engine.query(KNOWN)).toEqual([]);
  });

  it("wait for rows, and those that give up wait no longer", async () => {
    const { workspace, resolve } = await asked();
    const given = new AbortController();
    const first = workspace.ensureRows(given.signal);
    const second = workspace.ensureRows();
    given.abort(new Error("left the view"));
    await expect(first).rejects.toThrow("left the view");
    expect(attach).not.toHaveBeenCalled();
    resolve(ENGINE);
    await second;
    expect(attach.mock.calls.map(([name]) => name)).toEqual(["snapshot_cubes", "snapshot_rows"]);
  });

  it("stay when the engine fails, and are answered after another try", async () => {
    const { store, workspace, version, reject } = await asked();
    const waiting = workspace.engine.query("SELECT other");
    reject(new Error("no wasm"));
    await vi.waitFor(() => expect(store.getActivity().opening).toMatchObject({ kind: "failed" }));
    expect(store.getData().workspace).toBe(workspace);
    expect(await workspace.engine.query(KNOWN)).toEqual([{ n: 1 }]);
    store.reopen();
    expect(await waiting).toEqual([]);
    expect(store.getData()).toMatchObject({ workspace, version });
  });

  it("are asked anew where another try finds other data", async () => {
    const { store, workspace, version, reject } = await asked();
    const waiting = workspace.engine.query("SELECT other");
    reject(new Error("no wasm"));
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("failed"));
    presentId = "t";
    store.reopen();
    await expect(waiting).rejects.toThrow("data changed");
    expect(store.getData()).toMatchObject({ snapshot: { id: "t" }, version: version + 1 });
    expect(store.getData().workspace).not.toBe(workspace);
  });

  it("give way where the link has come to name another snapshot", async () => {
    const { store, workspace, reject } = await asked();
    reject(new Error("no wasm"));
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("failed"));
    presentId = "t";
    store.open("t");
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    expect(store.getData().snapshot?.id).toBe("t");
    expect(store.getData().workspace).not.toBe(workspace);
  });

  it("are none where this tab has kept files", async () => {
    const { store, resolve } = await early(KEPT);
    resolve(ENGINE);
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    expect(store.getData().drops).toHaveLength(1);
    expect(store.getData().workspace?.engine).toBe(ENGINE);
  });

  it("see files that were dropped meanwhile when those have been read", async () => {
    const { store, version, resolve } = await asked();
    store.importFiles(FILES);
    expect(store.getActivity().jobs).toHaveLength(1);
    resolve(ENGINE);
    await vi.waitFor(() => expect(store.getData().drops).toHaveLength(1));
    expect(store.getData().version).toBe(version + 1);
    expect(schemasOf(unite.mock.lastCall?.[1])).toEqual(["main", "drop1"]);
  });
});

describe("a cancel that comes late", () => {
  it("leaves nothing when the last row had been read", async () => {
    const store = await opened();
    const reading = Promise.withResolvers<Awaited<ReturnType<typeof importFiles>>>();
    vi.mocked(importFiles).mockReturnValueOnce(reading.promise);
    store.importFiles(FILES);
    await vi.waitFor(() => expect(importFiles).toHaveBeenCalled());
    store.dismissJob("drop1");
    reading.resolve({ ...outcome, rejects: [], warnings: [] });
    await vi.waitFor(() => expect(store.getActivity().jobs).toEqual([]));
    expect(store.getData().drops).toEqual([]);
    expect(exec.mock.lastCall?.[0]).toContain("DROP SCHEMA IF EXISTS drop1 CASCADE");
  });

  it("leaves nothing when the drop was being shown", async () => {
    const store = await opened();
    const turn = Promise.withResolvers<undefined>();
    unite.mockReturnValueOnce(turn.promise);
    store.importFiles(FILES);
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(2));
    store.dismissJob("drop1");
    turn.resolve(undefined);
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(3));
    await vi.waitFor(() => expect(store.getActivity().jobs).toEqual([]));
    expect(store.getData().drops).toEqual([]);
    expect(keep).not.toHaveBeenCalled();
  });
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
