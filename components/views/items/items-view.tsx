"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { dropPairs, dropText, itemCurves } from "@/lib/chart-models/items";
import { prepareItems, worstText } from "@/lib/chart-models/items-figure";
import { ITEM_ROWS, itemsTable, SECTION_SORT } from "@/lib/chart-models/items-table";
import { simulationAmong } from "@/lib/chart-models/model";
import { runsBehind } from "@/lib/chart-models/scope";
import { joined, paddingText, sumOf, titleOf } from "@/lib/chart-models/sentences";
import type { TableModel } from "@/lib/chart-models/table-model";
import { switchableItems } from "@/lib/chart-models/unknown-parts";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { Choice } from "../shared/choice";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useHidden } from "../shared/use-hidden";
import { useScope } from "../shared/use-scope";
import { PairChoice } from "../shared/pair-choice";
import { ScaleChoice } from "../shared/scale-choice";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";

const DEFINITIONS = METRICS.items.definitions;

/** Accuracy by item over N: which items break as options are added. */
export function ItemsView() {
  const { state, update } = useViewState();
  const { scale, hidden, sort, pair } = state;
  const { fixed, filters, leftOut, cells, ready: enabled } = useScope();
  const asked = useMetric(METRICS.items, filters, { enabled, leftOut });
  const { rows } = asked;
  const curves = useMemo(() => itemCurves(rows, fixed, pair), [rows, fixed, pair]);
  const pairs = useMemo(() => dropPairs(curves), [curves]);
  const figure = useMemo(() => prepareItems(curves, { scale, hidden }), [curves, scale, hidden]);
  const shown = useMemo(() => itemsTable(curves, sort, ITEM_ROWS), [curves, sort]);
  // The file has all rows; they are made when it is asked for.
  const whole = useMemo(
    (): TableModel => ({
      ...shown.table,
      get rows() {
        return itemsTable(curves, sort).table.rows;
      },
    }),
    [shown, curves, sort],
  );
  const select = useDrillDown(cells.rows);
  const toggle = useHidden();
  const switchable = useMemo(() => switchableItems(rows, state), [rows, state]);
  const runs = useMemo(() => runsBehind(rows, cells.rows), [rows, cells.rows]);

  const said = useMemo(() => curves.map(({ curve }) => curve), [curves]);
  const items = useMemo(
    () => new Set(curves.flatMap(({ lines }) => lines.map((line) => line.key))).size,
    [curves],
  );
  const drawn = figure.panels.length > 0;
  const title = titleOf(worstText(curves) ?? "Accuracy by item", said);
  const subtitle = joined([
    "accuracy of an item over its trials",
    ...(drawn
      ? [
          `drop: ${dropText(curves)}, averaged over the curves in view for the title and the choice of items`,
          "whiskers: 95% z interval over trials, not clipped",
        ]
      : []),
    plural(items, "item"),
    plural(sumOf(rows.map((row) => row.n)), "response"),
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(said);
  const parts = useMemo(
    () =>
      drawn
        ? [{ kind: "figure" as const, heading: null, figure }]
        : [{ kind: "table" as const, table: shown.table, sort, note: shown.shown }],
    [drawn, figure, shown, sort],
  );
  const exports = useFigureExports({ title, subtitle, simulated, parts, table: whole });
  const grouped = sort?.column === SECTION_SORT.column;

  return (
    <ViewFrame
      title={title}
      subtitle={rows.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="accuracy by item"
      empty={<EmptyView />}
      exports={exports}
      simulated={simulated}
      notices={
        <>
          <UnknownParts
            columns={[...shown.table.columns, { id: SECTION_SORT.column }]}
            pairs={pairs}
            pairsOf="drop"
            switchable={switchable}
          />
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
      controls={
        <>
          <ScaleChoice state={state} update={update} />
          {pairs.length > 0 && (
            <PairChoice
              rows={pairs}
              pair={pair}
              unchosen="widest of each"
              onChange={(next, how) => update({ pair: next }, how)}
            />
          )}
          <Choice
            label="Table"
            value={grouped ? "section" : "drop"}
            options={[
              { value: "drop", label: "By drop" },
              { value: "section", label: "By section" },
            ]}
            onChange={(next) => update({ sort: next === "section" ? SECTION_SORT : null })}
          />
        </>
      }
      table={
        <>
          <DataTable
            leading
            table={shown.table}
            sort={sort}
            onSort={(next) => update({ sort: next })}
            onSelect={select}
          />
          {shown.note !== null && <p className="text-muted mt-1 text-xs">{shown.note}</p>}
        </>
      }
    >
      {drawn ? (
        <FigureView figure={figure} onSelect={select} onToggle={toggle} height={230} />
      ) : (
        <p className="text-muted text-sm">{joined(figure.notes)}</p>
      )}
    </ViewFrame>
  );
}
