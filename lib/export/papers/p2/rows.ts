import { namedRuns, type NamedRun, type RunCurve } from "@/lib/chart-models/run-names";
import type { CurveField } from "@/lib/chart-models/series";
import { formatCount, formatFixed, listOf, plural } from "@/lib/format/number";
import type { Report } from "@/lib/metrics/report";
import type { AccuracyRow } from "@/lib/metrics/rows";
import { DIAGNOSTIC_SCORERS } from "@/lib/records/response";
import type { PaperCell, PaperTable } from "../paper-table";
import { dataText, interval, number } from "../rows";

/** A share of 0 to 1 as a percentage without its sign, as the second paper prints it. */
export function percent(share: number | null | undefined, digits: number): PaperCell {
  return number(share == null ? null : 100 * share, digits);
}

export function percentInterval(
  ends: readonly [number, number] | null | undefined,
  digits: number,
): PaperCell {
  return interval(ends && [100 * ends[0], 100 * ends[1]], digits);
}

/** A difference in percentage points, with its sign; zero has none. */
export function points(value: number | null | undefined, digits: number): PaperCell {
  if (value == null) return { text: null };
  const text = formatFixed(value, digits);
  return { text: value > 0 && Number(text) !== 0 ? `+${text}` : text };
}

export function counted(value: number | null | undefined): PaperCell {
  return { text: value == null ? null : formatCount(value) };
}

/**
 * Rows without the readings of diagnostic scorers, which no table ranks; these alone where there is
 * nothing else, since then they were asked for.
 */
export function withoutDiagnostics<Row extends { readonly scorer: string }>(
  rows: readonly Row[] = [],
): Row[] {
  const own = rows.filter(({ scorer }) => !DIAGNOSTIC_SCORERS.some((name) => name === scorer));
  return own.length > 0 ? own : [...rows];
}

/** What the runs behind a table are, for its caption. */
export function runsText({ accuracy = [] }: Report, ids: Iterable<string>): string {
  const wanted = new Set(ids);
  const behind = accuracy.filter(({ run_id }) => wanted.has(run_id));
  return dataText(behind.map((run) => ({ ...run, n_trials: null, n_responses: run.n })));
}

/** Why a run is no complete one; null where it is. */
export function lackText({ n, planned }: Pick<AccuracyRow, "n" | "planned">): string | null {
  // Null where filters split a run that lacks rows: which part these belong to is not known.
  if (planned === null)
    return "Lacks planned responses; how many under these filters is not known.";
  if (n >= planned) return null;
  return `${formatCount(n)} of ${plural(planned, "planned response")} scored; the others are missing, failed, or had their prompt cut.`;
}

/** What two sides do not share: questions of one alone, and ids that stand for another question. */
export function leftOut(
  alone: readonly (readonly [side: string, n: number])[],
  changed: number,
): string[] {
  return [
    ...alone.flatMap(([side, n]) => (n > 0 ? [`${formatCount(n)} under ${side} alone`] : [])),
    ...(changed > 0 ? [`${formatCount(changed)} changed between the runs`] : []),
  ];
}

/** Remarks on rows as notes of a table: one sign for each remark, however many rows have it. */
export function remarks(texts: readonly (string | null)[]): {
  readonly signOf: (...texts: readonly (string | null)[]) => Pick<PaperCell, "signs">;
  readonly notes: PaperTable["notes"];
} {
  const distinct = [...new Set(texts.filter((text) => text !== null))];
  return {
    signOf: (...own) => {
      const signs = own.flatMap((text) =>
        text === null ? [] : [String(distinct.indexOf(text) + 1)],
      );
      return signs.length === 0 ? {} : { signs: signs.join(",") };
    },
    notes: distinct.map((text, i) => ({ sign: String(i + 1), text })),
  };
}

/** Why each run of a report is no complete one, by its id. */
export function lacksOf({ accuracy = [] }: Report): (id: string) => string | null {
  const runs = new Map(accuracy.map((run) => [run.run_id, run]));
  return (id) => {
    const run = runs.get(id);
    return run === undefined ? null : lackText(run);
  };
}

/** Remarks on the runs of a table, by their ids: which of them are not complete. */
export function runRemarks(report: Report, ids: readonly string[]) {
  const lackOf = lacksOf(report);
  const { signOf, notes } = remarks(ids.map(lackOf));
  return { signOf: (id: string) => signOf(lackOf(id)), notes };
}

/** Runs with their names, in the order of these: the report's order is by their ids. */
export function runsByName<Row extends RunCurve>(
  rows: readonly Row[],
  said: readonly CurveField[] = [],
): NamedRun<Row>[] {
  return namedRuns(rows, said).sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
}

/** Sentences of a caption, without those that have nothing to say. */
export function sentences(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(" ");
}

/** The names in the order given, each once. */
export const namesOf = (names: readonly string[]): string => listOf([...new Set(names)]);
