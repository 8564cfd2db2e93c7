import { curveKey } from "@/lib/chart-models/series";
import type { PositionsRow } from "@/lib/metrics/rows";
import { left, right, type PaperCell, type PaperTable } from "./paper-table";
import {
  curvesOf,
  dataText,
  endsOf,
  environmentText,
  interval,
  number,
  repeatedRows,
  said,
  unpadded,
  type PaperInput,
} from "./rows";

/** Rows at one N by curve. */
function at<T extends Parameters<typeof curveKey>[0] & { readonly n_options: number }>(
  rows: readonly T[],
  n: number,
): ReadonlyMap<string, T> {
  return new Map(rows.filter((row) => row.n_options === n).map((row) => [curveKey(row), row]));
}

const ten = (row: PositionsRow | undefined) => row?.delta_pfi["10"];

function unpaddedScaling({ report }: PaperInput) {
  return unpadded(repeatedRows(report.scaling, report));
}

/** P1 Table 2: accuracy, NA, BI and two measures of position by environment and model. */
export function table2(input: PaperInput): PaperTable {
  const { report } = input;
  const all = unpaddedScaling(input);
  const [low, high] = endsOf(all);
  // What was asked at other N alone has no cell here, and no part in what the caption counts.
  const rows = all.filter((row) => row.n_options === low || row.n_options === high);
  const [atLow, atHigh] = [at(rows, low), at(rows, high)];
  const positions = at(repeatedRows(report.positions, report), high);
  const bubble = new Map(
    repeatedRows(report.bubble, report)
      .filter((row) => row.n_low === low && row.n_high === high)
      .map((row) => [curveKey(row), row]),
  );
  return {
    id: "p1-table2",
    caption:
      `Accuracy (Acc), chance-normalized accuracy (NA) and bubble index (BI) at ${low} and ${high} options, ` +
      `with 95% intervals over trials; excess of responses over gold on the first ten positions and slope of accuracy per decile of the gold position at ${high} options. ` +
      dataText(rows),
    columns: [
      left("Env"),
      left("Model"),
      right("Acc", low),
      right("Acc", high),
      right("NA", low),
      right("NA", high),
      right(`NA${high} 95% CI`),
      right("BI"),
      right("BI 95% CI"),
      right("ΔPFI", 10),
      right("Slope", high),
    ],
    rows: curvesOf(rows).map(({ key, label, environment }): PaperCell[] => {
      const [one, other, bi] = [atLow.get(key), atHigh.get(key), bubble.get(key)];
      const place = positions.get(key);
      return [
        said(environmentText(environment)),
        said(label),
        number(one?.accuracy, 4),
        number(other?.accuracy, 4),
        number(one?.na, 4),
        number(other?.na, 4),
        interval(other?.na_trial_ci, 4),
        number(bi?.bi, 4),
        interval(bi?.bi_ci, 4),
        number(ten(place), 4),
        number(place?.slope, 4),
      ];
    }),
    grouped: true,
    notes: [],
  };
}

/** P1 Table 4: where responses fall in one environment, the full one where there is one. */
export function table4(input: PaperInput): PaperTable {
  const { report } = input;
  const scaling = unpaddedScaling(input);
  const [, high] = endsOf(scaling);
  const environments = [...new Set(scaling.map((row) => row.environment))].sort();
  const environment = environments.includes("full") ? "full" : (environments.at(-1) ?? null);
  const here = scaling.filter((row) => row.environment === environment && row.n_options === high);
  const positions = at(repeatedRows(report.positions, report), high);
  const where = environment === null ? "" : ` in the ${environment} environment`;
  return {
    id: "p1-table4",
    caption:
      `Where responses fall at ${high} options${where}: excess over gold on the first ten positions, ` +
      `normalized entropy, and the mass on the first and last twenty positions. ${dataText(here)}`,
    columns: [
      left("Model"),
      right("ΔPFI", 10),
      right("Entropy", "N"),
      right("Front", 20),
      right("Tail", 20),
    ],
    rows: curvesOf(here).map(({ key, label }): PaperCell[] => {
      const row = positions.get(key);
      return [
        said(label),
        number(ten(row), 3),
        number(row?.entropy, 2),
        number(row?.front_20, 2),
        number(row?.tail_20, 2),
      ];
    }),
    grouped: false,
    notes: [],
  };
}

/** P1 Table 13: NA at every N with its interval over items. */
export function table13(input: PaperInput): PaperTable {
  const rows = unpaddedScaling(input);
  const counts = [...new Set(rows.map((row) => row.n_options))].sort((a, b) => a - b);
  const byCount = counts.map((n) => at(rows, n));
  return {
    id: "p1-table13",
    caption:
      "Chance-normalized accuracy (NA) by number of options, mean over items with the 95% t interval over items, not clipped to 1. " +
      dataText(rows),
    columns: [left("Env"), left("Model"), ...counts.map((n) => right("NA", n))],
    rows: curvesOf(rows).map(({ key, label, environment }): PaperCell[] => [
      said(environmentText(environment)),
      said(label),
      ...byCount.map((cells): PaperCell => {
        const row = cells.get(key);
        const value = number(row?.na, 4);
        const ends = interval(row?.na_item_ci, 4);
        if (value.text === null || ends.text === null) return value;
        return { text: `${value.text} ${ends.text}` };
      }),
    ]),
    grouped: true,
    notes: [],
  };
}

/** P1 Table 14: all diagnostics of position by environment and model. */
export function table14(input: PaperInput): PaperTable {
  const { report } = input;
  const scaling = unpaddedScaling(input);
  const [, high] = endsOf(scaling);
  const here = scaling.filter((row) => row.n_options === high);
  const cells = at(here, high);
  const positions = at(repeatedRows(report.positions, report), high);
  return {
    id: "p1-table14",
    caption:
      `Accuracy (Acc), chance-normalized accuracy (NA) and diagnostics of position at ${high} options against the gold positions as they fell; ` +
      `slope of accuracy per decile of the gold position. ${dataText(here)}`,
    columns: [
      left("Env"),
      left("Model"),
      right("Acc", high),
      right("NA", high),
      right("ΔPFI", 10),
      right("Entropy", "N"),
      right("Front", 20),
      right("Tail", 20),
      right("MeanPos"),
      right("KS"),
      right("Slope", high),
    ],
    rows: curvesOf(here).map(({ key, label, environment }): PaperCell[] => {
      const row = positions.get(key);
      return [
        said(environmentText(environment)),
        said(label),
        number(cells.get(key)?.accuracy, 3),
        number(cells.get(key)?.na, 3),
        number(ten(row), 3),
        number(row?.entropy, 3),
        number(row?.front_20, 3),
        number(row?.tail_20, 3),
        number(row?.mean_pos, 3),
        number(row?.ks, 3),
        number(row?.slope, 3),
      ];
    }),
    grouped: true,
    notes: [],
  };
}
