"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { EmptyView } from "@/components/filters/empty-view";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { simulationOf } from "@/lib/chart-models/model";
import { preparePadding } from "@/lib/chart-models/padding";
import { neverPadded, paddedCounts, whyNonePadded } from "@/lib/chart-models/padding-groups";
import { spreadTable, worstTable } from "@/lib/chart-models/padding-table";
import { usableK } from "@/lib/chart-models/positions";
import { publishedEnvironments, withPublishedRows } from "@/lib/chart-models/published";
import { publishedSpreadRows } from "@/lib/chart-models/published-padding";
import { runsBehind, usableN } from "@/lib/chart-models/scope";
import { joined, rangeText, sumOf, titleOf } from "@/lib/chart-models/sentences";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { PADDING } from "@/lib/questions/padding";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";
import { Mechanism } from "./mechanism";
import { PaddingControls } from "./padding-controls";

const EMPTY = { envelope: [], padding: [] };
const DEFINITIONS = [
  ...METRICS.padding_envelope.definitions,
  ...METRICS.padding.definitions,
  ...METRICS.scaling.definitions,
  ...METRICS.bubble.definitions,
  ...METRICS.positions.definitions,
];

/** What irrelevant text does: envelopes, spread, worst padding, two paddings side by side. */
export function PaddingView() {
  const { state, update } = useViewState();
  const { scale, sort, published, paddings } = state;
  const { styles, fixed, filters, cells, ready: enabled } = useScope("compared");
  const asked = useMetric(PADDING, filters, { enabled });
  const rows = useMemo(() => {
    const { envelope, padding } = asked.rows[0] ?? EMPTY;
    return {
      envelope: envelope.filter((row) => !fixed.has(row.series_id)),
      padding: padding.filter((row) => !fixed.has(row.series_id)),
    };
  }, [asked.rows, fixed]);
  const counts = useMemo(() => paddedCounts(rows.padding, fixed), [rows, fixed]);
  const n = usableN(counts, state.n);
  const figure = useMemo(
    () => preparePadding(rows.envelope, rows.padding, { scale, styles, n: n ?? 2 }),
    [rows, scale, styles, n],
  );
  const spread = useMemo(() => {
    const own = spreadTable(rows.envelope, rows.padding);
    if (!published) return own;
    const environments = publishedEnvironments(rows.padding.map((row) => row.environment));
    return withPublishedRows(own, publishedSpreadRows(environments));
  }, [rows, published]);
  const worst = useMemo(() => worstTable(rows.envelope, rows.padding, n ?? 2), [rows, n]);
  const select = useDrillDown(cells.rows);
  const runs = useMemo(() => runsBehind(rows.padding, cells.rows), [rows, cells.rows]);
  const left = useMemo(
    () => neverPadded(cells.rows, asked.filters, rows.padding),
    [cells.rows, asked.filters, rows],
  );

  const title = titleOf("Accuracy with and without padding", rows.padding);
  const drawn = rows.envelope.length > 0;
  const subtitle = joined([
    `mean over ${rangeText(
      rows.padding.map((row) => row.n_items),
      "item",
    )}`,
    "solid: no padding",
    "dashed: mean over the padded conditions",
    "band: their lowest to highest, a range and no interval",
    plural(sumOf(rows.envelope.map((row) => row.n_responses + row.n_responses_none)), "response"),
    left.length > 0 ? `${plural(left.length, "model")} without padding left out` : null,
  ]);
  const simulated = simulationOf(figure);
  const parts = useMemo(() => [{ kind: "figure" as const, heading: null, figure }], [figure]);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table: spread });
  const why = whyNonePadded(cells.rows, asked.filters, fixed);
  const empty = <EmptyView headline={why === null ? null : "Nothing with padding"} reason={why} />;
  const onSort = (next: typeof sort) => update({ sort: next });

  return (
    <ViewFrame
      title={title}
      subtitle={drawn && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="accuracy by padding"
      empty={empty}
      exports={drawn ? exports : {}}
      simulated={simulated}
      notices={
        <>
          <UnknownParts
            columns={[...spread.columns, ...worst.columns]}
            counts={counts}
            n={n}
            {...(n !== null && { k: usableK(state.k, n) })}
          />
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
      controls={
        <>
          <PaddingControls state={state} update={update} counts={counts} n={n} />
          <PublishedToggle />
        </>
      }
      papers={{ filters, paddings, n }}
      table={
        drawn &&
        n !== null && (
          <>
            <DataTable leading table={spread} sort={sort} onSort={onSort} onSelect={select} />
            <div className="mt-6 flex flex-wrap items-center gap-x-4">
              <h2 className="text-sm font-semibold">
                Change of accuracy by type and placement, N={n}
              </h2>
              <TableCsv table={worst} />
            </div>
            <p className="text-muted mb-2 text-xs">
              Padded less unpadded accuracy with its 95% t interval over items, paired. ▼ the lowest
              of the row, ▽ the lower placement of each other type.
            </p>
            <DataTable table={worst} sort={sort} onSort={onSort} onSelect={select} />
            <Mechanism
              filters={filters}
              fixed={fixed}
              enabled={enabled}
              n={state.n}
              onSelect={select}
            />
          </>
        )
      }
    >
      {drawn ? <FigureView figure={figure} onSelect={select} height={200} /> : empty}
    </ViewFrame>
  );
}
