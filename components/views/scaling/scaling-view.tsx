"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { EmptyView } from "@/components/filters/empty-view";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { TrialNotice } from "@/components/workspace/trial-notice";
import { trialsLacking } from "@/components/workspace/trial-rows";
import { useTrialMetric } from "@/components/workspace/use-metric";
import { simulationOf } from "@/lib/chart-models/model";
import {
  fixedText,
  noCurveText,
  INTERVAL_NAMES,
  METRIC_TITLES,
  prepareScaling,
} from "@/lib/chart-models/scaling";
import {
  bubblePair,
  bubbleTable,
  scalingTable,
  shownBubbles,
} from "@/lib/chart-models/scaling-table";
import { publishedEnvironments, withPublishedRows } from "@/lib/chart-models/published";
import { publishedScalingRows } from "@/lib/chart-models/published-scaling";
import { runsBehind } from "@/lib/chart-models/scope";
import { joined, paddingText, rangeText, sumOf, titleOf } from "@/lib/chart-models/sentences";
import { switchableCurves } from "@/lib/chart-models/unknown-parts";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useHidden } from "../shared/use-hidden";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";
import { BubbleSection } from "./bubble-section";
import { ScalingControls } from "./scaling-controls";

const DEFINITIONS = [...METRICS.scaling.definitions, ...METRICS.bubble.definitions];

/** NA or accuracy against N: small multiples by environment, table, BI. */
export function ScalingView() {
  const { state, update } = useViewState();
  const { metric, scale, interval, hidden, pair, sort, published } = state;
  const { styles, fixed, filters, leftOut, cells, ready: enabled } = useScope();
  const scaling = useTrialMetric(METRICS.scaling, filters, { enabled, leftOut });
  const bubble = useTrialMetric(METRICS.bubble, filters, { enabled, later: true });
  const lacking = trialsLacking(scaling);
  const rows = useMemo(
    () => scaling.rows.filter((row) => !fixed.has(row.series_id)),
    [scaling.rows, fixed],
  );
  const figure = useMemo(
    () =>
      prepareScaling(scaling.rows, {
        ...{ metric, scale, interval, styles, fixed, hidden, published, lacking },
      }),
    [scaling.rows, metric, scale, interval, styles, fixed, hidden, published, lacking],
  );
  const table = useMemo(() => {
    const own = scalingTable(rows, interval, lacking);
    if (!published) return own;
    const environments = publishedEnvironments(rows.map((row) => row.environment));
    const counts = rows.map((row) => row.n_options);
    return withPublishedRows(own, publishedScalingRows(environments, counts));
  }, [rows, interval, published, lacking]);
  const bubbleLacking = trialsLacking(bubble);
  const shownPairs = useMemo(() => shownBubbles(bubble.rows, pair), [bubble.rows, pair]);
  const bubbles = useMemo(
    () => bubbleTable(shownPairs, bubbleLacking),
    [shownPairs, bubbleLacking],
  );
  const select = useDrillDown(cells.rows);
  const toggle = useHidden();
  const switchable = useMemo(() => switchableCurves(cells.rows), [cells.rows]);
  const runs = useMemo(() => runsBehind(rows, cells.rows), [rows, cells.rows]);

  const title = titleOf(`${METRIC_TITLES[metric]} against N`, rows);
  const drawn = rows.length > 0;
  const subtitle = joined([
    `mean over ${rangeText(
      rows.map((row) => row.n_items),
      "item",
    )}`,
    `band: ${INTERVAL_NAMES[interval]}`,
    plural(sumOf(rows.map((row) => row.n_responses)), "response"),
    paddingText(scaling.leftOut),
    fixedText(scaling.rows, fixed),
  ]);
  const simulated = simulationOf(figure);
  const parts = useMemo(() => [{ kind: "figure" as const, heading: null, figure }], [figure]);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const onSort = (next: typeof sort) => update({ sort: next });

  return (
    <ViewFrame
      title={title}
      subtitle={drawn && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([scaling, cells])}
      loadingWhat="accuracy by number of options"
      empty={<EmptyView />}
      exports={drawn ? exports : {}}
      simulated={simulated}
      notices={
        <>
          <UnknownParts
            columns={[...table.columns, ...bubbles.columns]}
            pairs={bubble.refreshing ? [] : bubble.rows}
            switchable={switchable}
          />
          <TrialNotice of={[scaling, bubble]} />
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
      controls={
        <>
          <ScalingControls state={state} update={update} />
          <PublishedToggle />
        </>
      }
      table={
        drawn && (
          <>
            <DataTable leading table={table} sort={sort} onSort={onSort} onSelect={select} />
            <BubbleSection
              bubble={bubble}
              table={bubbles}
              between={bubblePair(shownPairs)}
              pair={pair}
              onChange={(next, how) => update({ pair: next }, how)}
              sort={sort}
              onSort={onSort}
              onSelect={select}
            />
          </>
        )
      }
    >
      {drawn ? (
        <FigureView figure={figure} onSelect={select} onToggle={toggle} />
      ) : (
        <EmptyView
          headline="No curve against N"
          reason={joined([noCurveText(scaling.rows, fixed), ...figure.notes])}
        />
      )}
    </ViewFrame>
  );
}
