import { formatCount, plural } from "@/lib/format/number";
import type { SectionsRow } from "@/lib/metrics/question-rows";
import type { Report } from "@/lib/metrics/report";
import { left, right, type PaperCell, type PaperTable } from "../paper-table";
import { said, type PaperInput } from "../rows";
import { lackText, percent, runsByName, runsText, sentences, withoutDiagnostics } from "./rows";

/** The sections of one benchmark, with the runs that were asked it. */
interface Board {
  readonly benchmark: string;
  readonly rows: readonly SectionsRow[];
  /** The run behind each column; none where the column is another benchmark's. */
  readonly runs: readonly (string | undefined)[];
}

/** The mean over the runs; undefined where one of them has no value. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function boardsOf(rows: readonly SectionsRow[]): { labels: string[]; boards: Board[] } {
  const runs = [...Map.groupBy(rows, ({ run_id }) => run_id).values()].flatMap(
    ([row]) => row ?? [],
  );
  const named = runsByName(runs, ["benchmark"]);
  const labels = [...new Set(named.map(({ label }) => label))];
  const benchmarks = [...new Set(rows.map(({ benchmark }) => benchmark))].sort();
  return {
    labels,
    boards: benchmarks.map((benchmark) => ({
      benchmark,
      rows: rows.filter((row) => row.benchmark === benchmark),
      runs: labels.map(
        (label) =>
          named.find((run) => run.label === label && run.row.benchmark === benchmark)?.row.run_id,
      ),
    })),
  };
}

interface Line {
  readonly name: string;
  /** By column; undefined where the column is another benchmark's. */
  readonly values: readonly (number | null | undefined)[];
  readonly mean: number | null;
}

function lineOf(name: string, values: readonly (number | null | undefined)[]): Line {
  return { name, values, mean: meanOf(values.filter((value) => value !== undefined)) };
}

/** Sections by the mean over the runs, then the mean of the sections. */
function linesOf({ rows, runs }: Board, { accuracy = [] }: Report): Line[] {
  const byRun = new Map(
    [...Map.groupBy(rows, ({ run_id }) => run_id)].map(([id, own]) => [
      id,
      new Map(own.map((row) => [row.section, row.accuracy])),
    ]),
  );
  const names = [...new Set(rows.flatMap(({ section }) => section ?? []))];
  const line = (name: string) =>
    lineOf(
      name,
      runs.map((run) => (run === undefined ? undefined : (byRun.get(run)?.get(name) ?? null))),
    );
  const macro = new Map(accuracy.map((run) => [run.run_id, run.section_macro]));
  return [
    ...names
      .map(line)
      .sort((a, b) => (b.mean ?? -Infinity) - (a.mean ?? -Infinity) || (a.name < b.name ? -1 : 1)),
    lineOf(
      "Macro average",
      runs.map((run) => (run === undefined ? undefined : (macro.get(run) ?? null))),
    ),
  ];
}

/** "Each section has 206 to 207 questions." */
function sizesText(rows: readonly SectionsRow[]): string | null {
  const sizes = rows.flatMap((row) => (row.section === null ? [] : [row.n_items]));
  if (sizes.length === 0) return null;
  const [few, many] = [Math.min(...sizes), Math.max(...sizes)];
  return `A section has ${few === many ? "" : `${formatCount(few)} to `}${plural(many, "question")}.`;
}

/** P2 Table 11: accuracy by section, a run a column, sorted by the mean over the runs. */
export function sectionScores({ report }: PaperInput): PaperTable {
  const rows = withoutDiagnostics(report.sections);
  const { labels, boards } = boardsOf(rows);
  const several = boards.length > 1;
  const ids = new Set(rows.map(({ run_id }) => run_id));
  const lacking = (report.accuracy ?? []).filter(
    (run) => ids.has(run.run_id) && lackText(run) !== null,
  );
  const cells = ({ name, values, mean }: Line): PaperCell[] => [
    said(name),
    ...values.map((value) => percent(value, 1)),
    percent(mean, 1),
  ];
  return {
    id: "p2-table11",
    caption: sentences([
      "Accuracy by section in percent, sorted by the mean over the runs, which only orders the rows. The macro average is the mean of the sections.",
      sizesText(rows),
      rows.some(({ section }) => section === null)
        ? "Questions without a section are left out."
        : null,
      lacking.length > 0 ? `Runs that lack planned responses: ${lacking.length}.` : null,
      runsText(report, ids),
    ]),
    columns: [
      ...(several ? [left("Benchmark")] : []),
      left("Section"),
      ...labels.map((label) => right(label)),
      right("Mean"),
    ],
    rows: boards.flatMap((board) =>
      linesOf(board, report).map((line) =>
        several ? [said(board.benchmark), ...cells(line)] : cells(line),
      ),
    ),
    grouped: several,
    notes: [],
  };
}
