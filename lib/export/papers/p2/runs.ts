import { namedRuns, type NamedRun } from "@/lib/chart-models/run-names";
import { formatSeconds } from "@/lib/format/duration";
import { formatCount, formatFixed, plural } from "@/lib/format/number";
import type { Report } from "@/lib/metrics/report";
import type { AccuracyRow } from "@/lib/metrics/rows";
import { left, right, type PaperCell, type PaperTable } from "../paper-table";
import { number, said, type PaperInput } from "../rows";
import {
  counted,
  percent,
  percentInterval,
  lacksOf,
  remarks,
  runRemarks,
  runsText,
  sentences,
  withoutDiagnostics,
} from "./rows";

const CLASSES = ["local", "api", null] as const;
const CLASS_NAMES = { local: "Local", api: "API" } as const;

type Run = NamedRun<AccuracyRow>;

/** Runs that stand and are ranked together: those of one benchmark on hosts of one class. */
interface RunGroups {
  /** Heads the column that names the groups; null where there is but one. */
  readonly heading: string | null;
  readonly groups: readonly { readonly name: string; readonly runs: readonly Run[] }[];
}

function groupsOf(rows: readonly AccuracyRow[]): RunGroups {
  const named = namedRuns(rows, ["benchmark"]);
  const benchmarks = [...new Set(rows.map(({ benchmark }) => benchmark))].sort();
  const classes = CLASSES.filter((one) => rows.some(({ host_class }) => host_class === one));
  const [byBenchmark, byClass] = [benchmarks.length > 1, classes.length > 1];
  const parts = (benchmark: string, host: string) => [
    ...(byBenchmark ? [benchmark] : []),
    ...(byClass ? [host] : []),
  ];
  const groups = benchmarks.flatMap((benchmark) =>
    classes.map((host) => ({
      name: parts(benchmark, host === null ? "Not stated" : CLASS_NAMES[host]).join(", "),
      runs: named
        .filter(({ row }) => row.benchmark === benchmark && row.host_class === host)
        .sort(higherFirst),
    })),
  );
  const heading = parts("Benchmark", byBenchmark ? "host" : "Host").join(", ");
  return {
    heading: heading === "" ? null : heading,
    groups: groups.filter(({ runs }) => runs.length > 0),
  };
}

/** The order of observed scores; what has none comes last. */
function higherFirst(a: Run, b: Run): number {
  return (
    (b.row.accuracy ?? -Infinity) - (a.row.accuracy ?? -Infinity) || (a.label < b.label ? -1 : 1)
  );
}

/** The runs in the order of the table: so are its notes. */
const idsOf = ({ groups }: RunGroups): string[] =>
  groups.flatMap(({ runs }) => runs.map(({ row }) => row.run_id));

const APART = "Runs on local hosts and by API stand apart, each in the order of accuracy.";

function fixedRuns({ accuracy = [] }: Report): AccuracyRow[] {
  return withoutDiagnostics(accuracy.filter(({ kind }) => kind === "fixed"));
}

/** The rows of every group, with its name in front where there are several. */
function groupedRows(
  { heading, groups }: RunGroups,
  rowsOf: (runs: readonly Run[]) => PaperCell[][],
) {
  return groups.flatMap(({ name, runs }) =>
    rowsOf(runs).map((cells) => (heading === null ? cells : [said(name), ...cells])),
  );
}

/** P2 Table 2: the runs of fixed questions, a run a row. */
export function completeRuns({ report }: PaperInput): PaperTable {
  const groups = groupsOf(fixedRuns(report));
  const ids = idsOf(groups);
  const { signOf, notes } = runRemarks(report, ids);
  return {
    id: "p2-table2",
    caption: sentences([
      "Runs of fixed questions: accuracy in percent with Wilson's 95% interval over questions, share of answers that can be read, mean of the generated tokens, reasoning included, and share of responses with observed reasoning.",
      groups.heading === null ? null : APART,
      runsText(report, ids),
    ]),
    columns: [
      ...(groups.heading === null ? [] : [left(groups.heading)]),
      left("Model"),
      right("Correct"),
      right("Accuracy"),
      right("95% CI"),
      right("Answer"),
      right("Tokens"),
      right("Reas."),
    ],
    rows: groupedRows(groups, (runs) =>
      runs.map(({ row, label }) => [
        { ...said(label), ...signOf(row.run_id) },
        counted(row.correct),
        percent(row.accuracy, 2),
        percentInterval(row.wilson, 2),
        percent(row.valid_rate, 2),
        number(row.mean_completion_tokens, 1),
        percent(row.reasoning_rate, 1),
      ]),
    ),
    grouped: groups.heading !== null,
    notes,
  };
}

/** Runs that were not asked to think: Table 9 is of these, Table 10 sets the others beside them. */
function directRuns(rows: readonly AccuracyRow[]): readonly AccuracyRow[] {
  const direct = rows.filter(({ mode }) => mode !== "thinking");
  return direct.length > 0 ? direct : rows;
}

/** Ranks within a group: equal scores share theirs; what is not ranked has none. */
function ranksOf(runs: readonly Run[]): (number | null)[] {
  const scores = runs.flatMap(({ row }) => (row.ranked ? [row.accuracy ?? 0] : []));
  return runs.map(({ row }) => (row.ranked ? scores.indexOf(row.accuracy ?? 0) + 1 : null));
}

const BILLION = 1_000_000_000;

/** Billions of parameters: below one the paper prints two decimals. */
function billions(parameters: number | null): PaperCell {
  const value = parameters === null ? null : parameters / BILLION;
  return number(value, value !== null && value < 1 ? 2 : 1);
}

/** The diagnostic scorer that Table 9 sets beside the strict one. */
export const LEGACY = "legacy-1";

interface Legacy {
  readonly accuracy: number | null;
  /** What its cell has to say; null where it is of all answers of its run. */
  readonly remark: string | null;
}

/**
 * What the legacy scorer reads in a run's answers. It stands beside the accuracy of all of these: where
 * it is of fewer the table says so, and of several readings it chooses none.
 */
function legacyOf(row: AccuracyRow, { scorers = [] }: Report): Legacy {
  const own = scorers.filter(
    ({ run_id, scorer_b }) => run_id === row.run_id && scorer_b === LEGACY,
  );
  const [reading] = own;
  const withheld = row.valid_rate === 0 || (row.reasoning_rate ?? 0) > 0;
  if (withheld || reading === undefined) return { accuracy: null, remark: null };
  if (own.length > 1)
    return {
      accuracy: null,
      remark: `${formatCount(own.length)} runs are readings of its answers by ${LEGACY}: none of them is shown.`,
    };
  const { n, accuracy_a, accuracy_b } = reading;
  const ownText = percent(accuracy_a, 0).text;
  const acc = ownText === null ? "" : ` Acc. of these alone is ${ownText}.`;
  const remark =
    n < row.n
      ? `Legacy is of ${formatCount(n)} of ${plural(row.n, "answer")}, those that both scorers scored.${acc}`
      : null;
  return { accuracy: accuracy_b, remark };
}

/** P2 Table 9: models with their sizes, a rank each, and what the answers cost. */
export function pilotRuns({ report }: PaperInput): PaperTable {
  const all = fixedRuns(report);
  const rows = directRuns(all);
  const groups = groupsOf(rows);
  const ids = idsOf(groups);
  const lackOf = lacksOf(report);
  const legacies = new Map(rows.map((row) => [row.run_id, legacyOf(row, report)]));
  const { signOf, notes } = remarks(
    ids.flatMap((id) => [lackOf(id), legacies.get(id)?.remark ?? null]),
  );
  const thinking = all.length - rows.length;
  const cells = ({ row, label }: Run, rank: number | null): PaperCell[] => {
    const unread = row.valid_rate === 0;
    const legacy = legacies.get(row.run_id);
    return [
      counted(rank),
      { ...said(label), ...signOf(lackOf(row.run_id)) },
      billions(row.parameters),
      said(row.quantisation),
      unread ? said("unranked") : percent(row.accuracy, 0),
      unread ? said(null) : percentInterval(row.wilson, 0),
      percent(row.valid_rate, 0),
      { ...percent(legacy?.accuracy, 0), ...signOf(legacy?.remark ?? null) },
      number(row.mean_completion_tokens, 0),
      percent(row.reasoning_rate, 0),
      { text: row.seconds_per_item === null ? null : formatSeconds(row.seconds_per_item) },
    ];
  };
  return {
    id: "p2-table9",
    caption: sentences([
      "Runs by observed accuracy. Params: billions of parameters. Acc.: accuracy in percent with Wilson's 95% interval over questions. Ans.: share of answers that can be read, in percent. Legacy: accuracy of the same answers by the diagnostic scorer legacy-1, withheld where reasoning was observed or no answer can be read. Tokens: mean of the generated tokens. Reas.: responses with observed reasoning, in percent. s/q: seconds a question.",
      "Equal scores share a rank.",
      groups.heading === null ? null : APART,
      thinking > 0 ? `Runs in thinking mode left out: ${formatFixed(thinking, 0)}.` : null,
      runsText(report, ids),
    ]),
    columns: [
      ...(groups.heading === null ? [] : [left(groups.heading)]),
      right("#"),
      left("Model"),
      right("Params"),
      left("Quant."),
      right("Acc."),
      right("95% CI"),
      right("Ans."),
      right("Legacy"),
      right("Tokens"),
      right("Reas."),
      right("s/q"),
    ],
    rows: groupedRows(groups, (runs) => {
      const ranks = ranksOf(runs);
      return runs.map((run, i) => cells(run, ranks[i] ?? null));
    }),
    grouped: groups.heading !== null,
    notes,
  };
}
