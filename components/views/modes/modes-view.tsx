"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { familySentence, HOLM_SENTENCE } from "@/lib/chart-models/family";
import { simulationAmong } from "@/lib/chart-models/model";
import { modeChanges, modeObstacles, modeRuns, modesFigure } from "@/lib/chart-models/modes";
import { modesTable } from "@/lib/chart-models/modes-table";
import { apartModeSentences } from "@/lib/chart-models/paired-sentences";
import { withPublishedModes } from "@/lib/chart-models/published-modes";
import { publishedTable } from "@/lib/chart-models/published-table";
import { cellsIn, runCells } from "@/lib/chart-models/scope";
import { joined, paddingText, rangeText } from "@/lib/chart-models/sentences";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { MODES } from "@/lib/questions/modes";
import { Obstacles } from "../shared/obstacles";
import { PublishedBeside, publishedNamed } from "../shared/published-beside";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";

const DEFINITIONS = METRICS.modes.definitions;
const PUBLISHED = publishedNamed("p2_table10");
const NOTHING = { pairs: [], apart: [] };

/** Direct against thinking runs of the same models on the same items. */
export function ModesView() {
  const { state, update } = useViewState();
  const { sort, published } = state;
  const { styles, filters, leftOut, cells, ready: enabled } = useScope();
  const asked = useMetric(MODES, filters, { enabled, leftOut });
  const { pairs, apart } = asked.rows[0] ?? NOTHING;
  const changes = useMemo(() => modeChanges(pairs, styles), [pairs, styles]);
  const ofRuns = useMemo(() => runCells(cells.rows, asked.filters), [cells.rows, asked.filters]);
  const figure = useMemo(() => {
    const own = modesFigure(changes);
    return own && published ? withPublishedModes(own, changes, ofRuns, styles) : own;
  }, [changes, published, ofRuns, styles]);
  const table = useMemo(() => modesTable(changes), [changes]);
  const runs = useMemo(() => modeRuns(changes), [changes]);
  const before = useMemo(
    () => [...modeObstacles(changes), ...apartModeSentences(apart)],
    [changes, apart],
  );
  const family = familySentence(changes.map(({ row }) => row.mcnemar_p));
  const select = useDrillDown(cells.rows);

  const title =
    changes.length === 0
      ? "Direct against thinking"
      : `Direct against thinking: ${plural(changes.length, "pair")} of runs, item by item`;
  const subtitle = joined([
    "accuracy in thinking mode less that in direct mode, percentage points",
    "intervals: 95% Wald of the paired change",
    rangeText(
      changes.map(({ row }) => row.n_shared),
      "shared item",
    ),
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(changes);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const onSort = (next: typeof sort) => update({ sort: next });
  const beside = published && <PublishedBeside table={PUBLISHED} sort={sort} onSort={onSort} />;
  const some = changes.length > 0;
  const none = (
    <>
      <EmptyView {...(cellsIn(cells.rows, filters).length > 0 && NO_PAIR)} />
      {beside}
    </>
  );

  return (
    <ViewFrame
      title={title}
      subtitle={some && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="pairs of modes"
      empty={none}
      exports={some ? exports : {}}
      simulated={simulated}
      controls={<PublishedToggle paper="P2" />}
      notices={
        <>
          <UnknownParts
            columns={[...table.columns, ...(published ? publishedTable(PUBLISHED).columns : [])]}
          />
          {family !== null && (
            <p className="text-muted text-xs">
              {family} {HOLM_SENTENCE}
            </p>
          )}
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
      table={
        some && (
          <>
            <DataTable leading table={table} sort={sort} onSort={onSort} onSelect={select} />
            {beside}
          </>
        )
      }
    >
      <Obstacles sentences={before} />
      {!some ? (
        none
      ) : figure ? (
        <FigureView figure={figure} onSelect={select} height={320} />
      ) : (
        <p className="text-muted text-sm">No pair of runs shares an item: there is no change.</p>
      )}
    </ViewFrame>
  );
}

const NO_PAIR = {
  headline: "No pair of modes in view",
  reason:
    "A pair is two fixed runs of one model under one condition, one of mode “direct” and one of mode “thinking”, that " +
    "agree in benchmark, prompt and scorer. An evaluation job asks in both where its modes name both; a file says " +
    "which in its column mode.",
};
