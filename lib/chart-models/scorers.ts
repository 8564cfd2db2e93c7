import type { ScorersRow } from "@/lib/metrics/question-rows";
import { forestFigure } from "./forest";
import { sumOf } from "./sentences";
import type { FigureModel, SeriesStyle } from "./model";
import { largestFirst } from "./order";
import { styleOf, variantOf } from "./palette";
import type { Select } from "./series";

/** Two readings of the answers of one run, with their name and how they look. */
export interface ScorerPair {
  readonly row: ScorersRow;
  readonly id: string;
  /** The run alone, where the scorers stand beside it. */
  readonly run: string;
  readonly label: string;
  readonly style: SeriesStyle;
  readonly simulated: boolean;
}

/** "publisher less declaration-1" */
const scorersText = ({ scorer_a, scorer_b }: ScorersRow) => `${scorer_b} less ${scorer_a}`;

const FIELDS = ["benchmark", "mode", "condition"] as const;

/** What tells the runs of one model apart. */
function runText(row: ScorersRow, rows: readonly ScorersRow[]): string {
  const own = rows.filter((other) => other.model === row.model);
  const differ = (field: (typeof FIELDS)[number]) =>
    new Set(own.map((other) => other[field])).size > 1;
  const told = FIELDS.filter(differ).map((field) => row[field] ?? `${field} not stated`);
  return [row.model, ...told].join(" · ");
}

/** Names of the pairs: the model, with what tells its runs and readings apart. */
function labelsOf(rows: readonly ScorersRow[]): string[] {
  const readings = new Set(rows.map(scorersText)).size > 1;
  const named = rows.map((row) => {
    const run = runText(row, rows);
    return readings ? `${run}: ${scorersText(row)}` : run;
  });
  return named.map((label, i) =>
    named.filter((other) => other === label).length > 1
      ? `${label} (${rows[i]?.run_id ?? ""})`
      : label,
  );
}

/** Pairs of readings, the largest excess first. */
export function scorerPairs(
  rows: readonly ScorersRow[],
  styles: ReadonlyMap<string, SeriesStyle>,
): ScorerPair[] {
  const labels = labelsOf(rows);
  const places = new Map<string, number>();
  return rows
    .map((row, i) => {
      const place = places.get(row.model) ?? 0;
      places.set(row.model, place + 1);
      return {
        row,
        id: JSON.stringify([row.run_id, row.run_b]),
        run: runText(row, rows),
        label: labels[i] ?? row.model,
        style: variantOf(styleOf(styles, row.model), place),
        simulated: row.simulated,
      };
    })
    .sort(largestFirst(({ row }) => row.excess_pp));
}

/**
 * Answers behind pairs of readings. Pairs with a run in common read the same ones: these count once,
 * by the pair that scored the most of them.
 */
export function answersRead(rows: readonly ScorersRow[]): number {
  let sources: { readonly runs: ReadonlySet<string>; readonly n: number }[] = [];
  for (const { run_id, run_b, n } of rows) {
    const same = sources.filter(({ runs }) => runs.has(run_id) || runs.has(run_b));
    sources = [
      ...sources.filter((source) => !same.includes(source)),
      {
        runs: new Set([run_id, run_b, ...same.flatMap(({ runs }) => [...runs])]),
        n: Math.max(n, ...same.map((source) => source.n)),
      },
    ];
  }
  return sumOf(sources.map(({ n }) => n));
}

/** What leads to the responses of both readings; a run that is named is shown whatever its scorer. */
export function readingsSelect({ run_id, run_b }: Pick<ScorersRow, "run_id" | "run_b">): Select {
  return [{ field: "run", values: [run_id, run_b] }];
}

/** The excess of each pair, around readings that agree. */
export function scorersFigure(pairs: readonly ScorerPair[]): FigureModel | null {
  const intervals = pairs.some(({ row }) => row.excess_ci_pp !== null);
  return forestFigure(
    pairs.map(({ row, id, label, style, simulated }) => ({
      id,
      label,
      style,
      simulated,
      points: row.excess_pp,
      interval: row.excess_ci_pp,
      n: row.n,
      gap: "no response that both scored",
      select: readingsSelect(row),
    })),
    {
      x: "run",
      y: "excess, percentage points",
      zero: "no excess",
      value: "excess",
      interval: intervals ? "95% Wald interval of the paired change" : null,
      countOf: "responses",
      what: "pairs of readings",
      notes: ["Above 0: the second scorer reads more answers as right."],
    },
  );
}
