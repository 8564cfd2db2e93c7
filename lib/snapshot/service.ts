import { readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Engine } from "@/lib/engine/engine";
import { itemSetsIn } from "@/lib/datasets/store";
import { compileInto, type FillStage, type Staged } from "./compile";
import { snapshotId } from "./identity";
import { itemSetFiles, setsNamedIn } from "./item-sets";
import {
  AUDIT_FILE,
  CORRECTIONS_FILE,
  ITEMS_FILE,
  MANIFEST_FILE,
  PRESENTATIONS_FILE,
  RESPONSES_FILE,
  runDirName,
  runDirsIn,
} from "@/lib/records/store/paths";
import { snapshotIdSchema, snapshotSchema, type Snapshot } from "./schema";

/** Files of a run directory that a snapshot is made of. Raw texts are not among them. */
const COMPILED = [
  MANIFEST_FILE,
  RESPONSES_FILE,
  ITEMS_FILE,
  PRESENTATIONS_FILE,
  AUDIT_FILE,
  CORRECTIONS_FILE,
];
/** Snapshots that are kept: links name them. */
const KEPT = 8;
/** Compilations that are begun again because an import wrote the runs meanwhile. */
const ATTEMPTS = 3;

/** Names of a directory's subdirectories, sorted; none where it does not exist. */
async function subdirectories(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((e) => e.isDirectory() && !e.name.startsWith("."));
  return names.map((e) => e.name).sort();
}

interface StoredFile {
  readonly path: string;
  readonly state: string;
}

/** Those of some files that are there. */
async function storedFiles(paths: readonly string[]): Promise<StoredFile[]> {
  const files = await Promise.all(
    paths.map(async (path): Promise<StoredFile | null> => {
      const found = await stat(path).catch(() => null);
      return found && { path, state: `${path} ${found.size} ${found.mtimeMs}` };
    }),
  );
  return files.filter((file) => file !== null);
}

/** What tells that files were written again. */
const stateOf = (files: readonly StoredFile[]): string =>
  files.map((file) => file.state).join("\n");

/** The item sets that manifests name, by the state of their file: it is read once while that stays. */
type NamedSets = Map<string, readonly string[]>;

/**
 * What a snapshot of run directories is made of: their files, and those of the sets they were asked.
 * @param known what earlier calls read; holds what this one knows afterwards
 */
async function filesOf(
  dirs: readonly string[],
  setsDir: string,
  known: NamedSets,
): Promise<StoredFile[]> {
  const own = await storedFiles(dirs.flatMap((dir) => COMPILED.map((name) => join(dir, name))));
  const manifests = own.filter(({ path }) => basename(path) === MANIFEST_FILE);
  const named = await Promise.all(
    manifests.map(
      async ({ path, state }) => [state, known.get(state) ?? (await setsNamedIn(path))] as const,
    ),
  );
  known.clear();
  for (const [state, sets] of named) known.set(state, sets);
  const sets = await itemSetFiles([...known.values()].flat(), setsDir);
  return [...own, ...(await storedFiles(sets))];
}

/** Runs are no longer what their snapshot's id says. */
class RunsChangedError extends Error {
  override readonly name = "RunsChangedError";
  constructor() {
    super("the runs changed while they were compiled: run it again when imports have ended");
  }
}

/**
 * The id of the snapshot that run directories compile to, and their staging, which fails where they
 * are no longer what the id says: an import may write them at the same time.
 */
export async function pinRuns<S extends Staged>(
  dirs: readonly string[],
  setsDir: string,
  stage: (engine: Engine) => Promise<S>,
): Promise<{ id: string; fill: (engine: Engine) => Promise<S> }> {
  const named: NamedSets = new Map();
  const files = await filesOf(dirs, setsDir, named);
  const fill = async (engine: Engine) => {
    const staged = await stage(engine);
    if (stateOf(await filesOf(dirs, setsDir, named)) !== stateOf(files))
      throw new RunsChangedError();
    return staged;
  };
  return { id: await snapshotId(files.map((file) => file.path)), fill };
}

/** Loads run directories into stage.*; see lib/records/store. */
export type LoadRuns = (dirs: readonly string[]) => FillStage;

/**
 * The snapshots of one store: finds them by id, and compiles the present runs when they are not
 * what they were.
 */
export class SnapshotService {
  private last: { readonly signature: string; readonly snapshot: Promise<Snapshot> } | null = null;

  private readonly named: NamedSets = new Map();

  /** @param dataDir the store: `runs/`, `sets/` and `snapshots/` stand in it. */
  constructor(
    private readonly dataDir: string,
    private readonly load: LoadRuns,
  ) {}

  private get snapshots(): string {
    return join(this.dataDir, "snapshots");
  }

  private get sets(): string {
    return itemSetsIn(this.dataDir);
  }

  private get runs(): string {
    return join(this.dataDir, "runs");
  }

  /** The directory of a run; null for what is no run of the store. */
  async runDir(runId: string): Promise<string | null> {
    const wanted = join(this.runs, runDirName(runId));
    return (await runDirsIn(this.runs)).find((dir) => dir === wanted) ?? null;
  }

  /** The directory of a snapshot, whether or not it is there. @throws on what is no id. */
  directory(id: string): string {
    return join(this.snapshots, snapshotIdSchema.parse(id));
  }

  /** A snapshot by its id; null when there is none. */
  async find(id: string): Promise<Snapshot | null> {
    if (!snapshotIdSchema.safeParse(id).success) return null;
    const text = await readFile(join(this.directory(id), "snapshot.json"), "utf8").catch(
      () => null,
    );
    return text === null ? null : snapshotSchema.parse(JSON.parse(text));
  }

  /**
   * The snapshot of the runs as they are now. Compiles when they changed; callers at the same time
   * share one compilation, and a failed one is tried again by the next caller.
   */
  async present(): Promise<Snapshot> {
    const dirs = await runDirsIn(this.runs);
    const signature = stateOf(await filesOf(dirs, this.sets, this.named));
    if (this.last?.signature === signature) {
      const { id } = await this.last.snapshot;
      const known = await this.find(id);
      if (known) return known;
    }
    const before = this.last?.snapshot ?? Promise.resolve();
    const snapshot = before
      .catch(() => undefined)
      .then(() => this.of(dirs))
      .catch((error: unknown) => {
        this.last = null;
        throw error;
      });
    this.last = { signature, snapshot };
    return snapshot;
  }

  /** The snapshot of some run directories: found by its id, or compiled. */
  async of(dirs: readonly string[]): Promise<Snapshot> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.compiled(dirs);
      } catch (error) {
        if (!(error instanceof RunsChangedError) || attempt === ATTEMPTS) throw error;
      }
  }

  private async compiled(dirs: readonly string[]): Promise<Snapshot> {
    const { id, fill } = await pinRuns(dirs, this.sets, (engine) => this.load(dirs)(engine));
    const known = await this.find(id);
    if (known) return known;
    await compileInto(this.directory(id), id, fill);
    await this.prune(id);
    const snapshot = await this.find(id);
    if (!snapshot) throw new Error(`the snapshot ${id} is not in ${this.snapshots}`);
    return snapshot;
  }

  /** Removes all but the newest snapshots. */
  private async prune(newest: string): Promise<void> {
    const others = (await subdirectories(this.snapshots)).filter((name) => name !== newest);
    const dated = await Promise.all(
      others.map(async (name) => {
        const found = await stat(join(this.snapshots, name, "snapshot.json")).catch(() => null);
        return { name, made: found?.mtimeMs ?? 0 };
      }),
    );
    dated.sort((a, b) => b.made - a.made);
    for (const { name } of dated.slice(KEPT - 1))
      await rm(join(this.snapshots, name), { recursive: true, force: true });
  }
}
