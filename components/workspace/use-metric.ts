"use client";
import {
  queryOptions,
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import type { MetricSource } from "@/lib/metrics/together";
import type { MetricOptions, Workspace } from "@/lib/metrics/workspace";
import { ITEM_FIELDS, type FilterField, type Filters } from "@/lib/view-state/filters";
import {
  knownValues,
  partKnown,
  partValues,
  type KnownFilters,
} from "@/lib/view-state/known-values";
import type { Engine } from "@/lib/engine/engine";
import type { OpenData } from "./types";
import type { RowsResult } from "./query-state";
import { answerOf, opened, rowsQuery, type AnsweredRows } from "./rows-query";
import { joinTrials, type WithLacking } from "./trial-rows";
import { useWorkspace } from "./use-workspace";

const NO_ROWS: readonly never[] = [];

/**
 * Rows of a workspace query. `key` names the question; the data version is added to it, so that a
 * dropped or removed file asks again. A superseded question is aborted, and its rows stay, marked
 * `refreshing`, until the new ones are there.
 * @param enabled false while what the question needs is not known yet: it then counts as loading.
 */
export function useRows<Row, const Key extends readonly unknown[]>(
  key: Key,
  ask: (workspace: Workspace, signal: AbortSignal) => Promise<readonly Row[]>,
  enabled = true,
): AnsweredRows<Row, Key> {
  const query = useQuery(rowsQuery(useWorkspace(), key, ask, enabled));
  return answerOf(query, key);
}

/** The values that the open data have: asked once for each version of them. */
const valuesQuery = (engine: Engine, version: number) =>
  queryOptions({
    queryKey: [version, "values"],
    queryFn: ({ signal }) => knownValues(engine, { signal }),
    gcTime: Infinity,
  });

/** The filters parted into what acts and what the open data do not know. */
function knownQuery(client: QueryClient, { workspace, version }: OpenData, filters: Filters) {
  return queryOptions({
    queryKey: [version, "known", filters],
    queryFn: async ({ signal }): Promise<KnownFilters> => {
      const { engine } = opened(workspace);
      const values = await client.query(valuesQuery(engine, version));
      return partKnown(engine, values, filters, { signal });
    },
  });
}

/** The values that the open data have, where they were asked for already. */
function useKnownValues(client: QueryClient, { workspace, version }: OpenData) {
  return workspace
    ? client.getQueryData(valuesQuery(workspace.engine, version).queryKey)
    : undefined;
}

const NO_FILTERS: Filters = [];

export interface FiltersInUse {
  /** The filters that act; those of the URL until the data are open. */
  readonly filters: Filters;
  /** Values of the URL that the open data do not have; they do not act. */
  readonly unknown: Filters;
  /** False until it is known which filters act. */
  readonly ready: boolean;
}

/** The filters of the URL, parted into what acts and what the open data do not know. */
export function useFilters(): FiltersInUse {
  const client = useQueryClient();
  const open = useWorkspace();
  const { filters } = useViewState().state;
  const values = useKnownValues(client, open);
  // Told at once where nothing has to be asked, so that a filter change costs no turn of its own.
  const told = useMemo(() => values && partValues(values, filters), [values, filters]);
  const known = useQuery({
    ...knownQuery(client, open, filters),
    enabled: open.workspace !== null && filters.length > 0 && !told,
    // For what is unknown alone: its notice must not blink while another filter changes.
    placeholderData: (previous) => previous,
  });
  if (filters.length === 0) return { filters, unknown: NO_FILTERS, ready: open.workspace !== null };
  if (told) return { ...told, ready: true };
  const ready = known.data !== undefined && !known.isPlaceholderData;
  return {
    filters: ready ? known.data.filters : filters,
    unknown: known.data?.unknown ?? NO_FILTERS,
    ready,
  };
}

/** Questions that wait for a view's own. */
const WAITING: ReadonlySet<unknown> = new Set(["later", "facets"]);
const isLeading = ({ queryKey }: Query): boolean => !WAITING.has(queryKey[1]);

const turn = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Resolves when no view waits for its rows: the engine answers one question after the other, and
 * what may come later lets the view go first.
 */
export async function viewAnswered(client: QueryClient, signal: AbortSignal): Promise<void> {
  const busy = () => client.isFetching({ predicate: isLeading }) > 0 && !signal.aborted;
  do {
    await settled(client, busy, signal);
    // A view asks on when it has drawn what it heard: that takes a turn, and its hooks another.
    await turn();
    await turn();
  } while (busy());
  signal.throwIfAborted();
}

function settled(client: QueryClient, busy: () => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (busy()) return;
      unsubscribe();
      signal.removeEventListener("abort", check);
      resolve();
    };
    const unsubscribe = client.getQueryCache().subscribe(check);
    signal.addEventListener("abort", check);
    check();
  });
}

/** Reads the values that filters are parted by, so that the first one costs no turn of its own. */
export async function readValues(client: QueryClient, { workspace, version }: OpenData) {
  if (workspace) await client.query(valuesQuery(workspace.engine, version));
}

interface MetricAsk extends Pick<MetricOptions, "trials"> {
  /** False while it is not known what to ask: it then counts as loading. */
  readonly enabled?: boolean;
  /** It stands below the chart: the chart's own rows go first. */
  readonly later?: boolean;
  /** Paddings that the filters leave out unasked: told beside the rows, and kept with them. */
  readonly leftOut?: readonly string[];
}

/** Rows of a metric with what was asked: a view speaks of these rows, not of those on their way. */
export interface MetricRows<Row> extends RowsResult<Row> {
  readonly filters: Filters;
  readonly leftOut: readonly string[];
}

/** Rows of a metric under filters; values that the open data do not have do not act. */
export function useMetric<Row>(
  metric: MetricSource<Row>,
  filters: Filters,
  { trials = "all", enabled = true, later = false, leftOut = NO_ROWS }: MetricAsk = {},
): MetricRows<Row> {
  const client = useQueryClient();
  const open = useWorkspace();
  // Without filters in the link there are none but those of the view, which go by its data.
  const linked = useViewState().state.filters.length > 0;
  const { asked, ...result } = useRows(
    [later ? "later" : "metric", metric.id, trials, filters, leftOut],
    async (workspace, signal) => {
      if (later) await viewAnswered(client, signal);
      const known = linked
        ? (await client.query(knownQuery(client, open, filters))).filters
        : filters;
      return metric.run(workspace, { filters: known, signal, trials });
    },
    enabled,
  );
  return { ...result, filters: asked[3], leftOut: asked[4] };
}

/** Filters under which compiled trial statistics may not do, so that rows have to be read. */
const SPLITTING: readonly FilterField[] = [...ITEM_FIELDS, "run"];

/**
 * Rows of a metric with trial statistics. Where filters may call for the responses, which can take
 * long to fetch, the rows come first without what only those tell (see `lacking`), then whole.
 */
export function useTrialMetric<Row>(
  metric: MetricSource<Row>,
  filters: Filters,
  ask: Omit<MetricAsk, "trials"> = {},
): WithLacking<MetricRows<Row>> {
  const split = filters.some(({ field }) => SPLITTING.includes(field));
  // Where nothing splits, both are one query: it is asked once, and the first has what was shown
  // last when a filter comes to split.
  const cubes = useMetric(metric, filters, { ...ask, trials: split ? "cubes" : "all" });
  const whole = useMetric(metric, filters, ask);
  return joinTrials(cubes, whole);
}
