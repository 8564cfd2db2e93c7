import { curveKey } from "@/lib/chart-models/series";
import { formatFixed } from "@/lib/format/number";
import type { PaddingEnvelopeRow, PaddingRow, ScalingRow } from "@/lib/metrics/rows";
import type { PaperCell, PaperTable } from "./paper-table";
import {
  curvesOf,
  dataText,
  endsOf,
  environmentText,
  number,
  paddingLabel,
  repeatedRows,
  said,
  type PaperInput,
} from "./rows";

/** The paper's types of padding, in its order; others follow by name. */
const TYPES = ["korean_text", "english_text", "symbol", "korean_list"];

function envelopesAt(input: PaperInput) {
  const { report } = input;
  const all = repeatedRows(report.padding_envelope, report);
  const [, high] = endsOf(all);
  // An envelope spans paddings: what names its curve is everything else.
  const rows = all
    .filter((row) => row.n_options === high)
    .map((row) => ({ ...row, padding: "none" }));
  const environments = [...new Set(rows.map((row) => row.environment))].sort();
  return { rows, high, environments, models: modelsOf(rows) };
}

type Envelope = PaddingEnvelopeRow & { readonly padding: string };

/** Curves whatever their environment, with their row in each. */
function modelsOf(rows: readonly Envelope[]) {
  const bare = (row: Envelope) => ({ ...row, environment: null });
  return curvesOf(rows.map(bare)).map(({ key, label }) => ({
    label,
    in: new Map(
      rows.filter((row) => curveKey(bare(row)) === key).map((row) => [row.environment, row]),
    ),
  }));
}

/** The unpadded and padded cells behind the values, for the caption. */
function scalingAt({ report }: PaperInput, n: number): ScalingRow[] {
  return repeatedRows(report.scaling, report).filter((row) => row.n_options === n);
}

/** P1 Table 3: the spread of the change over paddings, a model a row. */
export function table3(input: PaperInput): PaperTable {
  const { high, environments, models } = envelopesAt(input);
  return {
    id: "p1-table3",
    caption:
      `Spread of accuracy across paddings at ${high} options: largest less smallest change against no padding. ` +
      dataText(scalingAt(input, high)),
    columns: [
      { label: "Model", align: "l" },
      ...environments.map((environment) => ({
        label: environmentText(environment) ?? "Spread",
        align: "r" as const,
      })),
    ],
    rows: models.map((model): PaperCell[] => [
      said(model.label),
      ...environments.map((environment) => number(model.in.get(environment)?.spread, 3)),
    ]),
    grouped: false,
    notes: [],
  };
}

/** P1 Table 10: the worse placement of each type of padding, models across. */
export function table10(input: PaperInput): PaperTable {
  const { rows, high, environments, models } = envelopesAt(input);
  const known = new Set(rows.flatMap((row) => Object.keys(row.worst_by_type)));
  const types = [
    ...TYPES.filter((type) => known.has(type)),
    ...[...known].filter((type) => !TYPES.includes(type)).sort(),
  ];
  return {
    id: "p1-table10",
    caption:
      `Change of accuracy against no padding at ${high} options by type of padding, at the worse of its placements. ` +
      dataText(scalingAt(input, high)),
    columns: [
      { label: "Env", align: "l" },
      { label: "Padding", align: "l" },
      ...models.map(({ label }) => ({ label, align: "r" as const })),
    ],
    rows: environments.flatMap((environment) =>
      types.map((type): PaperCell[] => [
        said(environmentText(environment)),
        said(paddingLabel(type)),
        ...models.map((model) => number(model.in.get(environment)?.worst_by_type[type], 3)),
      ]),
    ),
    grouped: true,
    notes: [],
  };
}

/** The padded cell with the lowest change, among those of the paddings asked for. */
function worstCell(rows: readonly PaddingRow[], among: readonly string[] | null) {
  return rows
    .filter((row) => row.delta !== null && (among === null || among.includes(row.padding)))
    .reduce<PaddingRow | null>(
      (worst, row) =>
        worst === null || (row.delta ?? Infinity) < (worst.delta ?? Infinity) ? row : worst,
      null,
    );
}

/** All diagnostics of one curve at the highest N. */
function mechanismOf(input: PaperInput, key: string, low: number, high: number) {
  const { report } = input;
  const mine = <T extends Parameters<typeof curveKey>[0]>(rows: readonly T[] | undefined) =>
    repeatedRows(rows, report).filter((row) => curveKey(row) === key);
  const cell = mine(report.scaling).find((row) => row.n_options === high);
  const place = mine(report.positions).find((row) => row.n_options === high);
  const bi = mine(report.bubble).find((row) => row.n_low === low && row.n_high === high);
  return [
    cell?.accuracy,
    cell?.na,
    bi?.bi,
    place?.delta_pfi["10"],
    place?.entropy,
    place?.front_20,
    place?.tail_20,
    place?.mean_pos,
    place?.ks,
    place?.slope,
  ];
}

/**
 * P1 Table 12: two paddings of one model side by side; without a choice no padding against the
 * padding that costs most.
 */
export function table12(input: PaperInput): PaperTable {
  const { report, paddings = null } = input;
  const scaling = repeatedRows(report.scaling, report);
  const [low, high] = endsOf(scaling);
  const padded = repeatedRows(report.padding, report).filter((row) => row.n_options === high);
  const worst = worstCell(padded, paddings);
  const [one, other] = paddings ?? ["none", worst?.padding ?? "none"];
  const names = [
    `Acc${high}`,
    `NA${high}`,
    "BI",
    "ΔPFI10",
    "EntropyN",
    "Front20",
    "Tail20",
    "MeanPos",
    "KS",
    `Slope${high}`,
  ];
  const columns = worst
    ? [one, other].map((padding) => mechanismOf(input, curveKey({ ...worst, padding }), low, high))
    : [];
  const behind = worst
    ? scaling.filter((row) =>
        [one, other].some(
          (padding) => row.n_options === high && curveKey(row) === curveKey({ ...worst, padding }),
        ),
      )
    : [];
  const environment = worst?.environment == null ? "" : ` in the ${worst.environment} environment`;
  const who = worst ? ` of ${worst.model}${environment}` : "";
  const cost =
    worst?.delta == null ? "" : `, a change of accuracy by ${formatFixed(worst.delta, 3)}`;
  return {
    id: "p1-table12",
    caption:
      `Diagnostics${who} at ${high} options under two paddings${paddings ? "" : cost}; BI from ${low} to ${high} options. ` +
      dataText(behind),
    columns: [
      { label: "Metric", align: "l" },
      { label: paddingLabel(one), align: "r" },
      { label: paddingLabel(other), align: "r" },
    ],
    rows:
      columns.length === 0
        ? []
        : names.map((name, i): PaperCell[] => [
            said(name),
            ...columns.map((values) => number(values[i], 3)),
          ]),
    grouped: false,
    notes: [],
  };
}
