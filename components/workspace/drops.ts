import type { BrowserEngine } from "@/lib/engine/browser";
import { listOf } from "@/lib/format/number";
import { SCRATCH_SCHEMAS } from "@/lib/records/stage";
import type { Snapshot } from "@/lib/snapshot/schema";
import { oversizeOf } from "./drop-size";
import type { FileCache } from "./file-cache";
import { importFiles } from "./import-files";
import { textsSchema, type ImportOutcome } from "./import-protocol";
import type { StoreState } from "./store-state";
import {
  asError,
  isEmptyDrop,
  type DroppedRun,
  type DropSummary,
  type ImportJob,
  type OpenData,
} from "./types";

/** What holds the open data, as far as dropped files change them. */
export interface DropsHost {
  readonly state: StoreState;
  /** Null until files can be imported. */
  engine(): BrowserEngine | null;
  /** Runs changes of what is open one after the other. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
  /** Within a turn: changes the data and what is united, all of it or nothing. */
  unite(change: Partial<OpenData>): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly files: readonly File[];
  /** Where the cache has them already. */
  readonly cached: string | null;
  readonly controller: AbortController;
  /** Read whatever its size: somebody said so, or it was read before. */
  readonly accepted: boolean;
}

const sizeOf = (files: readonly File[]) => files.reduce((sum, file) => sum + file.size, 0);
const namesOf = (files: readonly File[]) => files.map((file) => file.name);

function summaryOf({ id, files, cached }: Waiting, outcome: ImportOutcome): DropSummary {
  return {
    ...outcome,
    id,
    schema: id,
    files: namesOf(files),
    bytes: sizeOf(files),
    kept: outcome.runs.reduce((sum, run) => sum + run.kept, 0),
    missing: outcome.runs.reduce((sum, run) => sum + run.missing, 0),
    cached,
  };
}

/** Whether runs go by an id that a snapshot has for one of its own. */
function sharesRun(runs: readonly DroppedRun[], snapshot: Snapshot | null): boolean {
  const taken = new Set(snapshot?.runs.map((run) => run.run_id));
  return runs.some(({ id }) => taken.has(id));
}

/** Takes a job out of a list. */
function taken(jobs: Waiting[], id: string): Waiting | undefined {
  const at = jobs.findIndex((own) => own.id === id);
  return at >= 0 ? jobs.splice(at, 1)[0] : undefined;
}

/** Dropped files: read one after the other, shown beside the snapshot, kept for a reload, removed. */
export class Drops {
  private readonly waiting: Waiting[] = [];
  /** Too large to be read unasked. */
  private readonly asking: Waiting[] = [];
  private running: Waiting | null = null;
  /** What is shown, to be read again where its runs need other ids. */
  private readonly shown = new Map<string, readonly File[]>();
  /** About to be removed: a change of the data meanwhile does not bring them back. */
  private readonly unwanted = new Set<string>();
  private lastId = 0;

  constructor(
    private readonly host: DropsHost,
    private readonly cache: FileCache,
  ) {}

  /** @param cached key of the copies that they are read from, after a reload. */
  queue(files: readonly File[], cached: string | null): void {
    const id = `drop${(this.lastId += 1)}`;
    const controller = new AbortController();
    this.waiting.push({ id, files, cached, controller, accepted: cached !== null });
    const what = `Waiting to read ${listOf(namesOf(files))}`;
    const progress = { what, loaded: 0, total: sizeOf(files) };
    this.setJobs((jobs) => [
      ...jobs,
      { id, files: namesOf(files), progress, rows: 0, error: null, cached, oversize: null },
    ]);
  }

  /** Reads what waits. One import at a time: they share the stage. */
  async work(): Promise<void> {
    const engine = this.host.engine();
    if (this.running || !engine) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.running = next;
    try {
      const oversize = next.accepted ? null : await oversizeOf(next.files);
      next.controller.signal.throwIfAborted();
      if (oversize === null) {
        await this.importOne(engine, next);
        this.endJob(next.id);
      } else {
        this.asking.push(next);
        this.changeJob(next.id, { oversize });
      }
    } catch (error) {
      if (next.controller.signal.aborted) this.endJob(next.id);
      else this.changeJob(next.id, { error: asError(error) });
    } finally {
      this.running = null;
      if (next.cached !== null) this.cache.settled(next.cached);
    }
    void this.work();
  }

  /** Reads files that may be too large for a browser all the same. */
  accept(id: string): void {
    const job = taken(this.asking, id);
    if (!job) return;
    this.waiting.push({ ...job, accepted: true });
    this.changeJob(id, { oversize: null });
    void this.work();
  }

  private setJobs(change: (jobs: readonly ImportJob[]) => readonly ImportJob[]): void {
    const { state } = this.host;
    state.setActivity({ jobs: change(state.getActivity().jobs) });
  }

  private endJob(id: string): void {
    this.setJobs((jobs) => jobs.filter((job) => job.id !== id));
  }

  private changeJob(id: string, change: Partial<ImportJob>): void {
    this.setJobs((jobs) => jobs.map((job) => (job.id === id ? { ...job, ...change } : job)));
  }

  private async importOne(engine: BrowserEngine, job: Waiting): Promise<void> {
    const { id, files, cached, controller } = job;
    const { signal } = controller;
    const verb = cached === null ? "Reading" : "Reading again";
    if (cached !== null) this.cache.begin(cached);
    let outcome: ImportOutcome;
    try {
      outcome = await importFiles(engine, files, id, signal, (p) =>
        this.changeJob(id, {
          progress: { what: `${verb} ${p.file}`, loaded: p.bytes, total: p.total },
          rows: p.rows,
        }),
      );
      const shown = summaryOf(job, outcome);
      const joined = await this.host.inTurn(async () => {
        // Cancelled when the last row had been read already.
        signal.throwIfAborted();
        // Another snapshot came meanwhile.
        if (sharesRun(shown.runs, this.host.state.getData().snapshot)) return false;
        await this.show((drops) => [...drops, shown]);
        this.shown.set(id, files);
        return true;
      });
      if (!joined) {
        await this.dropSchemas(engine, id, textsSchema(id));
        this.queue(files, cached);
        return;
      }
    } catch (error) {
      await this.dropSchemas(engine, ...SCRATCH_SCHEMAS, id, textsSchema(id));
      throw error;
    }
    // Cancelled when it was being shown already.
    if (signal.aborted) this.remove(id);
    else if (cached === null && !isEmptyDrop(outcome)) void this.keep(id, files);
  }

  /**
   * Copies a drop's files to the cache, beside the work. What becomes of the copy is settled in turn:
   * a removal that is under way takes it along, or leaves it where it fails.
   */
  private async keep(id: string, files: readonly File[]): Promise<void> {
    const cached = await this.cache.keep(files);
    if (cached === null) return;
    const { state } = this.host;
    const shown = await this.host.inTurn(() => {
      const { drops } = state.getData();
      state.setData({ drops: drops.map((drop) => (drop.id === id ? { ...drop, cached } : drop)) });
      return Promise.resolve(drops.some((drop) => drop.id === id));
    });
    if (!shown) await this.cache.remove(cached);
  }

  private dropSchemas(engine: BrowserEngine, ...schemas: readonly string[]): Promise<void> {
    return engine.exec(
      schemas.map((schema) => `DROP SCHEMA IF EXISTS ${schema} CASCADE`).join("; "),
    );
  }

  /** Within a turn: shows these drops beside the snapshot; nothing changes where that fails. */
  private show(change: (drops: readonly DropSummary[]) => readonly DropSummary[]): Promise<void> {
    return this.host.unite({ drops: change(this.host.state.getData().drops) });
  }

  /**
   * The drops that can stay beside another snapshot, and those to be read again: one id always means
   * one run, and reading tells them apart.
   */
  beside(snapshot: Snapshot): { readonly stay: DropSummary[]; readonly again: DropSummary[] } {
    const { drops } = this.host.state.getData();
    return {
      stay: drops.filter(({ runs }) => !sharesRun(runs, snapshot)),
      again: drops.filter(({ runs }) => sharesRun(runs, snapshot)),
    };
  }

  /** Reads drops that are no longer shown another time, but for those that were to be removed. */
  async readAgain(drops: readonly DropSummary[]): Promise<void> {
    for (const { id, cached, schema } of drops) {
      if (!this.unwanted.has(id)) this.queue(this.shown.get(id) ?? [], cached);
      else if (cached !== null) await this.cache.remove(cached);
      this.shown.delete(id);
      const engine = this.host.engine();
      if (engine) await this.dropSchemas(engine, schema, textsSchema(schema));
    }
    void this.work();
  }

  /** Stops a waiting or running import, or puts away one that failed. */
  dismiss(id: string): void {
    const job = this.host.state.getActivity().jobs.find((own) => own.id === id);
    // What is cancelled or given up is not wanted after a reload either.
    if (job && job.cached !== null) void this.cache.remove(job.cached);
    if (this.running?.id === id) {
      this.running.controller.abort(new DOMException("import cancelled", "AbortError"));
      return;
    }
    if (!taken(this.waiting, id)) taken(this.asking, id);
    this.endJob(id);
  }

  /** A failure is told by `removal`. */
  remove(id: string): void {
    const { state } = this.host;
    const drop = state.getData().drops.find((own) => own.id === id);
    if (!drop) return;
    state.setActivity({ removal: null });
    this.unwanted.add(id);
    this.takeAway(id)
      .catch((error: unknown) =>
        state.setActivity({ removal: { files: drop.files, error: asError(error) } }),
      )
      .finally(() => this.unwanted.delete(id));
  }

  private async takeAway(id: string): Promise<void> {
    const gone = await this.host.inTurn(async () => {
      // As it is by now: a copy may have been made, or it may be gone already.
      const drop = this.host.state.getData().drops.find((own) => own.id === id);
      if (drop) await this.show((drops) => drops.filter((own) => own.id !== id));
      return drop;
    });
    if (!gone) return;
    this.shown.delete(id);
    if (gone.cached !== null) await this.cache.remove(gone.cached);
    const engine = this.host.engine();
    if (engine) await this.dropSchemas(engine, gone.schema, textsSchema(gone.schema));
  }
}
