import { describe, expect, it, vi } from "vitest";
import type { BrowserEngine } from "@/lib/engine/browser";
import {
  ENGINE,
  FILES,
  KEPT,
  NOTHING_SAVED,
  attach,
  cacheOf,
  schemasOf,
  server,
  start,
  unite,
} from "@/tests/helpers/workspace";
import { fetchAnswers } from "./fetch-answers";
import { WorkspaceStore } from "./store";

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

  it("refuse with the reason what is asked once, until another try is under way", async () => {
    const { store, reject } = await asked();
    const ask = () => store.askOnce(({ engine }) => engine.query("SELECT other"));
    const before = ask();
    reject(new Error("no wasm"));
    await expect(before).rejects.toThrow(/could not be opened: no wasm\. Press .*Try again/);
    await expect(ask()).rejects.toThrow("no wasm");
    store.reopen();
    expect(await ask()).toEqual([]);
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("open"));
    expect(await ask()).toEqual([]);
  });

  it("are asked anew where another try finds other data", async () => {
    const { store, workspace, version, reject } = await asked();
    const waiting = workspace.engine.query("SELECT other");
    reject(new Error("no wasm"));
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("failed"));
    server.present = "t";
    store.reopen();
    await expect(waiting).rejects.toThrow("data changed");
    expect(store.getData()).toMatchObject({ snapshot: { id: "t" }, version: version + 1 });
    expect(store.getData().workspace).not.toBe(workspace);
  });

  it("give way where the link has come to name another snapshot", async () => {
    const { store, workspace, reject } = await asked();
    reject(new Error("no wasm"));
    await vi.waitFor(() => expect(store.getActivity().opening.kind).toBe("failed"));
    server.others = new Set(["s", "t"]);
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
