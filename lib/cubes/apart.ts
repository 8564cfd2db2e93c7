import { seriesApart } from "./series";

/** A run with the series that its manifest puts it in. */
export interface SeriesRun {
  readonly runIx: number;
  readonly runId: string;
  readonly seriesId: string;
  /** Number of its source: two sources may hold the same run. */
  readonly source: number;
}

export interface Repeat {
  readonly runA: number;
  readonly runB: number;
  /** Some trial is known to be in both; false where only their ranges of trials overlap. */
  readonly certain: boolean;
}

/** A run that was set apart, and the run whose rows it repeats. */
export interface Apart {
  readonly run: SeriesRun;
  readonly repeats: SeriesRun;
  readonly seriesId: string;
  /** See `Repeat`. */
  readonly certain: boolean;
}

/**
 * Sets apart the runs that repeat a (cell, item, trial) of an earlier run of their series: repeated
 * rows are shown, never averaged away. Earlier means earlier in `runs`.
 */
export function setApart(runs: readonly SeriesRun[], repeats: readonly Repeat[]): Apart[] {
  const clashes = new Map<number, Map<number, boolean>>();
  const note = (a: number, b: number, certain: boolean) =>
    clashes.set(a, (clashes.get(a) ?? new Map<number, boolean>()).set(b, certain));
  for (const { runA, runB, certain } of repeats) {
    note(runA, runB, certain);
    note(runB, runA, certain);
  }
  const kept: SeriesRun[] = [];
  const apart: Apart[] = [];
  for (const run of runs) {
    const clash = clashes.get(run.runIx);
    const repeated = kept.find((k) => k.seriesId === run.seriesId && clash?.has(k.runIx));
    if (!repeated) kept.push(run);
    else
      apart.push({
        run,
        repeats: repeated,
        seriesId: seriesApart(run.seriesId, run.runId, run.source),
        certain: clash?.get(repeated.runIx) ?? false,
      });
  }
  return apart;
}
