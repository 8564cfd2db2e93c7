"use client";
import { useMemo } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { EmptyView } from "@/components/filters/empty-view";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { Following } from "@/components/ui/following";
import { ViewFrame } from "@/components/ui/view-frame";
import { isBehind, mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { FIGURE_K, paddingN, positionsPlace, unpublishedNote } from "@/lib/chart-models/figures";
import { naTable, paddingBesideTable, primacyTable } from "@/lib/chart-models/figures-tables";
import { simulationOf, type FigureModel } from "@/lib/chart-models/model";
import { preparePadding } from "@/lib/chart-models/padding";
import { prepareCdf, usableK } from "@/lib/chart-models/positions";
import { fixedText, prepareScaling } from "@/lib/chart-models/scaling";
import { PUBLISHED_N } from "@/lib/chart-models/published-positions";
import { runsBehind } from "@/lib/chart-models/scope";
import { joined, rangeText, sumOf, titleOf } from "@/lib/chart-models/sentences";
import { fieldText } from "@/lib/chart-models/series";
import { switchableCurves } from "@/lib/chart-models/unknown-parts";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { FIRST_FIGURE, otherFigures } from "@/lib/questions/figures";
import { P1_SOURCE } from "@/lib/reference/papers";
import { ScaleChoice } from "../shared/scale-choice";
import { UnknownParts } from "../shared/unknown-parts";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useHidden } from "../shared/use-hidden";
import { useScope } from "../shared/use-scope";
import { Warnings } from "../shared/warnings";
import { PaperFigure } from "./paper-figure";

const DEFINITIONS = [
  ...METRICS.scaling.definitions,
  ...METRICS.padding_envelope.definitions,
  ...METRICS.padding.definitions,
  ...METRICS.positions.definitions,
];
const EMPTY = { envelope: [], padding: [], distribution: [], positions: [] };
const NO_SCALING = "No item in view was asked without padding at two N.";
const NO_PADDED = "No model in view was asked with padding.";
const NO_REPEATED = "No model in view was asked an item at two N or in two trials.";
const NO_POSITIONS = "No model in view was asked repeatedly without padding.";

/** P1's Figures 1, 2 and 3 from the records in view, published values beside. */
export function FiguresView() {
  const { state, update } = useViewState();
  const { scale, hidden, sort } = state;
  const { styles, fixed, filters, cells, ready: enabled } = useScope("compared");
  const place = useMemo(() => positionsPlace(cells.rows, filters), [cells.rows, filters]);
  const first = useMetric(FIRST_FIGURE, filters, { enabled, trials: "cubes" });
  const source = useMemo(() => otherFigures(place), [place]);
  const others = useMetric(source, filters, { enabled, later: true });
  // What stands below is drawn later: until then nothing is said of it, and no file holds it.
  const told = others.status === "ready" || others.status === "empty";
  const scaling = useMemo(() => drawable(first.rows[0]?.scaling ?? [], fixed), [first.rows, fixed]);
  const rows = useMemo(() => {
    const { envelope, padding, distribution, positions } = others.rows[0] ?? EMPTY;
    return {
      envelope: drawable(envelope, fixed),
      padding: drawable(padding, fixed),
      distribution: drawable(distribution, fixed),
      positions: drawable(positions, fixed),
    };
  }, [others.rows, fixed]);
  const n = paddingN(rows.padding.map((row) => row.n_options));
  const size = place?.n ?? 2;
  const k = usableK(FIGURE_K, size);
  const na = useMemo(
    () =>
      prepareScaling(scaling, {
        metric: "na",
        interval: "iqr",
        published: true,
        ...{ scale, styles, fixed, hidden },
      }),
    [scaling, scale, styles, fixed, hidden],
  );
  const padding = useMemo(
    () => preparePadding(rows.envelope, rows.padding, { scale, styles, n }),
    [rows, scale, styles, n],
  );
  const cdf = useMemo(
    () => prepareCdf(rows.distribution, size, k, { styles, hidden }),
    [rows, size, k, styles, hidden],
  );
  const values = useMemo(() => naTable(scaling), [scaling]);
  const tables = useMemo(
    () => ({
      padding: paddingBesideTable(rows.envelope, rows.padding, n),
      primacy: primacyTable(rows.positions, rows.distribution, size, k),
    }),
    [rows, n, size, k],
  );
  const select = useDrillDown(cells.rows);
  const toggle = useHidden();
  const switchable = useMemo(() => switchableCurves(cells.rows), [cells.rows]);
  const runs = useMemo(
    () => runsBehind([...scaling, ...rows.padding, ...rows.positions], cells.rows),
    [scaling, rows, cells.rows],
  );

  const drawn = scaling.length + rows.envelope.length + rows.distribution.length > 0;
  const title = titleOf("Figures 1 to 3 of P1 from these records", scaling);
  const unpublished = unpublishedNote(scaling.map((row) => row.environment));
  const beside = (text: string) => (unpublished === null ? text : "");
  const subtitle = joined([
    `mean over ${rangeText(
      scaling.map((row) => row.n_items),
      "item",
    )}`,
    plural(sumOf(scaling.map((row) => row.n_responses)), "unpadded response"),
    told ? plural(sumOf(rows.envelope.map((row) => row.n_responses)), "padded response") : null,
    fixedText(first.rows[0]?.scaling ?? [], fixed),
    unpublished ?? `beside them the values that P1 prints (${P1_SOURCE})`,
  ]);
  const headings = useMemo(
    () => ({
      na: "NA against N by environment, as Figure 1 of P1",
      padding: "Accuracy with and without padding against N, as Figure 2 of P1",
      cdf: place
        ? `Where answers fall at N=${place.n}, ${fieldText("environment", place.environment)}, as Figure 3 of P1`
        : "Where answers fall, as Figure 3 of P1",
    }),
    [place],
  );
  const parts = useMemo(
    () =>
      (
        [
          [headings.na, na],
          [headings.padding, padding],
          [headings.cdf, cdf],
        ] as const
      ).flatMap(([heading, figure]) =>
        figure.panels.length === 0 ? [] : [figurePart(heading, figure)],
      ),
    [headings, na, padding, cdf],
  );
  const simulated = simulationOf(na);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table: values });
  const onSort = (next: typeof sort) => update({ sort: next });

  const beneath = (
    <div className="space-y-6">
      <PaperFigure
        heading={headings.padding}
        caption={`Solid: no padding. Dashed: mean over the padded conditions, their lowest to highest shaded, which is a range and no interval. The table has N=${n}.${beside(" Published rows are P1's Tables 3 and 10, at 100 options.")}`}
        figure={padding}
        none={NO_PADDED}
        height={200}
        onSelect={select}
      >
        <div className="flex justify-end">
          <TableCsv table={tables.padding} />
        </div>
        <DataTable table={tables.padding} sort={sort} onSort={onSort} onSelect={select} />
      </PaperFigure>
      <PaperFigure
        heading={headings.cdf}
        caption={`Share of valid answers up to each position; grey: where the gold options stood. At the edge of the shade stand PFI of the first ${k} and its excess over gold.${size === PUBLISHED_N ? beside(" Published rows are P1's Tables 14, 2 and 4.") : ""}`}
        figure={cdf}
        none={NO_POSITIONS}
        height={280}
        onSelect={select}
        onToggle={toggle}
      >
        <div className="flex justify-end">
          <TableCsv table={tables.primacy} />
        </div>
        <DataTable table={tables.primacy} sort={sort} onSort={onSort} onSelect={select} />
      </PaperFigure>
    </div>
  );

  return (
    <ViewFrame
      title={title}
      subtitle={drawn && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([
        scaling.length === 0 && others.status !== "empty" ? others : first,
        cells,
      ])}
      incomplete={!told || isBehind(others)}
      loadingWhat="the three figures"
      empty={<EmptyView />}
      exports={drawn ? exports : {}}
      simulated={simulated}
      notices={
        <>
          <UnknownParts
            columns={[values, ...Object.values(tables)].flatMap((table) => table.columns)}
            switchable={switchable}
          />
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
      controls={<ScaleChoice state={state} update={update} />}
      table={
        scaling.length > 0 && (
          <>
            <h2 className="mb-1 text-sm font-semibold">The values of Figure 1</h2>
            <DataTable leading table={values} sort={sort} onSort={onSort} onSelect={select} />
          </>
        )
      }
    >
      {drawn ? (
        <>
          <PaperFigure
            heading={headings.na}
            caption={`Mean over the items of these records, the middle half of the items shaded.${beside(" The paper's means are those of its Table 13; it prints no quartiles.")}`}
            figure={na}
            none={NO_SCALING}
            height={280}
            onSelect={select}
            onToggle={toggle}
          />
          <Following className="mt-6">
            <Answered state={others} what="padding and positions" empty={beneath}>
              {beneath}
            </Answered>
          </Following>
        </>
      ) : (
        <EmptyView headline="No figure of these records" reason={NO_REPEATED} />
      )}
    </ViewFrame>
  );
}

/** Fixed questions have one N each and one trial: no figure of the paper shows them. */
function drawable<T extends { readonly series_id: string }>(
  rows: readonly T[],
  fixed: ReadonlySet<string>,
): T[] {
  return rows.filter((row) => !fixed.has(row.series_id));
}

/** An exported heading says of a figure that all of it is simulated: not every figure is. */
const figurePart = (heading: string, figure: FigureModel) => ({
  kind: "figure" as const,
  heading: simulationOf(figure) === "all" ? `${heading} (simulated)` : heading,
  figure,
});
