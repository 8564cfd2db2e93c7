import { tInterval } from "@/lib/stats/means";
import { cellFields, seriesFields } from "../cells";
import type { PaddingEnvelopeRow, PaddingRow } from "../rows";
import type { MetricOptions, Workspace } from "../workspace";
import { NO_PADDING, withUnpadded } from "../scope";
import { loadItemMeans, type ItemMeans } from "./item-means";
import { loadSharedItems, type SharedItems } from "./padding-items";

/** Types are compared to 12 digits, so that equal deltas tie whatever their last bits say. */
const DIGITS = 12;

/** One series at one environment and N: its unpadded side and its padded ones. */
interface Group {
  readonly none: ItemMeans | null;
  readonly padded: readonly ItemMeans[];
}

function groupKey(m: ItemMeans): string {
  return JSON.stringify([m.series_id, m.environment, m.mode, m.condition, m.n_options]);
}

async function loadGroups(workspace: Workspace, options: MetricOptions): Promise<Group[]> {
  const means = await loadItemMeans(workspace, options);
  return [...Map.groupBy(means, groupKey).values()]
    .map((cells) => ({
      none: cells.find((c) => c.padding === NO_PADDING) ?? null,
      padded: cells.filter((c) => c.padding !== NO_PADDING),
    }))
    .filter((group) => group.padded.length > 0);
}

function delta(group: Group, padded: ItemMeans): number | null {
  const none = group.none?.accuracy ?? null;
  return none === null || padded.accuracy === null ? null : padded.accuracy - none;
}

const bothSides = (options: MetricOptions): MetricOptions => ({
  ...options,
  filters: withUnpadded(options.filters),
});

export async function padding(workspace: Workspace, options: MetricOptions): Promise<PaddingRow[]> {
  const asked = bothSides(options);
  const [groups, shared] = await Promise.all([
    loadGroups(workspace, asked),
    loadSharedItems(workspace, asked),
  ]);
  return groups.flatMap((group) =>
    group.padded.map((cell) => paddingRow(cell, group, shared.get(cell.mcell_ix))),
  );
}

function paddingRow(cell: ItemMeans, group: Group, shared: SharedItems | undefined): PaddingRow {
  const { none } = group;
  const own = delta(group, cell);
  const differ =
    none === null ? null : shared?.n_shared !== cell.n_items || shared.n_shared !== none.n_items;
  return {
    ...cellFields(cell),
    accuracy: cell.accuracy,
    delta: own,
    // Over other items than those of delta it would be another quantity's interval.
    delta_item_ci: differ === false ? tInterval(own, shared?.sd ?? null, cell.n_items) : null,
    n_items: cell.n_items,
    n_responses: cell.n_scored,
    item_sets_differ: differ,
    ...seriesFields(cell),
  };
}

export async function paddingEnvelope(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PaddingEnvelopeRow[]> {
  return (await loadGroups(workspace, bothSides(options))).flatMap((group) => {
    const first = group.padded[0];
    return first ? [envelopeRow(first, group)] : [];
  });
}

const known = (values: readonly (number | null)[]) => values.filter((v) => v !== null);
const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const meanOf = (values: readonly number[]) =>
  values.length === 0 ? null : sumOf(values) / values.length;
const minOf = (values: readonly number[]) => (values.length === 0 ? null : Math.min(...values));
const maxOf = (values: readonly number[]) => (values.length === 0 ? null : Math.max(...values));

function envelopeRow(first: ItemMeans, group: Group): PaddingEnvelopeRow {
  const { model, benchmark, environment, mode, condition, scorer, n_options } = first;
  const accuracies = known(group.padded.map((p) => p.accuracy));
  const deltas = known(group.padded.map((p) => delta(group, p)));
  const [low, high] = [minOf(deltas), maxOf(deltas)];
  const worst = worstByType(group);
  return {
    model,
    benchmark,
    environment,
    mode,
    condition,
    scorer,
    n_options,
    n_conditions: group.padded.length,
    n_items_none: group.none?.n_items ?? 0,
    n_responses_none: group.none?.n_scored ?? 0,
    n_responses: sumOf(group.padded.map((p) => p.n_scored)),
    acc_none: group.none?.accuracy ?? null,
    acc_min: minOf(accuracies),
    acc_mean: meanOf(accuracies),
    acc_max: maxOf(accuracies),
    delta_mean: meanOf(deltas),
    spread: low === null || high === null ? null : high - low,
    worst_type: lowestType(worst),
    worst_by_type: worst,
    ...seriesFields(first),
  };
}

/** The lowest delta of each padding type over its placements; null where none is defined. */
function worstByType(group: Group): Record<string, number | null> {
  const types = Map.groupBy(group.padded, (p) => p.padding.split(":")[0] ?? p.padding);
  return Object.fromEntries(
    [...types].map(([type, cells]) => [type, minOf(known(cells.map((c) => delta(group, c))))]),
  );
}

function lowestType(worst: Readonly<Record<string, number | null>>): string | null {
  const rounded = Object.entries(worst).flatMap(([type, value]) =>
    value === null ? [] : [{ type, value: Number(value.toFixed(DIGITS)) }],
  );
  rounded.sort((a, b) => a.value - b.value || (a.type < b.type ? -1 : 1));
  return rounded[0]?.type ?? null;
}
