"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import {
  calibrationRuns,
  calibrationTable,
  prepareCalibration,
  sampleTable,
  sampleText,
} from "@/lib/chart-models/calibration";
import { simulationAmong } from "@/lib/chart-models/model";
import {
  withPublishedCalibration,
  withPublishedSamples,
} from "@/lib/chart-models/published-calibration";
import { onlyRepeated, repeatedLeftOut, runCells, runsBehind } from "@/lib/chart-models/scope";
import { joined, paddingText, sumOf } from "@/lib/chart-models/sentences";
import { plural } from "@/lib/format/number";
import { DEFINITIONS } from "@/lib/metrics/definitions";
import { METRICS } from "@/lib/metrics/registry";
import { calibrationOf } from "@/lib/metrics/sections/calibration";
import { MAX_SAMPLE, MAX_SEED } from "@/lib/view-state/state";
import { UnknownParts } from "../shared/unknown-parts";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown, useRunDrill } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { Warnings } from "../shared/warnings";
import { SampleList } from "./sample-list";
import { WholeNumber } from "./whole-number";

const EXPLAINED = [...METRICS.calibration.definitions, DEFINITIONS.wilson];
/** Nothing is paired here. */
const OF_PAIRS = ["paired_by_id"];
const EMPTY = { runs: [], samples: [] };

/** Fixed runs with and without a sample that seed and size alone determine. */
export function CalibrationView() {
  const { state, update } = useViewState();
  const { sort, published, seed, sample: size } = state;
  const { styles, filters, leftOut, cells, ready: enabled } = useScope();
  const source = useMemo(() => calibrationOf({ seed, size }), [seed, size]);
  const asked = useMetric(source, filters, { enabled, leftOut });
  const { runs: rows, samples } = asked.rows[0] ?? EMPTY;
  const runs = useMemo(() => calibrationRuns(rows, styles), [rows, styles]);
  const ofRuns = useMemo(() => runCells(cells.rows, asked.filters), [cells.rows, asked.filters]);
  const figure = useMemo(() => {
    const own = prepareCalibration(runs);
    const given = { sample: { seed, size }, cells: ofRuns, styles };
    return published ? withPublishedCalibration(own, runs, given) : own;
  }, [runs, published, seed, size, ofRuns, styles]);
  const table = useMemo(() => {
    const own = calibrationTable(runs);
    return published ? withPublishedSamples(own, { seed, size }) : own;
  }, [runs, published, seed, size]);
  const items = useMemo(() => sampleTable(samples), [samples]);
  const drill = useDrillDown(cells.rows);
  const select = useRunDrill(cells.rows, filters);
  const behind = useMemo(() => runsBehind(rows, cells.rows), [rows, cells.rows]);
  const without = repeatedLeftOut(cells.rows, asked.filters, rows);
  const title =
    rows.length === 0
      ? "Accuracy without the calibration sample"
      : `Accuracy with and without a sample of ${sampleText(samples)}: ${plural(rows.length, "run")}`;
  const subtitle = joined([
    `the first ${plural(size, "item")} by SHA-256 under seed ${seed}`,
    "share of scored responses that are right",
    "intervals: 95%, Wilson for an accuracy, Newcombe for sample less rest",
    plural(sumOf(rows.map(({ n }) => n)), "response"),
    without > 0 ? `${plural(without, "run")} that ask a question several times left out` : null,
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(runs);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const columns = useMemo(() => [...table.columns, ...items.columns], [table, items]);
  const repeated = onlyRepeated(cells.rows, filters);
  const onSort = (next: typeof sort) => update({ sort: next });

  return (
    <ViewFrame
      title={title}
      subtitle={rows.length > 0 && subtitle}
      definitions={EXPLAINED}
      state={mergeStates([asked, cells])}
      loadingWhat="the sample"
      empty={
        <EmptyView
          headline={repeated ? "No run in view asks each question once" : null}
          reason={repeated && NONE}
        />
      }
      exports={exports}
      simulated={simulated}
      controls={
        <>
          <WholeNumber
            label="Seed"
            value={seed}
            min={0}
            max={MAX_SEED}
            onChange={(next) => update({ seed: next })}
          />
          <WholeNumber
            label="Items n"
            value={size}
            min={1}
            max={MAX_SAMPLE}
            onChange={(next) => update({ sample: next })}
          />
          <PublishedToggle paper="P2" />
        </>
      }
      notices={
        <>
          <UnknownParts columns={columns} />
          <p className="text-muted text-xs">{HINT}</p>
          <Warnings filters={filters} enabled={enabled} runs={behind} without={OF_PAIRS} />
        </>
      }
      table={
        <>
          <DataTable leading table={table} sort={sort} onSort={onSort} onSelect={select} />
          <SampleList table={items} sort={sort} onSort={onSort} onSelect={drill} />
        </>
      }
    >
      <FigureView figure={figure} onSelect={select} height={230} />
    </ViewFrame>
  );
}

const HINT =
  "A protocol that was tried on some questions may suit them. Taking these away shows how much of a result rests on " +
  "them, not what was decided with them. The sample is drawn from all items of the benchmark that runs of the open data " +
  "were asked once each, whatever the filters. P2 drew its 100 (seed 42) from an earlier snapshot of 7,634 questions: on " +
  "other ids the same rule gives others.";
const NONE =
  "This view is about questions that were asked once each, such as MMLU-Pro’s. Trials of the same items have no " +
  "sample to be left out.";
