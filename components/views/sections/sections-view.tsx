"use client";
import { useMemo } from "react";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { HeatTable } from "@/components/tables/heat-table";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { simulationAmong } from "@/lib/chart-models/model";
import { shownPairs } from "@/lib/chart-models/paired";
import { apartSentences } from "@/lib/chart-models/paired-sentences";
import { hasPublishedSections, withPublishedSections } from "@/lib/chart-models/published-sections";
import { runsBehind } from "@/lib/chart-models/scope";
import { sectionBoards } from "@/lib/chart-models/sections";
import { sectionChangesTable } from "@/lib/chart-models/section-changes-table";
import { sectionsFile } from "@/lib/chart-models/sections-file";
import { sectionsTable } from "@/lib/chart-models/sections-table";
import { sectionsTitle } from "@/lib/chart-models/sections-title";
import { joined, paddingText, sumOf } from "@/lib/chart-models/sentences";
import { plural } from "@/lib/format/number";
import { METRICS } from "@/lib/metrics/registry";
import { PAIRED } from "@/lib/questions/paired";
import { SECTIONS } from "@/lib/questions/sections";
import { PublishedToggle } from "../shared/published-toggle";
import { UnknownParts } from "../shared/unknown-parts";
import { useDrillDown, useRunDrill } from "../shared/use-drill-down";
import { useFigureExports } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { Warnings } from "../shared/warnings";
import { SectionChanges } from "./section-changes";

const DEFINITIONS = METRICS.sections.definitions;
const EMPTY = { sections: [], runs: [] };
const NO_CHANGES = { pairs: [], sides: [] };

/** Accuracy by section and run as coloured tables, one a benchmark, and changes between conditions. */
export function SectionsView() {
  const { state, update } = useViewState();
  const { sort, published } = state;
  const { filters, leftOut, cells, ready: enabled } = useScope();
  const asked = useMetric(SECTIONS, filters, { enabled, leftOut });
  const { sections, runs: all } = asked.rows[0] ?? EMPTY;
  const boards = useMemo(() => sectionBoards(sections, all), [sections, all]);
  const tables = useMemo(
    () =>
      boards.map((board) => {
        const table = sectionsTable(board);
        return published && hasPublishedSections(board) ? withPublishedSections(table) : table;
      }),
    [boards, published],
  );
  const file = useMemo(() => sectionsFile(boards), [boards]);
  const drill = useDrillDown(cells.rows);
  const select = useRunDrill(cells.rows, filters);
  const shown = useMemo(() => boards.flatMap(({ runs }) => runs.map(({ run }) => run)), [boards]);
  const behind = useMemo(() => runsBehind(shown, cells.rows), [shown, cells.rows]);
  const without = all.length - shown.length;
  const title = sectionsTitle(boards);
  const subtitle = joined([
    "mean over the items of a section",
    "intervals: 95% Wilson where each question was asked once, told with each number",
    plural(sumOf(shown.map(({ n }) => n)), "response"),
    without > 0 ? `${plural(without, "run")} without sections, or of several N, left out` : null,
    paddingText(asked.leftOut),
  ]);
  const simulated = simulationAmong(shown);
  const parts = useMemo(
    () => tables.map((table) => ({ kind: "table" as const, table, sort, note: null })),
    [tables, sort],
  );
  const exports = useFigureExports({ title, subtitle, simulated, parts, table: file });
  const beside = boards.some(hasPublishedSections);
  const changes = useMetric(PAIRED, filters, { enabled, later: true });
  const { pairs, sides } = changes.rows[0] ?? NO_CHANGES;
  const changed = useMemo(() => sectionChangesTable(shownPairs(pairs)), [pairs]);
  const obstacles = useMemo(() => apartSentences(sides), [sides]);
  const columns = useMemo(
    () => [...tables, changed].flatMap((table) => table.columns),
    [tables, changed],
  );
  const onSort = (next: typeof sort) => update({ sort: next });

  return (
    <ViewFrame
      title={title}
      subtitle={boards.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="accuracy by section"
      empty={<EmptyView />}
      exports={boards.length > 0 ? exports : {}}
      simulated={simulated}
      controls={<PublishedToggle paper="P2" hint={published && !beside ? NOT_BESIDE : undefined} />}
      notices={
        <>
          <UnknownParts columns={columns} />
          {boards.length > 0 && <p className="text-muted text-xs">{HINT}</p>}
          <Warnings filters={filters} enabled={enabled} runs={behind} />
        </>
      }
      table={
        boards.length > 0 && (
          <SectionChanges
            changes={changes}
            obstacles={obstacles}
            table={changed}
            sort={sort}
            onSort={onSort}
            onSelect={drill}
          />
        )
      }
    >
      {boards.length === 0 && <EmptyView headline="No section in view" reason={NONE} />}
      <div className="space-y-4">
        {tables.map((table, i) => (
          <HeatTable
            key={table.caption}
            leading={i === 0}
            scale="Accuracy"
            table={table}
            sort={sort}
            onSort={onSort}
            onSelect={select}
          />
        ))}
      </div>
    </ViewFrame>
  );
}

const HINT =
  "Sections are different questions: a low number describes a subject, it does not compare models. Few items leave " +
  "wide intervals. The mean of the runs puts sections in order and compares nothing.";
const NONE =
  "No run in view has items that name a section, or each mixes several N. MMLU-Pro has its categories, Turkish MMLU " +
  "its subjects, the Korean set its kinds of error; a file may name its own (section). Of runs that were asked at " +
  "several N choose one N.";
const NOT_BESIDE = "No section in view has the name of one of P2’s.";
