import type { Activity, ImportJob, OpenData } from "./types";

const NOTHING_OPEN: OpenData = {
  workspace: null,
  version: 0,
  snapshot: null,
  drops: [],
  sources: [],
};
const AT_START: Activity = {
  opening: {
    kind: "opening",
    progress: { what: "Starting the database engine", loaded: 0, total: null },
  },
  jobs: [],
  rowsProgress: null,
  refresh: null,
  removal: null,
  lost: [],
};

/** What the store tells its readers, in two parts that change at different rates. */
export class StoreState {
  private data = NOTHING_OPEN;
  private activity = AT_START;
  private readonly listeners = new Set<() => void>();

  readonly getData = (): OpenData => this.data;
  readonly getActivity = (): Activity => this.activity;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  setData(change: Partial<OpenData>): void {
    this.data = { ...this.data, ...change };
    this.tell();
  }

  setActivity(change: Partial<Activity>): void {
    this.activity = { ...this.activity, ...change };
    this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Whether files that this tab kept before a reload are still to be read. */
export function isRestoring(jobs: readonly ImportJob[]): boolean {
  return jobs.some((job) => job.cached !== null && job.error === null);
}
