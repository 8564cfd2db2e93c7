import { curveKey, curveLabels, type Curve } from "@/lib/chart-models/series";
import { formatCount, plural } from "@/lib/format/number";
import type { ChangePart, PairedConditionsRow } from "@/lib/metrics/question-rows";
import type { Report } from "@/lib/metrics/report";
import type { AccuracyRow } from "@/lib/metrics/rows";
import { chanceNormalised, wilson } from "@/lib/stats/proportions";
import { left, right, type PaperCell, type PaperTable } from "../paper-table";
import { interval, number, said, type PaperInput } from "../rows";
import {
  counted,
  leftOut,
  percent,
  percentInterval,
  points,
  runsText,
  sentences,
  withoutDiagnostics,
} from "./rows";

interface NamedPair {
  readonly row: PairedConditionsRow;
  readonly label: string;
}

/** A pair as one curve, so that its name adds to the model what tells its pairs apart. */
function curveOf(row: PairedConditionsRow): Curve {
  const condition = `${row.condition_a} and ${row.condition_b}`;
  return { ...row, condition, series_id: JSON.stringify([row.run_a, row.run_b]) };
}

function pairsOf({ paired }: Report): NamedPair[] {
  const rows = withoutDiagnostics(paired);
  const labels = curveLabels(rows.map(curveOf));
  return rows.map((row) => ({ row, label: labels.get(curveKey(curveOf(row))) ?? row.model }));
}

/** Which questions a pair compares, and which it leaves out. */
function sharedText({ row, label }: NamedPair): string {
  const { condition_a, condition_b, only_a, only_b } = row;
  const alone = [[condition_a, only_a] as const, [condition_b, only_b] as const];
  const out = leftOut(alone, row.changed);
  const left = out.length > 0 ? ` (left out: ${out.join(", ")})` : "";
  const unhashed =
    row.by_id > 0 ? `, ${formatCount(row.by_id)} of them paired by their id alone` : "";
  return `${label}: ${plural(row.n_shared, "shared question")}${left}${unhashed}.`;
}

const pairsText = (report: Report, pairs: readonly NamedPair[]): string =>
  sentences([
    ...pairs.map(sharedText),
    runsText(
      report,
      pairs.flatMap(({ row }) => [row.run_a, row.run_b]),
    ),
  ]);

/** One side of a pair: its run, and what it got right on the shared questions. */
interface PairSide {
  readonly run_id: string;
  readonly condition: string;
  readonly k: number | null;
  readonly accuracy: number | null;
  readonly hits: number;
}

function sidesOf(row: PairedConditionsRow): readonly [PairSide, PairSide] {
  const { both, lost, gained } = row;
  return [
    {
      run_id: row.run_a,
      condition: row.condition_a,
      k: row.n_options_a,
      accuracy: row.accuracy_a,
      hits: both + lost,
    },
    {
      run_id: row.run_b,
      condition: row.condition_b,
      k: row.n_options_b,
      accuracy: row.accuracy_b,
      hits: both + gained,
    },
  ];
}

const adjusted = (accuracy: number | null, k: number | null) =>
  k === null ? null : chanceNormalised(accuracy, k);

/** The whole run of a side; none where the run holds other conditions as well. */
function wholeRow(side: PairSide, run: AccuracyRow | undefined): PaperCell[][] {
  if (run?.condition !== side.condition) return [];
  const { n_options_min: few, n_options_max: many } = run;
  const range = few === null || many === null ? null : few === many ? `${few}` : `${few}–${many}`;
  return [
    [
      said(`${run.benchmark}, all questions, ${side.condition}`),
      said(range),
      counted(run.n),
      percent(run.accuracy, 2),
      percentInterval(run.wilson, 2),
      percent(run.guess_adjusted, 2),
      percent(run.reasoning_rate, 1),
      number(run.mean_completion_tokens, 1),
    ],
  ];
}

/**
 * A side on the shared questions. Reasoning and tokens are known of whole runs: here they stand
 * where the shared questions are all of the run's.
 */
function sharedRow(pair: PairedConditionsRow, side: PairSide, run: AccuracyRow | undefined) {
  const whole =
    run?.condition === side.condition && run.n === pair.n_shared && run.n_items === pair.n_shared
      ? run
      : undefined;
  // Wilson's interval is of questions that were asked once.
  const once = pair.wald_ci_pp !== null;
  return [
    said(`Shared questions, ${side.condition}`),
    counted(side.k),
    counted(pair.n_shared),
    percent(side.accuracy, 2),
    percentInterval(once ? wilson(side.hits, pair.n_shared) : null, 2),
    percent(adjusted(side.accuracy, side.k), 2),
    percent(whole?.reasoning_rate, 1),
    number(whole?.mean_completion_tokens, 1),
  ];
}

/** P2 Table 3: both conditions on all of their questions and on those that they share. */
export function conditions({ report }: PaperInput): PaperTable {
  const pairs = pairsOf(report);
  const runs = new Map((report.accuracy ?? []).map((run) => [run.run_id, run]));
  const several = pairs.length > 1;
  return {
    id: "p2-table3",
    caption: sentences([
      "Two conditions on all of their questions and on the shared ones, which alone are paired: accuracy in percent with Wilson's 95% interval over questions. Guess-adjusted: (a - 1/k)/(1 - 1/k), a reference and no estimate of knowledge. Reas.: responses with observed reasoning, in percent; tokens: mean of the generated ones; both are known of whole runs alone.",
      pairsText(report, pairs),
    ]),
    columns: [
      ...(several ? [left("Pair")] : []),
      left("Questions"),
      right("k"),
      right("n"),
      right("Accuracy"),
      right("95% CI"),
      right("Guess-adjusted"),
      right("Reas."),
      right("Tokens"),
    ],
    rows: pairs.flatMap(({ row, label }) => {
      const sides = sidesOf(row);
      const rows = [
        ...sides.flatMap((side) => wholeRow(side, runs.get(side.run_id))),
        ...sides.map((side) => sharedRow(row, side, runs.get(side.run_id))),
      ];
      return several ? rows.map((cells) => [said(label), ...cells]) : rows;
    }),
    grouped: several,
    notes: [],
  };
}

/** What the two sides are called in a heading: by their N where these differ, else by condition. */
function headings(row: PairedConditionsRow): readonly [string, string] {
  const { n_options_a: a, n_options_b: b } = row;
  return a !== null && b !== null && a !== b
    ? [`${a} options`, `${b} options`]
    : [row.condition_a, row.condition_b];
}

function partRow(name: string, part: ChangePart): PaperCell[] {
  const { n_shared: n, both, lost, gained } = part;
  // Item means of several orders are no counts of right questions.
  const share = (hits: number) => (part.wald_ci_pp === null ? null : hits / n);
  return [
    said(name),
    counted(n),
    percent(share(both + lost), 1),
    percent(share(both + gained), 1),
    points(part.change_pp, 1),
    interval(part.wald_ci_pp ?? part.t_ci_pp, 1),
    said(`${formatCount(lost)}/${formatCount(gained)}`),
  ];
}

/** P2 Table 5: the paired change on flagged and on unflagged stems. */
export function conditionsByStem({ report }: PaperInput): PaperTable {
  const pairs = pairsOf(report).filter(({ row }) => row.by_stem !== null);
  const several = pairs.length > 1;
  const named = [...new Set(pairs.map(({ row }) => JSON.stringify(headings(row))))];
  const [first] = pairs;
  const [a, b] = first && named.length === 1 ? headings(first.row) : ["First", "Second"];
  const byT = pairs.some(({ row }) =>
    [row.by_stem?.flagged, row.by_stem?.unflagged].some((part) => part?.t_ci_pp != null),
  );
  return {
    id: "p2-table5",
    caption: sentences([
      "Paired change on the shared questions by the rule for negative stems: accuracy in percent, change in percentage points (second less first) with a paired 95% Wald interval.",
      byT
        ? "Where a question was shown in several orders, the interval is Student's over questions."
        : null,
      "Lost/gained: questions right under the first condition alone and under the second alone.",
      pairsText(report, pairs),
    ]),
    columns: [
      ...(several ? [left("Pair")] : []),
      left("Stem group"),
      right("n"),
      right(a),
      right(b),
      right("Change"),
      right("95% CI"),
      right("Lost/gained"),
    ],
    rows: pairs.flatMap(({ row, label }) => {
      if (row.by_stem === null) return [];
      const rows = [
        partRow("Flagged negative", row.by_stem.flagged),
        partRow("Unflagged", row.by_stem.unflagged),
      ];
      return several ? rows.map((cells) => [said(label), ...cells]) : rows;
    }),
    grouped: several,
    notes: [],
  };
}
