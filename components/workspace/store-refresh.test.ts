import { describe, expect, it, vi } from "vitest";
import {
  FILES,
  attach,
  detach,
  exec,
  fetched,
  keep,
  opened,
  outcome,
  removeCopy,
  schemasOf,
  server,
  unite,
  withDrop,
} from "@/tests/helpers/workspace";
import { importFiles } from "./import-files";
import type { WorkspaceStore } from "./store";

const united = () => unite.mock.lastCall?.[1];

/** Asks for rows in the moment in which a snapshot is told of, as a view does that draws it. */
function askedOnArrival(store: WorkspaceStore, snapshot: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = store.subscribe(() => {
      const { snapshot: open, workspace } = store.getData();
      if (open?.id !== snapshot || !workspace) return;
      stop();
      workspace.ensureRows().then(resolve, reject);
    });
  });
}

describe("newer data of the server", () => {
  it("take the place of the earlier ones, and dropped files stay beside them", async () => {
    const store = await withDrop();
    const { workspace, version, drops } = store.getData();
    await workspace?.ensureRows();
    server.present = "t";
    expect(await store.refresh()).toBe(true);
    expect(store.getData()).toMatchObject({ snapshot: { id: "t" }, version: version + 1 });
    expect(store.getData().drops).toEqual(drops);
    // The same workspace: what views hold goes on.
    expect(store.getData().workspace).toBe(workspace);
    expect(store.getActivity()).toMatchObject({ refresh: null, opening: { kind: "open" } });
    expect(united()?.map((source) => source.cubes)).toEqual([
      { catalog: "snapshot_cubes_next", schema: "main" },
      { catalog: "memory", schema: "drop1" },
    ]);
    // Rows of the earlier snapshot answer nothing any more.
    expect(united()?.[0]?.rows).toBeNull();
    expect(detach.mock.calls.map(([name]) => name)).toEqual(["snapshot_cubes", "snapshot_rows"]);
    expect(importFiles).toHaveBeenCalledTimes(1);
  });

  it("have rows of their own, and give way to the next in turn", async () => {
    const store = await opened();
    server.present = "t";
    await store.refresh();
    await store.getData().workspace?.ensureRows();
    expect(attach.mock.lastCall?.[0]).toBe("snapshot_rows_next");
    server.present = "u";
    await store.refresh();
    expect(united()?.[0]?.cubes.catalog).toBe("snapshot_cubes");
    expect(detach.mock.calls.slice(1).map(([name]) => name)).toEqual([
      "snapshot_cubes_next",
      "snapshot_rows_next",
    ]);
  });

  it("change nothing where there are none", async () => {
    const store = await opened();
    const before = store.getData();
    expect(await store.refresh()).toBe(true);
    expect(store.getData()).toBe(before);
    expect(attach).toHaveBeenCalledTimes(1);
  });

  it("leave what is open as it is where they cannot be had, and are had by another try", async () => {
    const store = await withDrop();
    await store.getData().workspace?.ensureRows();
    const before = store.getData();
    server.present = "t";
    fetched.mockRejectedValueOnce(new Error("the server does not answer"));
    expect(await store.refresh()).toBe(false);
    expect(store.getActivity().refresh).toMatchObject({
      kind: "failed",
      error: { message: "the server does not answer" },
    });
    unite.mockRejectedValueOnce(new Error("conflict"));
    expect(await store.refresh()).toBe(false);
    expect(store.getData()).toBe(before);
    expect(detach).not.toHaveBeenCalled();
    // A change meanwhile unites the rows that are open.
    store.importFiles(FILES);
    await vi.waitFor(() => expect(store.getData().drops).toHaveLength(2));
    expect(united()?.[0]?.rows?.catalog).toBe("snapshot_rows");
    expect(await store.refresh()).toBe(true);
    expect(store.getData()).toMatchObject({ snapshot: { id: "t" } });
    expect(schemasOf(united())).toEqual(["main", "drop1", "drop2"]);
  });

  it("say how far they are, and are fetched once however often they are asked for", async () => {
    const store = await opened();
    server.present = "t";
    const bytes = Promise.withResolvers<Uint8Array>();
    fetched.mockReturnValueOnce(bytes.promise);
    const both = [store.refresh(), store.refresh()];
    expect(store.getActivity().refresh).toMatchObject({ kind: "running" });
    bytes.resolve(new Uint8Array(1));
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(attach).toHaveBeenCalledTimes(2);
  });

  it("refuse what is still being fetched or made of the earlier ones", async () => {
    const store = await opened();
    const rows = Promise.withResolvers<Uint8Array>();
    fetched.mockReturnValueOnce(rows.promise);
    const file = store.askOnce((open, signal) => open.ensureRows(signal));
    server.present = "t";
    const refreshed = store.refresh();
    await refreshed;
    await expect(file).rejects.toThrow("changed meanwhile");
    rows.resolve(new Uint8Array(1));
    await store.getData().workspace?.ensureRows();
    expect(attach.mock.calls.map(([name]) => name)).toEqual([
      "snapshot_cubes",
      "snapshot_cubes_next",
      "snapshot_rows_next",
    ]);
  });

  it("have their rows fetched for whoever asks as soon as it hears of them", async () => {
    const store = await opened();
    const { workspace } = store.getData();
    await workspace?.ensureRows();
    const rows = askedOnArrival(store, "t");
    server.present = "t";
    await store.refresh();
    await rows;
    expect(attach.mock.lastCall?.[0]).toBe("snapshot_rows_next");
    expect(united()?.[0]?.rows?.catalog).toBe("snapshot_rows_next");
    // They count as open: nothing is fetched again.
    await workspace?.ensureRows();
    expect(attach).toHaveBeenCalledTimes(4);
    expect(store.getActivity().rowsProgress).toBeNull();
  });

  it("do not refuse rows of their own where the earlier ones were on their way", async () => {
    const store = await opened();
    const first = Promise.withResolvers<Uint8Array>();
    const second = Promise.withResolvers<Uint8Array>();
    fetched.mockReturnValueOnce(first.promise);
    const earlier = store.getData().workspace?.ensureRows();
    const rows = askedOnArrival(store, "t");
    server.present = "t";
    fetched.mockResolvedValueOnce(new Uint8Array(1)).mockReturnValueOnce(second.promise);
    await store.refresh();
    // Those of the new one are on their way, and say so.
    expect(store.getActivity().rowsProgress).toMatchObject({ loaded: 0 });
    first.resolve(new Uint8Array(1));
    await expect(earlier).rejects.toThrow("changed meanwhile");
    expect(store.getActivity().rowsProgress).not.toBeNull();
    second.resolve(new Uint8Array(1));
    await rows;
    expect(attach.mock.calls.map(([name]) => name)).toEqual([
      "snapshot_cubes",
      "snapshot_cubes_next",
      "snapshot_rows_next",
    ]);
    expect(store.getActivity().rowsProgress).toBeNull();
  });

  it("refuse rows of the earlier ones that are asked for while they are being united", async () => {
    const store = await opened();
    server.present = "t";
    const turn = Promise.withResolvers<undefined>();
    unite.mockReturnValueOnce(turn.promise);
    const refreshed = store.refresh();
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(2));
    const earlier = store.getData().workspace?.ensureRows();
    turn.resolve(undefined);
    await expect(earlier).rejects.toThrow("changed meanwhile");
    await refreshed;
    // Not under the names of the new ones.
    expect(attach.mock.calls.map(([name]) => name)).toEqual([
      "snapshot_cubes",
      "snapshot_cubes_next",
    ]);
    await store.getData().workspace?.ensureRows();
    expect(attach.mock.lastCall?.[0]).toBe("snapshot_rows_next");
  });

  it("do not bring back a file that was removed meanwhile", async () => {
    keep.mockResolvedValueOnce("k");
    const store = await withDrop();
    await vi.waitFor(() => expect(store.getData().drops[0]?.cached).toBe("k"));
    server.present = "t";
    server.runs.set("t", ["r"]);
    const renamed = { ...outcome, runs: [{ ...outcome.runs[0]!, id: "r~2" }] };
    vi.mocked(importFiles).mockResolvedValue({ ...renamed, rejects: [], warnings: [] });
    const turn = Promise.withResolvers<undefined>();
    unite.mockReturnValueOnce(turn.promise);
    const refreshed = store.refresh();
    await vi.waitFor(() => expect(unite).toHaveBeenCalledTimes(3));
    store.removeDrop("drop1");
    turn.resolve(undefined);
    expect(await refreshed).toBe(true);
    expect(store.getData()).toMatchObject({ snapshot: { id: "t" }, drops: [] });
    expect(store.getActivity()).toMatchObject({ jobs: [], removal: null });
    expect(importFiles).toHaveBeenCalledTimes(1);
    expect(removeCopy.mock.calls).toEqual([["k"]]);
    for (const schema of ["drop1", "drop1_texts"])
      expect(exec.mock.lastCall?.[0]).toContain(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  });

  it("read a file again whose removal had failed", async () => {
    const store = await withDrop();
    unite.mockRejectedValueOnce(new Error("conflict"));
    store.removeDrop("drop1");
    await vi.waitFor(() => expect(store.getActivity().removal).not.toBeNull());
    server.present = "t";
    server.runs.set("t", ["r"]);
    const renamed = { ...outcome, runs: [{ ...outcome.runs[0]!, id: "r~2" }] };
    vi.mocked(importFiles).mockResolvedValueOnce({ ...renamed, rejects: [], warnings: [] });
    await store.refresh();
    await vi.waitFor(() => expect(store.getData().drops).toMatchObject([{ id: "drop2" }]));
  });

  it("read dropped files again that share a run's id with them", async () => {
    const store = await withDrop();
    server.present = "t";
    server.runs.set("t", ["r", "q"]);
    const renamed = { ...outcome, runs: [{ ...outcome.runs[0]!, id: "r~2" }] };
    vi.mocked(importFiles).mockResolvedValueOnce({ ...renamed, rejects: [], warnings: [] });
    expect(await store.refresh()).toBe(true);
    await vi.waitFor(() => expect(store.getData().drops).toMatchObject([{ id: "drop2" }]));
    expect(vi.mocked(importFiles).mock.lastCall?.[1]).toBe(FILES);
    expect(store.getData().drops[0]?.runs[0]?.id).toBe("r~2");
    expect(exec.mock.calls.some(([sql]) => sql.includes("DROP SCHEMA IF EXISTS drop1 "))).toBe(
      true,
    );
  });

  it("have files that were being read meanwhile read again where an id is taken", async () => {
    const store = await opened();
    const reading = Promise.withResolvers<Awaited<ReturnType<typeof importFiles>>>();
    vi.mocked(importFiles).mockReturnValueOnce(reading.promise);
    store.importFiles(FILES);
    await vi.waitFor(() => expect(importFiles).toHaveBeenCalledTimes(1));
    server.present = "t";
    server.runs.set("t", ["r"]);
    await store.refresh();
    const renamed = { ...outcome, runs: [{ ...outcome.runs[0]!, id: "r~2" }] };
    vi.mocked(importFiles).mockResolvedValueOnce({ ...renamed, rejects: [], warnings: [] });
    reading.resolve({ ...outcome, rejects: [], warnings: [] });
    await vi.waitFor(() => expect(store.getData().drops).toMatchObject([{ id: "drop2" }]));
    expect(store.getActivity().jobs).toEqual([]);
  });
});
