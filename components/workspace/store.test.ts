import { describe, expect, it, vi } from "vitest";
import { SCRATCH_SCHEMAS } from "@/lib/records/stage";
import {
  FILES,
  KEPT,
  attach,
  cacheOf,
  exec,
  keep,
  opened,
  outcome,
  removeCopy,
  schemasOf,
  unite,
  withDrop,
} from "@/tests/helpers/workspace";
import { importFiles } from "./import-files";
import { WorkspaceStore } from "./store";

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
