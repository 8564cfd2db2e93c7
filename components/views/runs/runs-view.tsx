"use client";
import { useMemo, useState } from "react";
import { EmptyView } from "@/components/filters/empty-view";
import { useShortcuts } from "@/components/hooks/use-shortcuts";
import { useViewState } from "@/components/hooks/use-view-state";
import { Remark } from "@/components/ui/remark";
import { ViewFrame } from "@/components/ui/view-frame";
import { useFilters, useMetric, useRows } from "@/components/workspace/use-metric";
import { simulationAmong } from "@/lib/chart-models/model";
import { joined } from "@/lib/chart-models/sentences";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { outcomeParts, type OutcomePart } from "@/lib/rows/outcome-parts";
import { runList, type RunEntry } from "@/lib/rows/run-list";
import { filterSchema, type Filters } from "@/lib/view-state/filters";
import { useFigureExports } from "../shared/use-figure-exports";
import { RowPanel } from "../responses/row-panel";
import { OutcomeLegend } from "./outcome-bar";
import { RunDetail } from "./run-detail";
import { RunRow, RUN_GRID } from "./run-row";
import { runsTable } from "./runs-table";

const DEFINITIONS = [...METRICS.outcomes.definitions, ...METRICS.accuracy.definitions];
const SUBTITLE = joined([
  "outcomes add up to what was planned",
  "accuracy over scored rows, and over planned rows wherever the two differ",
  "95% Wilson intervals for fixed questions",
]);
const HEADINGS = ["run", "benchmark, scorer, kind, status", "outcomes", "accuracy", "valid rate"];

/** The filters that lead to the responses of one part of a run. */
function partFilters(filters: Filters, run: string, part: OutcomePart): Filters {
  return [
    ...filters.filter((filter) => filter.field !== "run" && filter.field !== "outcome"),
    filterSchema.parse({ field: "run", values: [run] }),
    filterSchema.parse({ field: "outcome", values: [part.outcome] }),
  ];
}

/** One row a run: what it is, what became of its rows, and everything its manifest says. */
export function RunsView() {
  const { state, update, hrefOfView } = useViewState();
  const { filters, ready } = useFilters();
  const [cursor, setCursor] = useState<number | null>(null);
  const runs = useRows(
    ["runs", "list", filters],
    (workspace, signal) => runList(workspace, filters, signal),
    ready,
  );
  const warnings = useMetric(METRICS.warnings, filters, {
    enabled: ready,
    later: true,
    trials: "cubes",
  });
  const entries = runs.rows;
  const opened = entries.find((entry) => entry.run.run_id === state.row) ?? null;
  const at = opened ? entries.indexOf(opened) : cursor;

  const open = (index: number) => {
    setCursor(index);
    update({ row: entries[index]?.run.run_id ?? null });
  };
  const close = () => update({ row: null });
  const move = (step: 1 | -1) =>
    update((now) => {
      // From the link as it is at this moment: keys come faster than views are drawn.
      const from = entries.findIndex((entry) => entry.run.run_id === now.row);
      const start = from >= 0 ? from : (cursor ?? -1);
      const next = entries[Math.max(0, start + step)];
      if (!next) return {};
      const index = entries.indexOf(next);
      setCursor(index);
      document.querySelector<HTMLElement>(`[data-row="${index}"] button`)?.focus();
      return now.row === null ? {} : { row: next.run.run_id };
    }, "replace");
  useShortcuts({ j: () => move(1), k: () => move(-1), Escape: close });

  const present = useMemo(
    () =>
      new Set(
        entries.flatMap((entry) =>
          outcomeParts(entry.outcomes, entry.accuracy)
            .filter((part) => part.count > 0)
            .map((part) => part.id),
        ),
      ),
    [entries],
  );
  const hrefOf = (entry: RunEntry) => (part: OutcomePart) =>
    hrefOfView("responses", {
      filters: partFilters(filters, entry.run.run_id, part),
      where:
        part.correct === null
          ? []
          : [{ kind: "one_of", column: "correct", values: [String(part.correct)] }],
    });
  const models = new Set(entries.map((entry) => entry.run.manifest.model.requested));

  const title = `${plural(entries.length, "run")} of ${plural(models.size, "model")}`;
  const simulated = simulationAmong(entries.map((entry) => entry.outcomes));
  const table = useMemo(() => runsTable(entries), [entries]);
  const parts = useMemo(() => [{ kind: "table" as const, table, sort: null, note: null }], [table]);
  const exports = useFigureExports({ title, subtitle: SUBTITLE, simulated, parts, table });

  return (
    <ViewFrame
      title={title}
      subtitle={SUBTITLE}
      definitions={DEFINITIONS}
      state={runs}
      loadingWhat="the list of runs"
      empty={<EmptyView />}
      exports={exports}
      simulated={simulated}
      notices={
        state.row !== null &&
        !opened && (
          <Remark>
            The run of this link is not among those shown: it may come from other data, or a filter
            leaves it out.
          </Remark>
        )
      }
    >
      <div className="flex items-start gap-3">
        <div className="@container min-w-0 flex-1 space-y-2">
          <OutcomeLegend present={present} />
          <div className="border-line bg-surface rounded border">
            <div
              aria-hidden
              className={`border-line-strong text-muted hidden border-b px-2 py-1 text-xs font-medium ${RUN_GRID}`}
            >
              {HEADINGS.map((heading) => (
                <span key={heading} className="last:text-right">
                  {heading}
                </span>
              ))}
            </div>
            <ul aria-label="Runs">
              {entries.map((entry, index) => (
                <RunRow
                  key={`${entry.run.source}/${entry.run.run_id}`}
                  entry={entry}
                  index={index}
                  open={entry === opened}
                  cursor={index === at}
                  onOpen={() => (entry === opened ? close() : open(index))}
                  hrefOf={hrefOf(entry)}
                />
              ))}
            </ul>
          </div>
        </div>
        {opened && (
          <RowPanel title={`Run ${opened.run.manifest.name}`} onClose={close}>
            <RunDetail
              entry={opened}
              all={entries}
              warnings={warnings}
              hrefOf={hrefOf(opened)}
              onClose={close}
            />
          </RowPanel>
        )}
      </div>
    </ViewFrame>
  );
}
