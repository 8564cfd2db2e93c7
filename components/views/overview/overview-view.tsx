"use client";
import { useMemo } from "react";
import { Sparkline } from "@/components/charts/sparkline";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { EmptyView } from "@/components/filters/empty-view";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { TrialNotice } from "@/components/workspace/trial-notice";
import { trialsLacking } from "@/components/workspace/trial-rows";
import { useTrialMetric } from "@/components/workspace/use-metric";
import { simulationAmong } from "@/lib/chart-models/model";
import { prepareOverview } from "@/lib/chart-models/overview";
import { groupStarts, overviewTable } from "@/lib/chart-models/overview-table";
import { NEUTRAL_STYLE, styleOf } from "@/lib/chart-models/palette";
import { publishedModel, withPublishedOverview } from "@/lib/chart-models/published-overview";
import { publishedStyles } from "@/lib/chart-models/published";
import { runsBehind } from "@/lib/chart-models/scope";
import { joined, modelsText, paddingText, sumOf } from "@/lib/chart-models/sentences";
import type { Spark, TableRow } from "@/lib/chart-models/table-model";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { boardSource } from "@/lib/questions/overview";
import { DIAGNOSTIC_SCORERS } from "@/lib/records/response";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";

const DEFINITIONS = [
  ...METRICS.scaling.definitions,
  ...METRICS.bubble.definitions,
  ...METRICS.accuracy.definitions,
];

const EMPTY = { scaling: [], bubble: [], accuracy: [], items: [], paired: [], presented: [] };

/** The leader table: one row a model and environment, near-ties grouped. */
export function OverviewView() {
  const { state, update } = useViewState();
  const { styles, fixed, filters, leftOut, cells, ready: enabled } = useScope();
  const source = useMemo(() => boardSource(cells.rows), [cells.rows]);
  const asked = useTrialMetric(source, filters, { enabled, leftOut });
  const board = asked.rows[0] ?? EMPTY;

  const boards = useMemo(
    () => prepareOverview({ ...board, fixed, diagnosticScorers: DIAGNOSTIC_SCORERS }),
    [board, fixed],
  );
  const { published } = state;
  const lacking = trialsLacking(asked);
  const table = useMemo(() => {
    const own = overviewTable(boards, lacking);
    return published ? withPublishedOverview(own, boards) : own;
  }, [boards, published, lacking]);
  const separated = useMemo(() => groupStarts(boards), [boards]);
  const select = useDrillDown(cells.rows);
  const runs = useMemo(() => runsBehind(board.accuracy, cells.rows), [board, cells.rows]);

  const rows = useMemo(() => boards.flatMap((board) => board.rows), [boards]);
  const title = `${rows.length > 0 ? modelsText(board.scaling) : "Models"} by NA at the highest N`;
  const subtitle = joined([
    "unweighted mean over items",
    "intervals: 95% t over items, Wilson for fixed questions",
    plural(sumOf(rows.map((row) => row.responses)), "response"),
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(rows);
  const parts = useMemo(
    () => [{ kind: "table" as const, table, sort: state.sort, note: null }],
    [table, state.sort],
  );
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const renderers = useMemo(() => {
    const own = new Map(rows.map((row) => [row.id, styleOf(styles, row.model)]));
    const printed = publishedStyles(styles);
    const styleOfRow = (row: TableRow) =>
      own.get(row.id) ?? printed.get(publishedModel(row.id)) ?? NEUTRAL_STYLE;
    return {
      spark: (row: TableRow) => (
        <Sparkline points={(row.cells.spark?.value ?? []) as Spark} style={styleOfRow(row)} />
      ),
    };
  }, [rows, styles]);

  return (
    <ViewFrame
      title={title}
      subtitle={rows.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="the leader table"
      empty={<EmptyView />}
      exports={exports}
      simulated={simulated}
      controls={<PublishedToggle />}
      notices={
        <>
          <UnknownParts columns={table.columns} />
          <TrialNotice of={[asked]} />
          <p className="text-muted text-xs">{TIE_RULE}</p>
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
    >
      <DataTable
        table={table}
        sort={state.sort}
        onSort={(sort) => update({ sort })}
        onSelect={select}
        renderers={renderers}
        separated={separated}
        leading
        maxHeight={1600}
      />
    </ViewFrame>
  );
}

const TIE_RULE =
  "A line parts groups of near-ties. “Not distinguishable”: the 95% t interval of the difference of item means, " +
  "over the items that both share, covers 0 against the first of the group (not against each other). Fixed " +
  "questions: Wald’s 95% interval of the paired change covers 0, or McNemar’s exact p is 0.05 or more, over the " +
  "shared items that are the same question; where the two were asked at different N, the 95% t interval of the " +
  "difference of NA, each item corrected for its N, covers 0. Without shared items, overlapping intervals at the " +
  "same N, which is weaker and no test.";
