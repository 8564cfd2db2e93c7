import { defaultLow } from "@/lib/chart-models/low-n";
import { groupKey, paddingOrder, unpaddedCurve } from "@/lib/chart-models/padding-groups";
import { mechanismPairs, usablePair } from "@/lib/chart-models/padding-mechanism";
import { curveKey, type Curve } from "@/lib/chart-models/series";
import { formatFixed } from "@/lib/format/number";
import type { PaddingEnvelopeRow, ScalingRow } from "@/lib/metrics/rows";
import { left, right, type PaperCell, type PaperTable } from "./paper-table";
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
  const high = input.n ?? endsOf(all)[1];
  // An envelope spans paddings: what names its curve is everything else.
  const rows = all.filter((row) => row.n_options === high).map(unpaddedCurve);
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

/** The unpadded and padded cells behind the rows that have a value, for the caption. */
function behind({ report }: PaperInput, n: number, printed: readonly Envelope[]): ScalingRow[] {
  const groups = new Set(printed.map(groupKey));
  return repeatedRows(report.scaling, report).filter(
    (row) => row.n_options === n && groups.has(groupKey(row)),
  );
}

/** P1 Table 3: the spread of the change over paddings, a model a row. */
export function table3(input: PaperInput): PaperTable {
  const { rows, high, environments, models } = envelopesAt(input);
  const printed = rows.filter((row) => row.spread !== null);
  return {
    id: "p1-table3",
    caption:
      `Spread of accuracy across paddings at ${high} options: largest less smallest change against no padding. ` +
      dataText(behind(input, high, printed)),
    columns: [
      left("Model"),
      ...environments.map((environment) => right(environmentText(environment) ?? "Spread")),
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
  const printed = rows.filter((row) =>
    Object.values(row.worst_by_type).some((change) => change !== null),
  );
  const known = new Set(rows.flatMap((row) => Object.keys(row.worst_by_type)));
  const types = [
    ...TYPES.filter((type) => known.has(type)),
    ...[...known].filter((type) => !TYPES.includes(type)).sort(),
  ];
  return {
    id: "p1-table10",
    caption:
      `Change of accuracy against no padding at ${high} options by type of padding, at the worse of its placements. ` +
      dataText(behind(input, high, printed)),
    columns: [left("Env"), left("Padding"), ...models.map(({ label }) => right(label))],
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

/** All diagnostics of one cell. */
function mechanismOf({ report }: PaperInput, cell: ScalingRow, low: number) {
  const key = curveKey(cell);
  const mine = <T extends Curve>(rows: readonly T[] | undefined) =>
    (rows ?? []).filter((row) => curveKey(row) === key);
  const place = mine(report.positions).find((row) => row.n_options === cell.n_options);
  const bi = mine(report.bubble).find((row) => row.n_low === low && row.n_high === cell.n_options);
  return [
    cell.accuracy,
    cell.na,
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

/** What the title of a curve leaves to the caption, which has words for each. */
const SAID = ["environment", "mode", "condition"] as const;

/** " of m in the easy environment, mode thinking" */
function ofCurve(title: string, { environment, mode, condition }: Curve): string {
  const where = environment === null ? "" : ` in the ${environment} environment`;
  const stated = [
    ...(mode === null ? [] : [`mode ${mode}`]),
    ...(condition === null ? [] : [`condition ${condition}`]),
  ];
  return [` of ${title}${where}`, ...stated].join(", ");
}

/**
 * P1 Table 12: two paddings of one model side by side, the model that loses most of all; without a
 * usable choice of two, no padding against the padding that costs most. The pair is that which the
 * Padding view tells first.
 */
export function table12(input: PaperInput): PaperTable {
  const { report } = input;
  const scaling = repeatedRows(report.scaling, report);
  const high = input.n ?? endsOf(scaling)[1];
  const counts = scaling.map((row) => row.n_options);
  const low = defaultLow(counts, high) ?? high;
  const at = scaling.filter((row) => row.n_options === high);
  const chosen = usablePair(input.paddings ?? null, paddingOrder(at.map((row) => row.padding)));
  const [first] = mechanismPairs(
    { scaling: at, padding: repeatedRows(report.padding, report) },
    { n: high, pair: chosen },
    SAID,
  );
  const sides = first ? [first.a, first.b] : [];
  const [one, other] = chosen ?? ["none", first?.b.padding ?? "none"];
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
  const columns = sides.map((cell) => mechanismOf(input, cell, low));
  const who = first ? ofCurve(first.title, first.a) : "";
  const cost =
    chosen !== null || first?.change == null
      ? ""
      : `, a change of accuracy by ${formatFixed(first.change, 3)}`;
  const bi = low < high ? `; BI from ${low} to ${high} options` : "";
  return {
    id: "p1-table12",
    caption:
      `Diagnostics${who} at ${high} options under two paddings${cost}${bi}. ` + dataText(sides),
    columns: [left("Metric"), right(paddingLabel(one)), right(paddingLabel(other))],
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
