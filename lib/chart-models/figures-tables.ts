import { inWords } from "@/lib/format/words";
import type {
  PaddingEnvelopeRow,
  PaddingRow,
  PositionDistributionRow,
  PositionsRow,
  ScalingRow,
} from "@/lib/metrics/rows";
import { boundRemarks } from "./interval-remarks";
import { byDelta, groupsOf, partsOf, type PaddingGroup } from "./padding-groups";
import { columnOf, groupColumns } from "./padding-table";
import { positionsTable } from "./positions-table";
import {
  publishedCurveCells,
  publishedEnvironments,
  publishedRow,
  publishedValue,
  withPublishedRows,
} from "./published";
import { publishedPadding } from "./published-padding";
import { PUBLISHED_N, publishedPositionsRows } from "./published-positions";
import { publishedScalingRows } from "./published-scaling";
import { curveCells, scalingTable } from "./scaling-table";
import type { TableCell, TableColumn, TableModel, TableRow } from "./table-model";

/** Trial intervals are no part of Figure 1, and may need every response. */
const BY_TRIAL: readonly string[] = ["na_trial_ci", "na_crossed_ci"];

/** The values behind Figure 1, published ones after them: NA with quartiles and item interval. */
export function naTable(rows: readonly ScalingRow[]): TableModel {
  const { columns, ...own } = scalingTable(rows, "iqr", "unasked");
  return withPublishedRows(
    {
      ...own,
      remarks: boundRemarks(own, ["na_item_ci"]),
      caption: "NA by number of options, recomputed and published",
      columns: columns.filter(({ id }) => !BY_TRIAL.includes(id)),
    },
    publishedScalingRows(
      publishedEnvironments(rows.map((row) => row.environment)),
      rows.map((row) => row.n_options),
    ),
  );
}

const typesOf = (rows: readonly PaddingEnvelopeRow[]): string[] =>
  rows.flatMap((row) => Object.keys(row.worst_by_type));

/**
 * What P1's Tables 3 and 10 print about padding, recomputed at one N and as published at 100: the
 * spread of the changes, and of each type of padding the lowest change over its placements.
 */
export function paddingBesideTable(
  envelopes: readonly PaddingEnvelopeRow[],
  conditions: readonly PaddingRow[],
  n: number,
): TableModel {
  const rows = envelopes.filter((row) => row.n_options === n);
  const groups = groupsOf(
    rows,
    conditions.filter((row) => row.n_options === n),
  );
  const printed = publishedPadding(publishedEnvironments(rows.map((row) => row.environment)));
  const types = [
    ...new Set([...printed.flatMap((one) => [...one.worstByType.keys()]), ...typesOf(rows)]),
  ].sort();
  const table: TableModel = {
    caption: "Change of accuracy under padding, recomputed and published",
    columns: [
      ...groupColumns(groups.map((group) => group.curve)),
      { id: "n_options", label: "N", kind: "count" },
      { id: "spread", label: "Spread", kind: "rate", hint: "Largest Δ less smallest Δ" },
      ...types.map((type): TableColumn => ({
        id: columnOf(type),
        label: inWords(type),
        kind: "signed_rate",
        hint: `Lowest change of accuracy against no padding over the placements of ${inWords(type)}`,
      })),
    ],
    groups: [],
    rows: groups.flatMap((group) => group.envelopes.map((row) => besideRow(row, group, types))),
  };
  return withPublishedRows(
    table,
    printed.map(({ model, environment, spread, worstByType }) =>
      publishedRow(`published|${environment}|${model}`, null, {
        ...publishedCurveCells(model, environment),
        n_options: { value: PUBLISHED_N },
        spread: publishedValue(spread),
        ...Object.fromEntries(
          types.map((type) => [columnOf(type), publishedValue(worstByType.get(type) ?? null)]),
        ),
      }),
    ),
  );
}

function besideRow(
  row: PaddingEnvelopeRow,
  group: PaddingGroup,
  types: readonly string[],
): TableRow {
  const cellOf = (type: string): TableCell => {
    const worst = byDelta(group.conditions.filter((one) => partsOf(one.padding).type === type))[0];
    const placement = worst && partsOf(worst.padding).placement;
    return {
      value: row.worst_by_type[type] ?? null,
      reason: "Not asked on both sides.",
      ...(placement && { aside: placement }),
    };
  };
  return {
    id: `${group.id}|${row.n_options}`,
    group: null,
    simulated: row.simulated,
    select: group.selectPadded(row.n_options),
    cells: {
      ...curveCells(group.curve),
      n_options: { value: row.n_options },
      spread: { value: row.spread, reason: "Not asked without padding at this N." },
      ...Object.fromEntries(types.map((type) => [columnOf(type), cellOf(type)])),
    },
  };
}

/** What the table beside Figure 3 keeps of all diagnostics, besides what names a curve. */
const WITHOUT: readonly string[] = ["tail_20", "mean_pos", "ks", "ks_at", "slope", "null_share"];

/** PFI, its excess over gold, entropy and front mass at one N, recomputed and published. */
export function primacyTable(
  positions: readonly PositionsRow[],
  distribution: readonly PositionDistributionRow[],
  n: number,
  k: number,
): TableModel {
  const { columns, ...own } = positionsTable(positions, distribution, [], k);
  return withPublishedRows(
    {
      ...own,
      caption: "Responses on the first positions, recomputed and published",
      columns: columns.filter(({ id }) => !WITHOUT.includes(id)),
    },
    publishedPositionsRows(publishedEnvironments(positions.map((row) => row.environment)), n, k),
  );
}
