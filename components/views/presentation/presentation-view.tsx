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
import { preparePresentation, presentationRuns } from "@/lib/chart-models/presentation";
import { presentationTable } from "@/lib/chart-models/presentation-table";
import {
  withPublishedPresentation,
  withPublishedRanges,
} from "@/lib/chart-models/published-presentation";
import { onlyRepeated, runsBehind, repeatedLeftOut } from "@/lib/chart-models/scope";
import { joined, paddingText, sumOf, titleOf } from "@/lib/chart-models/sentences";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { PRESENTED } from "@/lib/metrics/sections/presentation";
import { PublishedToggle } from "../shared/published-toggle";
import { UnknownParts } from "../shared/unknown-parts";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { Warnings } from "../shared/warnings";

const DEFINITIONS = METRICS.presentation.definitions;

/** Accuracy by the position of the key, and what position, length and origin of answers say. */
export function PresentationView() {
  const { state, update } = useViewState();
  const { sort, published } = state;
  const { styles, filters, leftOut, cells, ready: enabled } = useScope();
  const asked = useMetric(PRESENTED, filters, { enabled, leftOut });
  const runs = useMemo(() => presentationRuns(asked.rows, styles), [asked.rows, styles]);
  const figure = useMemo(() => {
    const own = preparePresentation(runs);
    return published ? withPublishedRanges(own, runs, styles) : own;
  }, [runs, published, styles]);
  const table = useMemo(() => {
    const own = presentationTable(runs);
    return published ? withPublishedPresentation(own) : own;
  }, [runs, published]);
  const select = useDrillDown(cells.rows);
  const rows = useMemo(() => runs.map(({ row }) => row), [runs]);
  const behind = useMemo(() => runsBehind(rows, cells.rows), [rows, cells.rows]);
  const without = repeatedLeftOut(cells.rows, asked.filters, rows);
  const title = titleOf("Accuracy by the position of the key", rows);
  const subtitle = joined([
    "share of scored responses that are right, over the questions whose key stands there",
    "intervals: 95% Wilson where each question was asked once",
    "dashed: least squares",
    plural(runs.length, "presentation"),
    plural(sumOf(rows.map(({ n }) => n)), "response"),
    without > 0 ? `${plural(without, "run")} that ask a question several times left out` : null,
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(runs);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const repeated = onlyRepeated(cells.rows, filters);

  return (
    <ViewFrame
      title={title}
      subtitle={runs.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="accuracy by the position of the key"
      empty={
        <EmptyView
          headline={repeated ? "No run in view asks each question once" : null}
          reason={repeated && NONE}
        />
      }
      exports={exports}
      simulated={simulated}
      controls={<PublishedToggle paper="P2" />}
      notices={
        <>
          <UnknownParts columns={table.columns} />
          <p className="text-muted text-xs">{HINT}</p>
          <Warnings filters={filters} enabled={enabled} runs={behind} />
        </>
      }
      table={
        <DataTable
          leading
          table={table}
          sort={sort}
          onSort={(next) => update({ sort: next })}
          onSelect={select}
        />
      }
    >
      <FigureView figure={figure} onSelect={select} height={230} />
    </ViewFrame>
  );
}

const HINT =
  "Other questions stand at each position: a slope describes, and moving a key need not change anything. Lengths, " +
  "origins and orders are known where the records hold the options as each condition showed them, and their origins.";
const NONE =
  "This view is about questions that were asked once each, such as MMLU-Pro’s or those with five and with ten " +
  "options. Where items are asked in many trials, Positions shows where answers fall.";
