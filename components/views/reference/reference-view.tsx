"use client";
import { useMemo } from "react";
import { useViewState, type HistoryStep } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { Remark } from "@/components/ui/remark";
import { ViewFrame } from "@/components/ui/view-frame";
import type { QueryState } from "@/components/workspace/query-state";
import { publishedTable } from "@/lib/chart-models/published-table";
import { publishedPaper } from "@/lib/export/papers/published";
import { plural } from "@/lib/format/number";
import { TABLES, tableName, tableSource } from "@/lib/reference/papers";
import { PaperMenu } from "../shared/paper-menu";
import { useFigureExports } from "../shared/use-figure-exports";
import { UnknownParts } from "../shared/unknown-parts";
import { TableChoice } from "./table-choice";

/** Published values are part of the program: nothing is waited for, and no data are needed. */
const READY: QueryState = {
  status: "ready",
  error: null,
  refreshing: false,
  retry: () => undefined,
};

/** The papers' tables as published, one at a time, with the places where they disagree. */
export function ReferenceView() {
  const { state, update } = useViewState();
  const chosen = TABLES.find((table) => table.id === state.table) ?? TABLES[0];
  return chosen === undefined ? null : (
    <PublishedTableView
      table={chosen}
      wanted={state.table}
      sort={state.sort}
      onSort={(sort) => update({ sort })}
      onTable={(table, how) => update({ table, sort: null }, how)}
    />
  );
}

interface PublishedTableViewProps {
  readonly table: (typeof TABLES)[number];
  /** The table that the link names. */
  readonly wanted: string | null;
  readonly sort: ReturnType<typeof useViewState>["state"]["sort"];
  readonly onSort: (sort: PublishedTableViewProps["sort"]) => void;
  readonly onTable: (id: string, how: HistoryStep) => void;
}

function PublishedTableView({ table, wanted, sort, onSort, onTable }: PublishedTableViewProps) {
  const model = useMemo(() => publishedTable(table), [table]);
  const marks = model.notes?.length ?? 0;
  const name = tableName(table);
  const title = `${name} as published: ${table.title}`;
  const source = tableSource(table);
  const subtitle = [
    table.caption,
    `Values as printed in ${source}`,
    marks === 0 ? "no mark" : `${plural(marks, "mark")} where the paper disagrees with itself`,
  ].join(" · ");
  const parts = useMemo(
    () => [{ kind: "table" as const, table: model, sort, note: null }],
    [model, sort],
  );
  const exports = useFigureExports({
    title,
    subtitle,
    simulated: "none",
    parts,
    table: model,
    source: `Foilscope · published: ${source}`,
  });
  const choices = useMemo(
    () => [{ id: table.id, label: name, make: () => publishedPaper(table) }],
    [table, name],
  );
  return (
    <ViewFrame
      title={title}
      subtitle={subtitle}
      state={READY}
      exports={exports}
      notices={<UnknownParts columns={model.columns} />}
      controls={
        <>
          <TableChoice value={table.id} onChange={onTable} />
          <PaperMenu choices={choices} />
        </>
      }
    >
      {wanted !== null && wanted !== table.id && (
        <Remark className="mb-2">
          There is no table “{wanted}” here: {name} is shown.
        </Remark>
      )}
      <DataTable leading table={model} sort={sort} onSort={onSort} />
    </ViewFrame>
  );
}
