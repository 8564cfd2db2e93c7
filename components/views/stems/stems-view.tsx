"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { simulationAmong } from "@/lib/chart-models/model";
import { publishedTable } from "@/lib/chart-models/published-table";
import { withPublishedStems } from "@/lib/chart-models/published-stems";
import { runCells, runsBehind } from "@/lib/chart-models/scope";
import { joined, paddingText, sumOf } from "@/lib/chart-models/sentences";
import { elsewhereText, prepareStems, stemRuns, stemsTitle } from "@/lib/chart-models/stems";
import { pairedTable } from "@/lib/chart-models/paired-table";
import { stemsTable } from "@/lib/chart-models/stems-table";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { STEMS } from "@/lib/questions/stems";
import { PublishedBeside, publishedNamed } from "../shared/published-beside";
import { PublishedToggle } from "../shared/published-toggle";
import { useRunDrill } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";
import { NO_FLAGS } from "./no-flags";
import { StemList } from "./stem-list";
import { StemPairs } from "./stem-pairs";

const DEFINITIONS = METRICS.stems.definitions;
const PUBLISHED = [publishedNamed("p2_table4"), publishedNamed("p2_table5")];
const PUBLISHED_COLUMNS = PUBLISHED.flatMap((table) => publishedTable(table).columns);
/** Of the table of pairs below, which shares the sort of the link. */
const PAIR_COLUMNS = pairedTable([], "").columns.map(({ id }) => ({ id }));

/** Accuracy on unflagged and on flagged stems, the gap between them, and the stems themselves. */
export function StemsView() {
  const { state, update } = useViewState();
  const { sort, published } = state;
  const { styles, filters, leftOut, cells, ready: enabled } = useScope();
  const asked = useMetric(STEMS, filters, { enabled, leftOut });
  const runs = useMemo(() => stemRuns(asked.rows, styles), [asked.rows, styles]);
  const ofRuns = useMemo(() => runCells(cells.rows, asked.filters), [cells.rows, asked.filters]);
  const figure = useMemo(() => {
    const own = prepareStems(runs);
    return published ? withPublishedStems(own, runs, ofRuns, styles) : own;
  }, [runs, published, ofRuns, styles]);
  const table = useMemo(() => stemsTable(runs), [runs]);
  const select = useRunDrill(cells.rows, filters);
  const behind = useMemo(
    () =>
      runsBehind(
        runs.map(({ row }) => row),
        cells.rows,
      ),
    [runs, cells.rows],
  );
  const shown = new Set(runs.map(({ row }) => row.run_id));
  const without = new Set(asked.rows.flatMap(({ run_id }) => (shown.has(run_id) ? [] : [run_id])))
    .size;
  const title = stemsTitle(runs);
  const elsewhere = elsewhereText(runs);
  const subtitle = joined([
    "share of scored responses that are right",
    "intervals: 95%, Wilson for a side, Newcombe for the gap",
    plural(sumOf(runs.map(({ row }) => row.n_flagged + row.n_unflagged)), "response"),
    without > 0 ? `${plural(without, "run")} without a flag left out` : null,
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(runs);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const filtered = filters.some(({ field }) => field === "stem");
  const onSort = (next: typeof sort) => update({ sort: next });
  const beside =
    published &&
    PUBLISHED.map((table) => (
      <PublishedBeside key={table.id} table={table} sort={sort} onSort={onSort} />
    ));

  return (
    <ViewFrame
      title={title}
      subtitle={runs.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="accuracy by stem"
      empty={
        <>
          <EmptyView />
          {beside}
        </>
      }
      exports={runs.length > 0 ? exports : {}}
      simulated={simulated}
      controls={<PublishedToggle paper="P2" />}
      notices={
        <>
          <UnknownParts
            columns={[...table.columns, ...PAIR_COLUMNS, ...(published ? PUBLISHED_COLUMNS : [])]}
          />
          <p className="text-muted text-xs">
            {HINT}
            {elsewhere !== null && ` ${elsewhere}`}
            {filtered && " The filter of stems chooses stems in the list below; the gap has both."}
          </p>
          <Warnings filters={filters} enabled={enabled} runs={behind} />
        </>
      }
      table={
        runs.length > 0 ? (
          <>
            <DataTable leading table={table} sort={sort} onSort={onSort} onSelect={select} />
            <StemPairs filters={filters} enabled={enabled} onSelect={select} />
            {beside}
            <StemList filters={filters} enabled={enabled} onSelect={select} />
          </>
        ) : (
          beside
        )
      }
    >
      {runs.length > 0 ? (
        <FigureView figure={figure} onSelect={select} height={230} />
      ) : (
        <p className="text-muted text-sm">{NO_FLAGS}</p>
      )}
    </ViewFrame>
  );
}

const HINT =
  "The two sides are different questions, of different subjects: the gap describes, it does not explain. " +
  "Flags come from rules that look at words, or from the file; unflagged does not mean positive.";
