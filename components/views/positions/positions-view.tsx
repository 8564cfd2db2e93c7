"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { Legend } from "@/components/charts/legend";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { Following } from "@/components/ui/following";
import { EmptyView } from "@/components/filters/empty-view";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { prepareGold } from "@/lib/chart-models/gold";
import { simulationOf, type FigureModel } from "@/lib/chart-models/model";
import { prepareDeciles } from "@/lib/chart-models/deciles";
import { prepareCdf, prepareDensity, usableK } from "@/lib/chart-models/positions";
import { positionsTable } from "@/lib/chart-models/positions-table";
import { publishedEnvironments, withPublishedRows } from "@/lib/chart-models/published";
import { PUBLISHED_N, publishedPositionsRows } from "@/lib/chart-models/published-positions";
import { onlyN, runsBehind } from "@/lib/chart-models/scope";
import { splitTable } from "@/lib/chart-models/hard-split";
import { joined, paddingText, sumOf, titleOf } from "@/lib/chart-models/sentences";
import { switchableCurves } from "@/lib/chart-models/unknown-parts";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { POSITIONS, positionsScope } from "@/lib/questions/positions";
import type { Select } from "@/lib/chart-models/series";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useHidden } from "../shared/use-hidden";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";
import { SplitSection } from "./split-section";
import { PositionsControls } from "./positions-controls";

const DEFINITIONS = METRICS.positions.definitions;
const EMPTY = { distribution: [], positions: [], bins: [], sizes: [] };

/** Where answers fall at one N: CDF, density, gold, accuracy by decile, diagnostics. */
export function PositionsView() {
  const { state, update } = useViewState();
  const { hidden, sort, published } = state;
  const scope = useScope();
  const { styles, fixed, leftOut, cells, ready: enabled } = scope;
  // The N that is asked for; what is drawn is at the N of the rows that are there.
  const { counts, wanted, filters } = useMemo(
    () => positionsScope(cells.rows, scope.filters, state.n),
    [cells.rows, scope.filters, state.n],
  );
  const asked = useMetric(POSITIONS, filters, { enabled, leftOut });
  const { distribution: rows, positions, bins, sizes } = asked.rows[0] ?? EMPTY;
  const n = onlyN(asked.filters);
  const size = n ?? 2;
  const k = usableK(state.k, size);
  const cdf = useMemo(
    () => prepareCdf(rows, size, k, { styles, hidden }),
    [rows, size, k, styles, hidden],
  );
  const density = useMemo(
    () => prepareDensity(rows, size, { styles, hidden }),
    [rows, size, styles, hidden],
  );
  const deciles = useMemo(
    () => prepareDeciles(bins, positions, { styles, hidden }),
    [bins, positions, styles, hidden],
  );
  const gold = useMemo(() => prepareGold(rows, size, sizes, fixed), [rows, size, sizes, fixed]);
  const table = useMemo(() => {
    const own = positionsTable(positions, rows, sizes, k);
    if (!published) return own;
    const environments = publishedEnvironments(positions.map((row) => row.environment));
    return withPublishedRows(own, publishedPositionsRows(environments, size, k));
  }, [positions, rows, sizes, size, k, published]);
  const select = useDrillDown(cells.rows);
  const onSort = (next: typeof sort) => update({ sort: next });
  const toggle = useHidden();
  const switchable = useMemo(() => switchableCurves(cells.rows), [cells.rows]);
  const runs = useMemo(() => runsBehind(positions, cells.rows), [positions, cells.rows]);

  const title = titleOf(
    n === null ? "Where answers fall" : `Where answers fall at N=${n}`,
    positions,
  );
  const subtitle = joined([
    "pooled over items and trials, valid responses alone",
    "gold over all scored rows",
    plural(sumOf(positions.map((row) => row.n_valid)), "valid response"),
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationOf(cdf);
  const parts = useMemo(
    () =>
      [
        figurePart(HEADINGS.cdf, cdf),
        figurePart(HEADINGS.density, density),
        figurePart(HEADINGS.deciles, deciles),
        figurePart(HEADINGS.gold, gold),
      ] as const,
    [cdf, density, deciles, gold],
  );
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });

  return (
    <ViewFrame
      title={title}
      subtitle={positions.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="positions of answers"
      empty={<EmptyView />}
      exports={exports}
      simulated={simulated}
      notices={
        <>
          <UnknownParts
            columns={[...table.columns, ...(state.split ? splitTable([], k).columns : [])]}
            counts={counts}
            n={n}
            k={k}
            switchable={switchable}
          />
          <Warnings
            filters={filters}
            enabled={enabled}
            runs={runs}
            without={["gold_not_uniform"]}
          />
        </>
      }
      controls={
        wanted !== null && (
          <>
            <PositionsControls
              counts={counts}
              n={wanted}
              k={usableK(state.k, wanted)}
              split={state.split}
              update={update}
            />
            <PublishedToggle hint={published && wanted !== PUBLISHED_N ? HINT : undefined} />
          </>
        )
      }
      table={
        <>
          <DataTable leading table={table} sort={sort} onSort={onSort} onSelect={select} />
          {state.split && (
            <div className="mt-4">
              <SplitSection
                {...{ filters, enabled, k: state.k, styles, sort, onSort }}
                onSelect={select}
              />
            </div>
          )}
        </>
      }
    >
      <div className="mb-3">
        <Legend figure={cdf} onToggle={toggle} />
      </div>
      <PositionsFigure {...parts[0]} height={280} onSelect={select} />
      <Following className="mt-6 space-y-6">
        {parts.slice(1).map((part) => (
          <PositionsFigure
            key={part.heading}
            {...part}
            legend={part.figure === density}
            height={200}
            onSelect={select}
          />
        ))}
      </Following>
    </ViewFrame>
  );
}

const HINT = `The paper prints diagnostics at N=${PUBLISHED_N} alone.`;

const HEADINGS = {
  cdf: "Response positions, cumulative, against gold",
  density: "Response positions, share at each",
  deciles: "Accuracy by decile of the gold position",
  gold: "Gold positions",
} as const;

const figurePart = (heading: string, figure: FigureModel) => ({
  kind: "figure" as const,
  heading,
  figure,
});

interface PositionsFigureProps {
  readonly heading: string;
  readonly figure: FigureModel;
  readonly height: number;
  readonly legend?: boolean;
  readonly onSelect: (select: Select) => void;
}

function PositionsFigure({ heading, legend = false, ...figure }: PositionsFigureProps) {
  return (
    <section aria-label={heading}>
      <h2 className="mb-1 text-sm font-semibold">{heading}</h2>
      <FigureView {...figure} legend={legend} />
    </section>
  );
}
