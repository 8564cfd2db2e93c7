"use client";
import { clsx } from "clsx";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { Remark } from "@/components/ui/remark";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { simulationAmong } from "@/lib/chart-models/model";
import { withPublishedScorers } from "@/lib/chart-models/published-scorers";
import { publishedTable } from "@/lib/chart-models/published-table";
import { cellsIn } from "@/lib/chart-models/scope";
import {
  answersRead,
  scorerPairs,
  scorersFigure,
  type ScorerPair,
} from "@/lib/chart-models/scorers";
import { scorersTable } from "@/lib/chart-models/scorers-table";
import { joined, paddingText } from "@/lib/chart-models/sentences";
import type { TableRow } from "@/lib/chart-models/table-model";
import { formatCount, formatPoints, listOf, plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { scorersSource, withAllScorers } from "@/lib/questions/scorers";
import { readReadings, writeReadings, type ReadingsChoice } from "@/lib/rows/reading-differences";
import { PublishedBeside, publishedNamed } from "../shared/published-beside";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";
import { ReadingList } from "./reading-list";

const DEFINITIONS = METRICS.scorers.definitions;
const PUBLISHED = publishedNamed("p2_table9");

/** Columns that count answers which the two readings tell apart, with what a click lists. */
const LISTED: Readonly<Record<string, ReadingsChoice["kind"]>> = {
  excess_pp: "all",
  only_b_from_invalid: "from_invalid",
  only_b_from_wrong: "from_wrong",
  only_a: "only_first",
};

/** The same answers as two scorers read them, and where the readings differ. */
export function ScorersView() {
  const { state, update } = useViewState();
  const { sort, published, row: open } = state;
  const { styles, filters, leftOut, cells, ready: enabled } = useScope();
  const source = useMemo(() => scorersSource(cells.rows), [cells.rows]);
  const asked = useMetric(source, filters, { enabled, leftOut });
  const pairs = useMemo(() => scorerPairs(asked.rows, styles), [asked.rows, styles]);
  const figure = useMemo(() => {
    const own = scorersFigure(pairs);
    return own && published ? withPublishedScorers(own) : own;
  }, [pairs, published]);
  const table = useMemo(() => scorersTable(pairs), [pairs]);
  const all = useMemo(() => withAllScorers(filters, cells.rows), [filters, cells.rows]);
  const runs = useMemo(() => new Set(pairs.flatMap(({ row }) => [row.run_id, row.run_b])), [pairs]);
  const select = useDrillDown(cells.rows);
  const choice = open === null ? null : readReadings(open);
  const chosen = pairs.find(
    ({ row }) => row.run_id === choice?.first && row.run_b === choice.second,
  );

  const scorers = [...new Set(pairs.flatMap(({ row }) => [row.scorer_a, row.scorer_b]))];
  const title =
    pairs.length === 0
      ? "Two readings of the same answers"
      : `${listOf(scorers)} on the same answers: ${plural(pairs.length, "pair")} of readings`;
  const subtitle = joined([
    "excess: accuracy of the second reading less that of the first, percentage points",
    "intervals: 95% Wald of the paired change",
    plural(answersRead(asked.rows), "response"),
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(pairs);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated, parts, table });
  const choose = (row: string | null) => update({ row });
  const renderers = renderersOf(pairs, choice, choose);
  const others = cellsIn(cells.rows, filters).length > 0;
  const onSort = (next: typeof sort) => update({ sort: next });
  const beside = published && <PublishedBeside table={PUBLISHED} sort={sort} onSort={onSort} />;

  return (
    <ViewFrame
      title={title}
      subtitle={pairs.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="two readings of the same answers"
      empty={
        <>
          <EmptyView {...(others && NO_PAIR)} />
          {beside}
        </>
      }
      exports={exports}
      simulated={simulated}
      controls={<PublishedToggle paper="P2" />}
      notices={
        <>
          <UnknownParts
            columns={[...table.columns, ...(published ? publishedTable(PUBLISHED).columns : [])]}
          />
          {open !== null && !chosen && (
            <Remark>The readings of this link are not among those shown.</Remark>
          )}
          <p className="text-muted text-xs">{HINT}</p>
          <Warnings filters={all} enabled={enabled} runs={runs} />
        </>
      }
      table={
        <>
          <DataTable
            leading
            table={table}
            sort={sort}
            onSort={onSort}
            onSelect={select}
            renderers={renderers}
          />
          {choice && chosen && (
            <ReadingList
              key={chosen.id}
              pair={chosen}
              choice={choice}
              filters={all}
              onChoose={(kind) => choose(writeReadings({ ...choice, kind }))}
              onClose={() => choose(null)}
              onSelect={select}
            />
          )}
          {beside}
        </>
      }
    >
      {figure ? (
        <FigureView figure={figure} onSelect={select} height={300} />
      ) : (
        <p className="text-muted text-sm">No response was scored by both of two readings.</p>
      )}
    </ViewFrame>
  );
}

/** Counts of answers that are read differently are buttons that list them. */
function renderersOf(
  pairs: readonly ScorerPair[],
  choice: ReadingsChoice | null,
  choose: (row: string | null) => void,
) {
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  return Object.fromEntries(
    Object.entries(LISTED).map(([column, kind]) => [
      column,
      (row: TableRow) => {
        const pair = byId.get(row.id);
        const value = row.cells[column]?.value;
        if (!pair || typeof value !== "number") return null;
        const { run_id: first, run_b: second } = pair.row;
        const on = choice?.first === first && choice.second === second && choice.kind === kind;
        const text = column === "excess_pp" ? formatPoints(value) : formatCount(value);
        return (
          <button
            type="button"
            aria-pressed={on}
            aria-label={`${text}: list the answers`}
            onClick={() => choose(on ? null : writeReadings({ first, second, kind }))}
            className={clsx(
              "text-accent rounded px-1 underline underline-offset-2",
              on && "bg-accent-soft font-semibold",
            )}
          >
            {text}
          </button>
        );
      },
    ]),
  );
}

const NO_PAIR = {
  headline: "No two readings in view",
  reason:
    "Two readings are two runs of the same answers by two scorers: one names the other as its source, or both name a third. " +
    "“foilscope rescore RUN --scorer NAME” reads stored texts again; MMLU-Pro result files bring the publisher’s " +
    "reading along. A filter of one scorer or one run leaves a single reading.",
};
const HINT =
  "The first reading is the one that names no source; where both name a third, a diagnostic scorer stands second. " +
  "The excess says how much of an accuracy is the scorer’s, " +
  "not which reading is right: a diagnostic scorer (legacy-1, publisher) may guess where nothing could be read. " +
  "A count lists its answers below the table.";
