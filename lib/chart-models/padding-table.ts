import { formatInterval } from "@/lib/format/number";
import { inWords } from "@/lib/format/words";
import type { PaddingEnvelopeRow, PaddingRow } from "@/lib/metrics/rows";
import {
  byDelta,
  groupsOf,
  paddingFilters,
  paddingName,
  paddingOrder,
  partsOf,
  unpaddedCurve,
  worstOf,
  type PaddingGroup,
} from "./padding-groups";
import { curveCells, curveColumns } from "./scaling-table";
import type { Curve } from "./series";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** Columns that name a group; its padding is what the other columns are about. */
export const groupColumns = (curves: readonly Curve[]): TableColumn[] =>
  curveColumns(curves).filter((column) => column.id !== "padding");

const SPREAD_COLUMNS: readonly TableColumn[] = [
  { id: "n_options", label: "N", kind: "count" },
  { id: "acc_none", label: "No padding", kind: "rate", hint: "Accuracy without padding" },
  { id: "acc_min", label: "Lowest", kind: "rate", hint: "Lowest accuracy of a padded condition" },
  { id: "acc_mean", label: "Mean", kind: "rate", hint: "Mean over the padded conditions" },
  { id: "acc_max", label: "Highest", kind: "rate", hint: "Highest accuracy of a padded condition" },
  {
    id: "delta_mean",
    label: "Mean Δ",
    kind: "signed_rate",
    hint: "Mean over the padded conditions of accuracy less accuracy without padding",
  },
  { id: "spread", label: "Spread", kind: "rate", hint: "Largest Δ less smallest Δ" },
  { id: "worst_type", label: "Worst type", kind: "text", hint: "Type with the lowest Δ" },
  {
    id: "worst_placement",
    label: "Placement",
    kind: "text",
    hint: "Where that padding stood when it was worst",
  },
  {
    id: "worst_delta",
    label: "Its Δ",
    kind: "signed_rate",
    hint: "Lowest change of accuracy against no padding",
  },
  {
    id: "worst_delta_ci",
    label: "95% over items",
    kind: "interval",
    hint: "Of that Δ: paired t interval over items; the lowest of several lies low by chance too",
  },
  { id: "n_conditions", label: "Paddings", kind: "count" },
  { id: "n_items", label: "Items", kind: "count", hint: "On the unpadded side" },
  { id: "n_responses", label: "Responses", kind: "count", hint: "Padded and unpadded" },
];

const NO_SIDE = "Not asked without padding at this N.";
const NO_ROWS = "No scored response.";
const NO_INTERVAL = "It needs at least two items, the same on both sides.";

/** Unpadded accuracy, the envelope and the worst padding: one row a model, environment and N. */
export function spreadTable(
  envelopes: readonly PaddingEnvelopeRow[],
  conditions: readonly PaddingRow[],
): TableModel {
  const groups = groupsOf(envelopes, conditions);
  return {
    caption: "Accuracy with and without padding",
    columns: [...groupColumns(groups.map((group) => group.curve)), ...SPREAD_COLUMNS],
    groups: [],
    rows: groups.flatMap((group) => group.envelopes.map((row) => spreadRow(row, group))),
  };
}

function spreadRow(row: PaddingEnvelopeRow, group: PaddingGroup): TableRow {
  const own = group.conditions.filter((one) => one.n_options === row.n_options);
  const worst = worstOf(own.filter((one) => partsOf(one.padding).type === row.worst_type));
  const accuracy = (value: number | null): TableCell => ({ value, reason: NO_ROWS });
  const change = (value: number | string | null): TableCell => ({ value, reason: NO_SIDE });
  return {
    id: `${group.id}|${row.n_options}`,
    group: null,
    simulated: row.simulated,
    select: paddingFilters(row, ["none", ...own.map((one) => one.padding)], row.n_options),
    cells: {
      ...curveCells(group.curve),
      n_options: { value: row.n_options },
      acc_none: { value: row.acc_none, reason: NO_SIDE },
      acc_min: accuracy(row.acc_min),
      acc_mean: accuracy(row.acc_mean),
      acc_max: accuracy(row.acc_max),
      delta_mean: change(row.delta_mean),
      spread: change(row.spread),
      worst_type: {
        ...change(row.worst_type),
        ...(row.worst_type !== null && { text: inWords(row.worst_type) }),
      },
      worst_placement: change(worst && partsOf(worst.padding).placement),
      worst_delta: change(worst?.delta ?? null),
      worst_delta_ci: { value: worst?.delta_item_ci ?? null, reason: NO_INTERVAL },
      n_conditions: { value: row.n_conditions },
      n_items: { value: row.acc_none === null ? null : row.n_items_none, reason: NO_SIDE },
      n_responses: { value: row.n_responses + row.n_responses_none },
    },
  };
}

/** The lowest change of all, and the lower of the placements of each other type. */
export const MARKS = { worst: "▼ worst", placement: "▽ lower" } as const;

/** Column id of a padding: what may stand in a link as `sort`, a name of any script included. */
export const columnOf = (padding: string) =>
  `d.${padding.replace(/[^A-Za-z0-9_]/gu, (sign) =>
    sign === ":" ? "." : `_u${(sign.codePointAt(0) ?? 0).toString(16)}_`,
  )}`;

/**
 * Change of accuracy against no padding at one N: a row a model and environment, a column a type and
 * placement. The paper's table 10 gives of each type the worse placement, which is marked here.
 */
export function worstTable(
  envelopes: readonly PaddingEnvelopeRow[],
  conditions: readonly PaddingRow[],
  n: number,
): TableModel {
  const atN = <T extends { readonly n_options: number }>(rows: readonly T[]) =>
    rows.filter((row) => row.n_options === n);
  const own = atN(conditions);
  const paddings = paddingOrder(own.map((row) => row.padding));
  const groups = groupsOf(atN(envelopes), own);
  return {
    caption: `Change of accuracy by type and placement of padding, N=${n}`,
    columns: [
      ...groupColumns(groups.map((group) => group.curve)),
      ...paddings.map((padding): TableColumn => ({
        id: columnOf(padding),
        label: paddingName(padding),
        kind: "signed_rate",
        hint: `Accuracy under ${paddingName(padding)} less accuracy without padding`,
      })),
    ],
    groups: [],
    rows: groups.map((group): TableRow => ({
      id: group.id,
      group: null,
      simulated: group.curve.simulated,
      select: paddingFilters(
        unpaddedCurve(group.curve),
        ["none", ...group.conditions.map((row) => row.padding)],
        n,
      ),
      cells: { ...curveCells(group.curve), ...deltaCells(group.conditions, paddings) },
    })),
  };
}

function deltaCells(
  conditions: readonly PaddingRow[],
  paddings: readonly string[],
): Record<string, TableCell> {
  const marks = marksOf(conditions);
  return Object.fromEntries(
    paddings.map((padding): [string, TableCell] => {
      const row = conditions.find((one) => one.padding === padding);
      if (!row) return [columnOf(padding), { value: null, reason: "Not asked." }];
      const mark = marks.get(padding);
      return [
        columnOf(padding),
        {
          value: row.delta,
          reason: NO_SIDE,
          ...(row.delta_item_ci && { aside: formatInterval(row.delta_item_ci) }),
          ...(mark !== undefined && { mark }),
        },
      ];
    }),
  );
}

function marksOf(conditions: readonly PaddingRow[]): Map<string, string> {
  const worst = worstOf(conditions);
  const marks = new Map<string, string>();
  for (const rows of Map.groupBy(conditions, (row) => partsOf(row.padding).type).values()) {
    const [lowest, ...others] = byDelta(rows);
    if (lowest && others.length > 0) marks.set(lowest.padding, MARKS.placement);
  }
  if (worst) marks.set(worst.padding, MARKS.worst);
  return marks;
}
