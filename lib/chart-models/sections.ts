import type { AccuracyRow, SectionRow } from "@/lib/metrics/rows";
import { wilson } from "@/lib/stats/proportions";
import { toldMixed } from "./mixture";
import { runLabels } from "./run-names";

export type SectionsRow = SectionRow<"sections">;

/** A run as a column of a section table. */
export interface SectionRun {
  /** Names the column in links, whatever the filters. */
  readonly id: string;
  readonly run: AccuracyRow;
  readonly label: string;
  readonly rows: ReadonlyMap<string | null, SectionsRow>;
}

/** The sections of one benchmark, and the runs that were asked it. */
export interface SectionBoard {
  readonly benchmark: string;
  readonly runs: readonly SectionRun[];
  /** The easiest first, by the mean of the runs; null, the items that name none, last. */
  readonly sections: readonly (string | null)[];
}

const keyOf = ({ run_id, series_id }: Pick<AccuracyRow, "run_id" | "series_id">) =>
  JSON.stringify([run_id, series_id]);

/** A column id: run ids are any text, the names of columns in links letters, digits, dots and "_". */
export function runColumn(runId: string): string {
  const spelled = runId.replace(
    /[^A-Za-z0-9]/gu,
    (sign) => `_${(sign.codePointAt(0) ?? 0).toString(16)}_`,
  );
  return `run.${spelled}`;
}

/** Ids in the order given; the second of one id ends in ".2". */
function apart(ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const use = (seen.get(id) ?? 0) + 1;
    seen.set(id, use);
    return use === 1 ? id : `${id}.${use}`;
  });
}

/** The unweighted mean over the runs of a section; null where a run has nothing of it. */
export function meanOfRuns(runs: readonly SectionRun[], section: string | null): number | null {
  const values = runs.map(({ rows }) => rows.get(section)?.accuracy ?? null);
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length
    ? null
    : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Wilson's interval of a section, where each of its items was asked once and no more. */
export function sectionInterval(run: AccuracyRow, row: SectionsRow): [number, number] | null {
  return run.kind === "fixed" && row.n === row.n_items && row.accuracy !== null
    ? wilson(Math.round(row.accuracy * row.n), row.n)
    : null;
}

function sectionOrder(runs: readonly SectionRun[]): (string | null)[] {
  const names = [...new Set(runs.flatMap(({ rows }) => [...rows.keys()]))];
  const means = new Map(names.map((name) => [name, meanOfRuns(runs, name) ?? -Infinity]));
  const rank = (name: string | null) => (name === null ? 1 : 0);
  const meanOf = (name: string | null) => means.get(name) ?? -Infinity;
  return names.sort(
    (a, b) =>
      rank(a) - rank(b) ||
      // Equal means, of which both may be infinite, leave the order to the names.
      (meanOf(a) === meanOf(b) ? (String(a) < String(b) ? -1 : 1) : meanOf(b) - meanOf(a)),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function boardOf(benchmark: string, given: readonly [AccuracyRow, SectionsRow[]][]): SectionBoard {
  const labels = runLabels(given.map(([run]) => toldMixed(run, run.mixes)));
  const ids = apart(given.map(([run]) => runColumn(run.run_id)));
  const runs = given
    .map(([run, rows], i): SectionRun => ({
      id: ids[i] ?? runColumn(run.run_id),
      run,
      label: labels[i] ?? run.model,
      rows: new Map(rows.map((row) => [row.section, row])),
    }))
    .sort(
      (a, b) =>
        compare(a.run.model, b.run.model) ||
        (a.run.n_options_max ?? 0) - (b.run.n_options_max ?? 0) ||
        compare(a.label, b.label),
    );
  return { benchmark, runs, sections: sectionOrder(runs) };
}

/** Runs of which some item names a section, by benchmark. */
export function sectionBoards(
  rows: readonly SectionsRow[],
  runs: readonly AccuracyRow[],
): SectionBoard[] {
  const byRun = Map.groupBy(rows, keyOf);
  const known = runs.flatMap((run): [AccuracyRow, SectionsRow[]][] => {
    const own = byRun.get(keyOf(run));
    return own ? [[run, own]] : [];
  });
  return [...Map.groupBy(known, ([run]) => run.benchmark)]
    .sort(([a], [b]) => compare(a, b))
    .map(([benchmark, own]) => boardOf(benchmark, own));
}
