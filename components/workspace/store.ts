import { uniteSources } from "@/lib/cubes/views";
import { answeringEngine, orAborted } from "@/lib/engine/answering";
import { openBrowserEngine, type BrowserEngine } from "@/lib/engine/browser";
import type { Engine } from "@/lib/engine/engine";
import { formatCount, plural } from "@/lib/format/number";
import { snapshotFileUrl } from "@/lib/snapshot/api";
import type { Snapshot, SnapshotFile } from "@/lib/snapshot/schema";
import { FIRST_CATALOGS, otherCatalogs } from "@/lib/snapshot/source";
import { askOnce, CHANGED } from "./ask-once";
import { Drops, type DropsHost } from "./drops";
import { fetchBytes } from "./fetch-bytes";
import type { FileCache, Saved } from "./file-cache";
import { fetchSnapshot, firstLook, type FirstLook } from "./first-look";
import { openSources, type Attached } from "./open-sources";
import { isRestoring, StoreState } from "./store-state";
import {
  asError,
  type AskOnce,
  type OpenData,
  type Progress,
  type WorkspaceActions,
} from "./types";

function fetchCubes(
  { id, runs }: Snapshot,
  onProgress: (progress: Progress) => void,
): Promise<Uint8Array> {
  const what = `Loading ${plural(runs.length, "run")}`;
  return fetchBytes(snapshotFileUrl(id, "cubes.duckdb"), "The cubes", {
    onProgress: (loaded, total) => onProgress({ what, loaded, total }),
  });
}

/** Views that ask while the engine still starts. */
interface Early {
  /** What the link named when it was opened; null for the present data. */
  readonly wanted: string | null;
  readonly snapshot: Snapshot;
  /** Settled once it is known what answers their questions. */
  readonly start: PromiseWithResolvers<Engine>;
}

/** The rows of a snapshot: fetched, or on their way. */
interface Rows {
  /** Id of the snapshot; null without one. */
  readonly of: string | null;
  readonly open: Promise<void>;
  readonly fetch: AbortController;
}

/**
 * The data that are open: an engine, the server's snapshot, and the files that were dropped. It
 * lives outside React; components subscribe to `state`.
 */
export class WorkspaceStore implements WorkspaceActions {
  private readonly state = new StoreState();
  private readonly drops: Drops;
  private engine: BrowserEngine | null = null;
  private early: Early | null = null;
  private wantedSnapshot: string | null = null;
  private opened: Promise<void> | null = null;
  /** Whether the snapshot is united, so that files can be imported beside it. */
  private attached = false;
  private saved: Promise<Saved> | null = null;
  private waitsForSaved = true;
  /** Under which names the snapshot is united. */
  private place: Attached = { catalogs: FIRST_CATALOGS, rowsOpen: false };
  private rows: Rows | null = null;
  private refreshing: Promise<boolean> | null = null;
  private changes: Promise<unknown> = Promise.resolve();

  constructor(private readonly cache: FileCache) {
    const host: DropsHost = {
      state: this.state,
      engine: () => (this.attached ? this.engine : null),
      inTurn: (change) => this.inTurn(change),
      unite: (change) => this.unite(change),
    };
    this.drops = new Drops(host, cache);
  }

  readonly getData = this.state.getData;
  readonly getActivity = this.state.getActivity;
  readonly subscribe = this.state.subscribe;

  private progress(what: string, loaded = 0, total: number | null = null): void {
    this.state.setActivity({ opening: { kind: "opening", progress: { what, loaded, total } } });
  }

  /**
   * Opens the engine and the cubes of a snapshot, once.
   * @param snapshot id that the link names; where it is gone, the present one is opened.
   */
  open(snapshot: string | null): void {
    if (this.opened) return;
    this.wantedSnapshot = snapshot;
    this.opened = this.openAll().catch((error: unknown) => {
      this.opened = null;
      this.state.setActivity({ opening: { kind: "failed", error: asError(error) } });
    });
  }

  readonly reopen = (): void => {
    if (this.getActivity().opening.kind !== "failed") return;
    this.opened = null;
    this.progress("Starting the database engine");
    this.open(this.wantedSnapshot);
  };

  private async openAll(): Promise<void> {
    this.saved ??= this.cache.saved();
    const wanted = this.wantedSnapshot;
    // After a failure the one whose answers are shown, unless the link has come to name another.
    const shown = this.early?.wanted === wanted ? this.early.snapshot.id : wanted;
    const found = firstLook(shown);
    const fetched = found.snapshot.then((snapshot) => this.fetchCubes(snapshot));
    // Failures are told below; until then they must not count as unhandled.
    fetched.catch(() => undefined);
    this.openEarly(wanted, found).catch(() => undefined);
    const engine = await openBrowserEngine((loaded) =>
      this.progress("Loading the database engine", loaded),
    );
    this.engine = engine;
    const snapshot = await found.snapshot;
    await engine.attach(this.place.catalogs.cubes, { kind: "bytes", bytes: await fetched });
    await this.inTurn(() => this.unite({ snapshot }));
    // Before a file can join: what is known is of the snapshot alone.
    const goesOn = this.handOver(engine, snapshot);
    this.attached = true;
    await this.restore(await this.saved);
    if (!goesOn) {
      const ensureRows = (signal?: AbortSignal) => this.ensureRows(signal);
      const version = this.getData().version + 1;
      this.state.setData({ workspace: { engine, ensureRows }, version });
    }
    this.state.setActivity({ opening: { kind: "open" } });
  }

  /**
   * Views that asked before are answered by the engine from now on.
   * @returns whether there are any, of the same data: what they show stays.
   */
  private handOver(engine: Engine, snapshot: Snapshot): boolean {
    if (!this.early) return false;
    const same = this.early.snapshot.id === snapshot.id;
    if (same) this.early.start.resolve(engine);
    else this.early.start.reject(new Error(CHANGED));
    return same;
  }

  /**
   * Lets views ask before the engine answers, where the snapshot brings answers. What it does not
   * answer waits for the engine; through a failed start, too, until another try succeeds.
   */
  private async openEarly(wanted: string | null, found: FirstLook): Promise<void> {
    const [snapshot, answers, saved] = await Promise.all([
      found.snapshot,
      found.answers,
      this.saved,
    ]);
    // With kept files the first questions are of more than the snapshot; else the engine was faster.
    if (!answers || !saved || saved.files.length > 0 || this.attached || this.getData().workspace)
      return;
    const start = Promise.withResolvers<Engine>();
    // Whoever waits hears of it.
    start.promise.catch(() => undefined);
    this.early = { wanted, snapshot, start };
    const ensureRows = async (signal?: AbortSignal) => {
      await orAborted(start.promise, signal);
      await this.ensureRows(signal);
    };
    this.state.setData({
      snapshot,
      sources: openSources({ snapshot, drops: [] }, this.place).map((s) => s.open),
      workspace: { engine: answeringEngine(answers, start.promise), ensureRows },
      version: this.getData().version + 1,
    });
  }

  /**
   * Reads again what this tab kept, before views ask anything: a link may stand on it, and without
   * it would show other data. Ends early when the reader does not want to wait.
   */
  private async restore({ files, lost }: Saved): Promise<void> {
    this.state.setActivity({ lost });
    for (const { key, files: own } of files) this.drops.queue(own, key);
    void this.drops.work();
    if (files.length > 0) this.progress("Reading again the files that this tab has kept");
    await new Promise<void>((resolve) => {
      const check = () => {
        if (this.waitsForSaved && isRestoring(this.getActivity().jobs)) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.subscribe(check);
      check();
    });
  }

  readonly openWithoutSaved = (): void => {
    this.waitsForSaved = false;
    // Whoever waits looks again.
    this.state.setActivity({});
  };

  /** Beside the start of the engine, which takes longer. */
  private fetchCubes(snapshot: Snapshot): Promise<Uint8Array> {
    return fetchCubes(snapshot, ({ what, loaded, total }) => {
      if (this.engine) this.progress(what, loaded, total);
    });
  }

  /**
   * Changes of what is united wait for each other: two at once would conflict, or the one that
   * began first would take back the other.
   */
  private inTurn<T>(change: () => Promise<T>): Promise<T> {
    const result = this.changes.then(change);
    this.changes = result.catch(() => undefined);
    return result;
  }

  /** Brings the views of `data` up to date with what is open, changed so: all of it or nothing. */
  private async unite(change: Partial<OpenData> = {}, place = this.place): Promise<void> {
    const sources = openSources({ ...this.getData(), ...change }, place);
    const session = await this.started().session();
    try {
      await session.exec("BEGIN");
      await uniteSources(
        session,
        sources.map((s) => s.source),
      );
      await session.exec("COMMIT");
    } finally {
      await session.close();
    }
    this.place = place;
    // Read now: another change of the data may have come while this one was on its way.
    const version = this.getData().version + (change.drops ? 1 : 0);
    this.state.setData({ ...change, sources: sources.map((s) => s.open), version });
  }

  private started(): BrowserEngine {
    if (!this.engine) throw new Error("the database engine has not started");
    return this.engine;
  }

  /** Fetches and attaches the snapshot's rows, once; a failed fetch is tried again by the next call. */
  private async ensureRows(signal?: AbortSignal): Promise<void> {
    const rows = this.presentRows();
    try {
      // The fetch itself goes on when one reader gives up: the next one will want it.
      await rows.open;
    } catch (error) {
      if (this.rows === rows) this.rows = null;
      throw error;
    }
    signal?.throwIfAborted();
  }

  /** Those of an earlier snapshot do not answer for this one: asked again as soon as it is there. */
  private presentRows(): Rows {
    const of = this.getData().snapshot?.id ?? null;
    if (this.rows?.of === of) return this.rows;
    this.rows?.fetch.abort(new Error(CHANGED));
    const fetch = new AbortController();
    this.rows = { of, open: this.openRows(fetch.signal), fetch };
    return this.rows;
  }

  private async openRows(signal: AbortSignal): Promise<void> {
    const { snapshot } = this.getData();
    if (!snapshot) return;
    const file: SnapshotFile = "responses.duckdb";
    const what = `Loading ${formatCount(snapshot.tables.responses)} responses`;
    const onProgress = (loaded: number, total: number | null) => {
      if (!signal.aborted) this.state.setActivity({ rowsProgress: { what, loaded, total } });
    };
    onProgress(0, snapshot.files[file].bytes);
    try {
      const bytes = await fetchBytes(snapshotFileUrl(snapshot.id, file), "The responses", {
        signal,
        onProgress,
      });
      await this.inTurn(() => this.uniteRows(bytes, signal));
    } finally {
      if (!signal.aborted) this.state.setActivity({ rowsProgress: null });
    }
  }

  private async uniteRows(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    // Another snapshot has come meanwhile.
    signal.throwIfAborted();
    const { catalogs } = this.place;
    await this.started().attach(catalogs.rows, { kind: "bytes", bytes });
    await this.unite({}, { catalogs, rowsOpen: true });
  }

  readonly refresh = (): Promise<boolean> => {
    this.refreshing ??= this.openPresent().finally(() => (this.refreshing = null));
    return this.refreshing;
  };

  private async openPresent(): Promise<boolean> {
    const onProgress = (progress: Progress) =>
      this.state.setActivity({ refresh: { kind: "running", progress } });
    onProgress({ what: "Asking for the present results", loaded: 0, total: null });
    try {
      const snapshot = await fetchSnapshot(null);
      if (snapshot.id !== this.getData().snapshot?.id) {
        const bytes = await fetchCubes(snapshot, onProgress);
        await this.inTurn(() => this.replaceSnapshot(snapshot, bytes));
      }
      this.state.setActivity({ refresh: null });
      return true;
    } catch (error) {
      this.state.setActivity({ refresh: { kind: "failed", error: asError(error) } });
      return false;
    }
  }

  /** Within a turn. The new snapshot is attached beside the old one: where that fails the old stays. */
  private async replaceSnapshot(snapshot: Snapshot, bytes: Uint8Array): Promise<void> {
    const engine = this.started();
    const before = this.place;
    const catalogs = otherCatalogs(before.catalogs);
    await engine.attach(catalogs.cubes, { kind: "bytes", bytes });
    const { stay, again } = this.drops.beside(snapshot);
    await this.unite({ snapshot, drops: stay }, { catalogs, rowsOpen: false });
    // Who heard of the new snapshot may have asked for its rows by now.
    if (this.rows?.of !== snapshot.id) {
      this.rows?.fetch.abort(new Error(CHANGED));
      this.rows = null;
      this.state.setActivity({ rowsProgress: null });
    }
    await this.drops.readAgain(again);
    await this.letGo(engine, before);
  }

  /** What was open: nothing asks it any more. */
  private async letGo(engine: Engine, { catalogs, rowsOpen }: Attached): Promise<void> {
    for (const name of rowsOpen ? [catalogs.cubes, catalogs.rows] : [catalogs.cubes])
      // It costs memory where it stays, and nothing else.
      await engine.detach(name).catch(() => undefined);
  }

  readonly askOnce: AskOnce = (ask) => askOnce(this.state, () => this.changes, ask);

  readonly importFiles = (files: readonly File[]): void => {
    if (files.length === 0) return;
    this.drops.queue(files, null);
    void this.drops.work();
  };

  readonly readAnyway = (id: string): void => this.drops.accept(id);
  readonly dismissJob = (id: string): void => this.drops.dismiss(id);
  readonly removeDrop = (id: string): void => this.drops.remove(id);
  readonly dismissRemoval = (): void => this.state.setActivity({ removal: null });
  readonly dismissLost = (): void => this.state.setActivity({ lost: [] });
}
