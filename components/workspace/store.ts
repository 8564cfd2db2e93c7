import { uniteSources, type Source } from "@/lib/cubes/views";
import { openBrowserEngine, type BrowserEngine } from "@/lib/engine/browser";
import { snapshotFileUrl, snapshotReplySchema, snapshotUrl } from "@/lib/snapshot/api";
import { SNAPSHOT_SCHEMA, type Snapshot, type SnapshotFile } from "@/lib/snapshot/schema";
import { SCRATCH_SCHEMAS } from "@/lib/records/stage";
import { formatCount, listOf, plural } from "@/lib/format/number";
import { oversizeOf } from "./drop-size";
import { fetchBytes, fetchOk } from "./fetch-bytes";
import { noFileCache, type FileCache } from "./file-cache";
import { importFiles } from "./import-files";
import { textsSchema } from "./import-protocol";
import type {
  Activity,
  DropSummary,
  ImportJob,
  OpenData,
  Opening,
  OpenSource,
  WorkspaceActions,
} from "./types";

const CUBES = "snapshot_cubes";
const ROWS = "snapshot_rows";
const DATABASE = "memory";

const STARTING: Opening = {
  kind: "opening",
  progress: { what: "Starting the database engine", loaded: 0, total: null },
};
const NOTHING_OPEN: OpenData = {
  workspace: null,
  version: 0,
  snapshot: null,
  drops: [],
  sources: [],
};
const AT_START: Activity = { opening: STARTING, jobs: [], rowsProgress: null, removal: null };

interface WaitingJob {
  readonly id: string;
  readonly files: readonly File[];
  /** Where the cache has them already. */
  readonly cached: string | null;
  readonly controller: AbortController;
  /** Read whatever its size: somebody said so, or it was read before. */
  readonly accepted: boolean;
}

/**
 * The data that are open: an engine, the server's snapshot, and the files that were dropped. It
 * lives outside React; components subscribe to `state`.
 */
export class WorkspaceStore implements WorkspaceActions {
  private data = NOTHING_OPEN;
  private activity = AT_START;
  private readonly listeners = new Set<() => void>();
  private engine: BrowserEngine | null = null;
  private wantedSnapshot: string | null = null;
  private opened: Promise<void> | null = null;
  private rows: Promise<void> | null = null;
  private rowsOpen = false;
  private changes: Promise<unknown> = Promise.resolve();
  private lastId = 0;
  private readonly waiting: WaitingJob[] = [];
  /** Too large to be read unasked. */
  private readonly asking: WaitingJob[] = [];

  constructor(private readonly cache: FileCache = noFileCache) {}

  private running: WaitingJob | null = null;

  readonly getData = (): OpenData => this.data;
  readonly getActivity = (): Activity => this.activity;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private setData(change: Partial<OpenData>): void {
    this.data = { ...this.data, ...change };
    this.tell();
  }

  private setActivity(change: Partial<Activity>): void {
    this.activity = { ...this.activity, ...change };
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  private progress(what: string, loaded = 0, total: number | null = null): void {
    this.setActivity({ opening: { kind: "opening", progress: { what, loaded, total } } });
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
      this.setActivity({ opening: { kind: "failed", error: asError(error) } });
    });
  }

  readonly reopen = (): void => {
    if (this.activity.opening.kind !== "failed") return;
    this.opened = null;
    this.setActivity({ opening: STARTING });
    this.open(this.wantedSnapshot);
  };

  private async openAll(): Promise<void> {
    const fetched = this.fetchCubes();
    // Its failure is told below; until then it must not count as unhandled.
    fetched.catch(() => undefined);
    const engine = await openBrowserEngine((loaded, total) =>
      this.progress("Loading the database engine", loaded, total),
    );
    this.engine = engine;
    const { snapshot, bytes } = await fetched;
    await engine.attach(CUBES, { kind: "bytes", bytes });
    this.setData({ snapshot });
    await this.inTurn(() => this.unite());
    const ensureRows = (signal?: AbortSignal) => this.ensureRows(signal);
    this.setData({ workspace: { engine, ensureRows }, version: this.data.version + 1 });
    this.setActivity({ opening: { kind: "open" } });
    for (const { key, files } of await this.cache.saved()) this.queue(files, key);
    void this.work();
  }

  /** Beside the start of the engine, which takes longer. */
  private async fetchCubes(): Promise<{ snapshot: Snapshot; bytes: Uint8Array }> {
    const response = await fetchOk(snapshotUrl(this.wantedSnapshot), "The snapshot");
    const { snapshot } = snapshotReplySchema.parse(await response.json());
    const what = `Loading ${plural(snapshot.runs.length, "run")}`;
    const bytes = await fetchBytes(snapshotFileUrl(snapshot.id, "cubes.duckdb"), "The cubes", {
      onProgress: (loaded, total) => {
        if (this.engine) this.progress(what, loaded, total);
      },
    });
    return { snapshot, bytes };
  }

  private sources({ snapshot, drops }: OpenData): { source: Source; open: OpenSource }[] {
    const place = (catalog: string) => ({ catalog, schema: SNAPSHOT_SCHEMA });
    const rows = this.rowsOpen ? place(ROWS) : null;
    const dropped = ({ id, schema }: DropSummary) => {
      const tables = { catalog: DATABASE, schema };
      const texts = { catalog: DATABASE, schema: textsSchema(schema) };
      const open: OpenSource = { kind: "drop", id, texts };
      return { source: { cubes: tables, rows: tables }, open };
    };
    return [
      ...(snapshot
        ? [{ source: { cubes: place(CUBES), rows }, open: { kind: "snapshot" } as const }]
        : []),
      // A drop of which nothing was kept has no tables.
      ...drops.filter((drop) => drop.runs.length > 0).map(dropped),
    ];
  }

  /**
   * Changes of what is united wait for each other: two at once would conflict, or the one that
   * began first would take back the other.
   */
  private inTurn(change: () => Promise<void>): Promise<void> {
    const result = this.changes.then(change);
    this.changes = result.catch(() => undefined);
    return result;
  }

  /** Brings the views of `data` up to date with what is open, changed so: all of it or nothing. */
  private async unite(change: Partial<OpenData> = {}): Promise<void> {
    const sources = this.sources({ ...this.data, ...change });
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
    this.setData({ ...change, sources: sources.map((s) => s.open) });
  }

  private started(): BrowserEngine {
    if (!this.engine) throw new Error("the database engine has not started");
    return this.engine;
  }

  /** Fetches and attaches the snapshot's rows, once; a failed fetch is tried again by the next call. */
  private async ensureRows(signal?: AbortSignal): Promise<void> {
    this.rows ??= this.openRows().catch((error: unknown) => {
      this.rows = null;
      throw error;
    });
    // The fetch itself goes on when one reader gives up: the next one will want it.
    await this.rows;
    signal?.throwIfAborted();
  }

  private async openRows(): Promise<void> {
    const { snapshot } = this.data;
    if (!snapshot) return;
    const file: SnapshotFile = "responses.duckdb";
    const what = `Loading ${formatCount(snapshot.tables.responses)} responses`;
    const onProgress = (loaded: number, total: number | null) =>
      this.setActivity({ rowsProgress: { what, loaded, total } });
    onProgress(0, snapshot.files[file].bytes);
    try {
      const bytes = await fetchBytes(snapshotFileUrl(snapshot.id, file), "The responses", {
        onProgress,
      });
      await this.inTurn(() => this.uniteRows(bytes));
    } finally {
      this.setActivity({ rowsProgress: null });
    }
  }

  private async uniteRows(bytes: Uint8Array): Promise<void> {
    await this.started().attach(ROWS, { kind: "bytes", bytes });
    this.rowsOpen = true;
    try {
      await this.unite();
    } catch (error) {
      this.rowsOpen = false;
      throw error;
    }
  }

  readonly importFiles = (files: readonly File[]): void => {
    if (files.length === 0) return;
    this.queue(files, null);
    void this.work();
  };

  private queue(files: readonly File[], cached: string | null): void {
    const id = `drop${(this.lastId += 1)}`;
    const controller = new AbortController();
    this.waiting.push({ id, files, cached, controller, accepted: cached !== null });
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const job: ImportJob = {
      id,
      files: files.map((f) => f.name),
      progress: { what: `Waiting to read ${listOf(files.map((f) => f.name))}`, loaded: 0, total },
      rows: 0,
      error: null,
      oversize: null,
    };
    this.setActivity({ jobs: [...this.activity.jobs, job] });
  }

  /** One import at a time: they share the stage. */
  private async work(): Promise<void> {
    if (this.running || !this.data.workspace) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.running = next;
    try {
      const oversize = next.accepted ? null : await oversizeOf(next.files);
      next.controller.signal.throwIfAborted();
      if (oversize === null) {
        await this.importOne(next);
        this.setActivity({ jobs: this.activity.jobs.filter((job) => job.id !== next.id) });
      } else {
        this.asking.push(next);
        this.changeJob(next.id, { oversize });
      }
    } catch (error) {
      if (next.controller.signal.aborted)
        this.setActivity({ jobs: this.activity.jobs.filter((job) => job.id !== next.id) });
      else this.changeJob(next.id, { error: asError(error) });
    } finally {
      this.running = null;
      if (next.cached !== null) this.cache.settled(next.cached);
    }
    void this.work();
  }

  private changeJob(id: string, change: Partial<ImportJob>): void {
    this.setActivity({
      jobs: this.activity.jobs.map((job) => (job.id === id ? { ...job, ...change } : job)),
    });
  }

  private async importOne({ id, files, cached, controller }: WaitingJob): Promise<void> {
    const engine = this.started();
    try {
      const outcome = await importFiles(engine, files, id, controller.signal, (p) =>
        this.changeJob(id, {
          progress: { what: `Reading ${p.file}`, loaded: p.bytes, total: p.total },
          rows: p.rows,
        }),
      );
      const drop: DropSummary = {
        ...outcome,
        id,
        schema: id,
        files: files.map((f) => f.name),
        bytes: files.reduce((sum, file) => sum + file.size, 0),
        kept: outcome.runs.reduce((sum, run) => sum + run.kept, 0),
        missing: outcome.runs.reduce((sum, run) => sum + run.missing, 0),
        cached,
      };
      await this.show((drops) => [...drops, drop]);
      if (cached === null && drop.runs.length > 0) void this.keep(id, files);
    } catch (error) {
      await this.dropSchemas(...SCRATCH_SCHEMAS, id, textsSchema(id));
      throw error;
    }
  }

  /** Copies a drop's files to the cache, beside the work; a drop that went meanwhile takes them along. */
  private async keep(id: string, files: readonly File[]): Promise<void> {
    const cached = await this.cache.keep(files);
    if (cached === null) return;
    const { drops } = this.data;
    if (!drops.some((drop) => drop.id === id)) await this.cache.remove(cached);
    else
      this.setData({ drops: drops.map((drop) => (drop.id === id ? { ...drop, cached } : drop)) });
  }

  private dropSchemas(...schemas: readonly string[]): Promise<void> {
    return this.started().exec(
      schemas.map((schema) => `DROP SCHEMA IF EXISTS ${schema} CASCADE`).join("; "),
    );
  }

  /** Shows these drops beside the snapshot; nothing changes where that fails. */
  private show(change: (drops: readonly DropSummary[]) => readonly DropSummary[]): Promise<void> {
    return this.inTurn(() =>
      this.unite({ drops: change(this.data.drops), version: this.data.version + 1 }),
    );
  }

  readonly readAnyway = (id: string): void => {
    const job = takeJob(this.asking, id);
    if (!job) return;
    this.waiting.push({ ...job, accepted: true });
    this.changeJob(id, { oversize: null });
    void this.work();
  };

  readonly dismissJob = (id: string): void => {
    const job = takeJob(this.waiting, id) ?? takeJob(this.asking, id) ?? this.running;
    // What is cancelled is not wanted after a reload either.
    if (job?.id === id && job.cached !== null) void this.cache.remove(job.cached);
    if (this.running?.id === id) {
      this.running.controller.abort(new DOMException("import cancelled", "AbortError"));
      return;
    }
    this.setActivity({ jobs: this.activity.jobs.filter((job) => job.id !== id) });
  };

  readonly removeDrop = (id: string): void => {
    const drop = this.data.drops.find((d) => d.id === id);
    if (!drop) return;
    this.setActivity({ removal: null });
    if (drop.cached !== null) void this.cache.remove(drop.cached);
    this.show((drops) => drops.filter((d) => d.id !== id))
      .then(() => this.dropSchemas(drop.schema, textsSchema(drop.schema)))
      .catch((error: unknown) =>
        this.setActivity({ removal: { files: drop.files, error: asError(error) } }),
      );
  };

  readonly dismissRemoval = (): void => this.setActivity({ removal: null });
}

/** Takes a job out of a list. */
function takeJob(jobs: WaitingJob[], id: string): WaitingJob | undefined {
  const at = jobs.findIndex((job) => job.id === id);
  return at >= 0 ? jobs.splice(at, 1)[0] : undefined;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
