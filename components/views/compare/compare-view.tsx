"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { Following } from "@/components/ui/following";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useRows } from "@/components/workspace/use-metric";
import { differencesOf, prepareDifferences } from "@/lib/chart-models/compare";
import {
  byIdSentence,
  differenceSentence,
  differingSentences,
  incompleteSentences,
  leadingDifferences,
  obstacleSentences,
  severalSentence,
} from "@/lib/chart-models/compare-sentences";
import { chooseSides, type SideChoice } from "@/lib/chart-models/compare-sides";
import { COMPARISON_CAP, comparisonTable, unpairedTable } from "@/lib/chart-models/compare-table";
import { simulationAmong } from "@/lib/chart-models/model";
import { joined, paddingText, rangeText } from "@/lib/chart-models/sentences";
import { capRows } from "@/lib/chart-models/table-cap";
import { listOf, plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { Obstacles } from "../shared/obstacles";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";
import { compareSides, type Comparison } from "./comparison";
import { Findings } from "./findings";
import { SidePicker } from "./side-picker";
import { Unpaired } from "./unpaired";

const DEFINITIONS = METRICS.comparisons.definitions;
/** What the view tells itself, before it compares. */
const TOLD = ["incomparable_runs", "missing_rows", "changed_items"];
/** Columns of items that are not paired: on the screen where there are any. */
const LEFT_OUT = ["only_side", "only_against", "changed", "other_n"];
const NOTHING: Comparison = { sides: [], rows: [], facts: new Map(), obstacles: [], unmet: [] };

/** Two to six models or runs on shared items, differences first. */
export function CompareView() {
  const { state, update } = useViewState();
  const { by, sides: named, sort } = state;
  const { styles, filters, leftOut, cells, ready } = useScope();
  const choice = useMemo(
    () => chooseSides(cells.rows, filters, by, named, styles),
    [cells.rows, filters, by, named, styles],
  );
  const asked = useRows(
    ["compare", "sides", choice.sides, filters, leftOut],
    (workspace, signal) => compareSides(workspace, choice.sides, filters, signal),
    ready,
  );
  const { sides, rows, facts, obstacles, unmet } = asked.rows[0] ?? NOTHING;
  // What is asked next to these rows is asked of the same items.
  const [, , , answered, answeredWithout] = asked.asked;
  const differences = useMemo(() => differencesOf(rows, sides), [rows, sides]);
  const byN = useMemo(() => prepareDifferences(differences, sides, "n"), [differences, sides]);
  const bySide = useMemo(
    () => prepareDifferences(differences, sides, "side"),
    [differences, sides],
  );
  const table = useMemo(() => comparisonTable(differences, facts), [differences, facts]);
  const shown = useMemo(() => capRows(table, sort, COMPARISON_CAP), [table, sort]);
  const findings = useMemo(
    () =>
      leadingDifferences(differences, sides[0]).map(({ title, difference }) =>
        differenceSentence(difference, title, facts),
      ),
    [differences, sides, facts],
  );
  const before = useMemo(
    () => [
      ...obstacleSentences(obstacles, sides, differences),
      ...differingSentences(sides, differences),
      ...incompleteSentences(sides, facts),
      ...unmet,
    ],
    [obstacles, sides, differences, facts, unmet],
  );
  const runs = useMemo(() => new Set(sides.flatMap((side) => side.runs)), [sides]);
  const select = useDrillDown(cells.rows);

  const title = titleText(
    findings,
    sides.map((side) => side.label),
    by,
  );
  const subtitle = joined([
    "difference of item means on shared items, percentage points",
    "95% t interval over items; Wald for fixed questions",
    differences.length > 0
      ? rangeText(
          differences.map(({ row }) => row.n_shared),
          "shared item",
        )
      : null,
    differences.length > 0 &&
    table.columns.every(({ id, exportOnly }) => !LEFT_OUT.includes(id) || exportOnly)
      ? "no item left out"
      : null,
    paddingText(answeredWithout),
  ]);
  const simulated = simulationAmong(sides);
  const figures = useMemo(() => [byN, bySide].filter((figure) => figure !== null), [byN, bySide]);
  const parts = useMemo(
    () => [
      ...figures.map((figure) => ({ kind: "figure" as const, heading: null, figure })),
      ...(figures.length === 0
        ? [{ kind: "table" as const, table: shown.table, sort, note: shown.shown }]
        : []),
    ],
    [figures, shown, sort],
  );
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const onSort = (next: typeof sort) => update({ sort: next });
  const strangers = choice.unknown.length > 0 && (
    <p className="text-muted mb-2 text-sm">Not among the data in view: {listOf(choice.unknown)}.</p>
  );

  return (
    <ViewFrame
      title={title}
      subtitle={differences.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="the comparison"
      empty={
        <>
          {strangers}
          <EmptyView {...tooFew(choice, by, named.length > 0)} />
        </>
      }
      exports={differences.length > 0 ? exports : {}}
      simulated={simulated}
      notices={
        <>
          {differences.length > 0 && (
            <UnknownParts columns={[...table.columns, ...unpairedTable([], sides).columns]} />
          )}
          {[severalSentence(differences), byIdSentence(differences)].map(
            (sentence) =>
              sentence !== null && (
                <p key={sentence} className="text-muted text-xs">
                  {sentence}
                </p>
              ),
          )}
          <Warnings filters={answered} enabled={ready} runs={runs} without={TOLD} />
        </>
      }
      controls={<SidePicker state={state} update={update} choice={choice} />}
      table={
        differences.length > 0 && (
          <>
            <DataTable leading table={shown.table} sort={sort} onSort={onSort} onSelect={select} />
            {shown.note !== null && <p className="text-muted mt-1 text-xs">{shown.note}</p>}
            <Unpaired
              sides={sides}
              filters={answered}
              sort={sort}
              onSort={onSort}
              onSelect={select}
            />
          </>
        )
      }
    >
      {strangers}
      <Obstacles sentences={before} />
      <Findings sentences={findings} />
      {figures[0] && <FigureView figure={figures[0]} onSelect={select} />}
      {figures[1] && (
        <Following className="mt-4">
          <FigureView figure={figures[1]} onSelect={select} />
        </Following>
      )}
    </ViewFrame>
  );
}

/** What a reader is told where there is nothing to compare; no data at all is told by the filters. */
function tooFew({ options, sides }: SideChoice, by: string, linked: boolean) {
  if (options.length === 0 || sides.length > 1) return {};
  const why = linked
    ? "of which the link names fewer than two"
    : "of which no two share a benchmark";
  return {
    headline: "Nothing to compare",
    reason:
      `A comparison needs two ${by}s; the data in view have ${plural(options.length, by)}` +
      `${options.length > 1 ? `, ${why}` : ""}.`,
  };
}

/** The finding itself where there is one, else who is compared with whom. */
function titleText(
  findings: readonly string[],
  [base, ...others]: readonly string[],
  by: string,
): string {
  const [only] = findings;
  if (findings.length === 1 && only !== undefined) return only.replace(/\.$/, "");
  if (base === undefined || others.length === 0) return `Compare ${by}s on shared items`;
  return `${listOf(others)} against ${base} on shared items`;
}
