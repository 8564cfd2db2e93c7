import { curveKey, curveLabels, type Curve } from "@/lib/chart-models/series";
import { formatCount, formatFixed, formatP, listOf, plural } from "@/lib/format/number";
import type { ModesRow } from "@/lib/metrics/question-rows";
import { left, right, type PaperCell, type PaperTable } from "../paper-table";
import { interval, said, type PaperInput } from "../rows";
import {
  counted,
  lacksOf,
  leftOut,
  percent,
  points,
  remarks,
  runsText,
  sentences,
  withoutDiagnostics,
} from "./rows";

/** The level whose share for each comparison is Bonferroni's threshold. */
const LEVEL = 0.05;
const DIGITS = 3;

function curveOf(row: ModesRow): Curve {
  return { ...row, mode: null, series_id: JSON.stringify([row.run_direct, row.run_thinking]) };
}

/** Three decimals, as the paper prints; more where three would carry it across 0.05. */
function pCell(p: number | null): PaperCell {
  if (p === null) return said(null);
  const text = formatFixed(p, DIGITS);
  return said(p < 0.001 || Number(text) < LEVEL !== p < LEVEL ? formatP(p) : text);
}

const differText = ({ differ_in }: ModesRow): string | null =>
  differ_in.length === 0 ? null : `The two runs differ in ${listOf(differ_in)}, too.`;

const [DIRECT, THINKING] = ["direct mode", "thinking mode"] as const;

/** What a row does not compare: its accuracies are of the questions that both runs scored. */
function leftOutText({ only_direct, only_thinking, changed }: ModesRow): string | null {
  const alone = [[DIRECT, only_direct] as const, [THINKING, only_thinking] as const];
  const out = leftOut(alone, changed);
  return out.length === 0 ? null : `Questions left out: ${out.join(", ")}.`;
}

const byIdText = ({ by_id: n }: ModesRow): string | null =>
  n === 0 ? null : `${plural(n, "question")} paired by id alone.`;

/** That one run of a pair is not complete. */
const lackOfSide = (side: string, lack: string | null): string | null =>
  lack && `The run in ${side}: ${lack.charAt(0).toLowerCase()}${lack.slice(1)}`;

function familyText(rows: readonly ModesRow[]): string | null {
  const tested = rows.filter(({ mcnemar_p }) => mcnemar_p !== null).length;
  if (tested === 0) return null;
  const threshold = Number((LEVEL / tested).toPrecision(3));
  return `${plural(tested, "comparison")}: Bonferroni's threshold is ${threshold}.`;
}

/** P2 Table 10: thinking against direct mode on the same questions, the largest gain first. */
export function modeChanges({ report }: PaperInput): PaperTable {
  const rows = withoutDiagnostics(report.modes).sort(
    (a, b) => (b.change_pp ?? -Infinity) - (a.change_pp ?? -Infinity),
  );
  const labels = curveLabels(rows.map(curveOf));
  const lackOf = lacksOf(report);
  const remarksOn = (row: ModesRow) => [
    differText(row),
    leftOutText(row),
    byIdText(row),
    lackOfSide(DIRECT, lackOf(row.run_direct)),
    lackOfSide(THINKING, lackOf(row.run_thinking)),
  ];
  const { signOf, notes } = remarks(rows.flatMap(remarksOn));
  return {
    id: "p2-table10",
    caption: sentences([
      "Thinking against direct mode on the n questions that both scored: accuracy in percent, change in percentage points with a paired 95% Wald interval, exact McNemar p, not adjusted.",
      familyText(rows),
      "D/T: questions right in direct mode alone and in thinking mode alone. Answer: share of answers in thinking mode that can be read, in percent. Trunc.: of its answers, those cut off without one. Time: its mean duration of a request as a multiple of the direct mode's.",
      runsText(
        report,
        rows.flatMap(({ run_direct, run_thinking }) => [run_direct, run_thinking]),
      ),
    ]),
    columns: [
      left("Model"),
      right("n"),
      right("Direct"),
      right("Thinking"),
      right("Δ"),
      right("95% CI"),
      right("p"),
      right("D/T"),
      right("Answer (%)"),
      right("Trunc."),
      right("Time"),
    ],
    rows: rows.map((row) => [
      { ...said(labels.get(curveKey(curveOf(row))) ?? row.model), ...signOf(...remarksOn(row)) },
      counted(row.n_shared),
      percent(row.direct, 0),
      percent(row.thinking, 0),
      points(row.change_pp, 0),
      interval(row.wald_ci_pp, 1),
      pCell(row.mcnemar_p),
      said(`${formatCount(row.direct_only)}/${formatCount(row.thinking_only)}`),
      percent(row.thinking_valid_rate, 0),
      counted(row.thinking_truncated),
      said(row.time_ratio === null ? null : `${formatFixed(row.time_ratio, 0)}×`),
    ]),
    grouped: false,
    notes,
  };
}
