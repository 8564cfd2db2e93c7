"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { familySentence } from "@/lib/chart-models/family";
import { simulationAmong } from "@/lib/chart-models/model";
import { modelBoards, modelsMeasure, standingValues } from "@/lib/chart-models/models";
import { EXPENSE_WORDS, modelsFigure } from "@/lib/chart-models/models-figure";
import { modelsTable } from "@/lib/chart-models/models-table";
import { groupStarts } from "@/lib/chart-models/overview-table";
import { withPublishedModels } from "@/lib/chart-models/published-models";
import { publishedTable } from "@/lib/chart-models/published-table";
import { joined, paddingText, sumOf } from "@/lib/chart-models/sentences";
import { listOf, plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { modelsSource } from "@/lib/questions/models";
import { DIAGNOSTIC_SCORERS } from "@/lib/records/response";
import { Choice } from "../shared/choice";
import { PublishedBeside, publishedNamed } from "../shared/published-beside";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";

const DEFINITIONS = METRICS.accuracy.definitions;
const PUBLISHED = publishedNamed("p2_table9");
const EMPTY = { accuracy: [], paired: [], presented: [] };

const CHOICES = [
  { value: "seconds", label: "Seconds an item" },
  { value: "tokens", label: "Completion tokens" },
] as const;

/** One row a run of fixed questions: accuracy, and what it took. */
export function ModelsView() {
  const { state, update } = useViewState();
  const { sort, against, published } = state;
  const { styles, filters, leftOut, cells, ready: enabled } = useScope();
  const source = useMemo(() => modelsSource(cells.rows), [cells.rows]);
  const asked = useMetric(source, filters, { enabled, leftOut });
  const [answer = EMPTY] = asked.rows;
  const models = useMemo(
    () => modelBoards({ ...answer, diagnosticScorers: DIAGNOSTIC_SCORERS }),
    [answer],
  );
  const figure = useMemo(() => {
    const own = modelsFigure(models, styles, against);
    // Beside no run at all nothing is published: the paper's table stands alone.
    if (published && models.runs.size > 0) return withPublishedModels(own, models, styles, against);
    return own.panels.length > 0 ? own : null;
  }, [models, styles, against, published]);
  const table = useMemo(() => modelsTable(models), [models]);
  const separated = useMemo(() => groupStarts(models.boards), [models]);
  const family = useMemo(() => familySentence(standingValues(models.boards)), [models]);
  const runs = useMemo(() => [...models.runs.values()], [models]);
  const ids = useMemo(() => new Set(models.runs.keys()), [models]);
  const select = useDrillDown(cells.rows);

  const benchmarks = [...new Set(runs.map((run) => run.benchmark))].sort();
  const title =
    runs.length === 0
      ? "Accuracy of fixed runs, and what it took"
      : `Accuracy of ${plural(runs.length, "fixed run")} on ${listOf(benchmarks)}, and what it took`;
  const subtitle = joined([
    modelsMeasure(models),
    plural(sumOf(runs.map((run) => run.n)), "response"),
    models.repeated > 0 ? `${plural(models.repeated, "repeated run")} left out` : null,
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(runs);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const some = runs.length > 0;
  const hosts = new Set(runs.flatMap((run) => run.host_class ?? []));
  const onSort = (next: typeof sort) => update({ sort: next });
  const beside = published && <PublishedBeside table={PUBLISHED} sort={sort} onSort={onSort} />;
  const merged = mergeStates([asked, cells]);

  return (
    <ViewFrame
      title={title}
      subtitle={some && subtitle}
      definitions={DEFINITIONS}
      state={merged.status === "ready" && !some ? { ...merged, status: "empty" } : merged}
      loadingWhat="accuracy by run"
      empty={
        <>
          <EmptyView {...(models.repeated > 0 && NO_FIXED)} />
          {beside}
        </>
      }
      exports={some ? exports : {}}
      simulated={simulated}
      controls={
        <>
          <Choice
            label="Against"
            value={against}
            options={CHOICES}
            onChange={(next) => update({ against: next })}
          />
          <PublishedToggle paper="P2" />
        </>
      }
      notices={
        <>
          <UnknownParts
            columns={[...table.columns, ...(published ? publishedTable(PUBLISHED).columns : [])]}
          />
          <p className="text-muted text-xs">
            {STANDING_RULE} {family}
          </p>
          <p className="text-muted text-xs">
            {REASONING_RULE}
            {hosts.size > 1 &&
              " Local hosts and APIs are ranked apart: their times do not compare."}
          </p>
          <Warnings filters={filters} enabled={enabled} runs={ids} />
        </>
      }
      table={
        some && (
          <>
            <DataTable
              leading
              table={table}
              sort={sort}
              onSort={onSort}
              onSelect={select}
              separated={separated}
              maxHeight={1200}
            />
            {beside}
          </>
        )
      }
    >
      {figure ? (
        <FigureView figure={figure} onSelect={select} height={340} />
      ) : (
        <p className="text-muted text-sm">
          No run in view reports {EXPENSE_WORDS[against].lacking}: there is nothing to draw accuracy
          against.
        </p>
      )}
    </ViewFrame>
  );
}

const NO_FIXED = {
  headline: "No fixed run in view",
  reason:
    "A row here is a run that asks no item in several trials, or at several N, under one condition. The runs in view " +
    "do: Overview ranks them.",
};
const STANDING_RULE =
  "A line parts groups of near-ties. “Not distinguishable”: Wald’s 95% interval of the paired change against the " +
  "first of the group covers 0, or McNemar’s exact p is 0.05 or more, over the shared items that are the same " +
  "question; by NA where the two were asked at different N. Runs without a valid answer and diagnostic scorers " +
  "are not ranked.";
const REASONING_RULE =
  "Accuracy with and without reasoning observed is a description, not an effect: the two sides are different " +
  "questions, and a model may reason where it finds them hard.";
