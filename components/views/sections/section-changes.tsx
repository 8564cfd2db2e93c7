"use client";
import { DataTable, type DataTableProps } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { DefinitionPopover } from "@/components/ui/definition-popover";
import { isBehind, type QueryState } from "@/components/workspace/query-state";
import { DEFINITIONS } from "@/lib/metrics/definitions";
import { Obstacles } from "../shared/obstacles";

interface SectionChangesProps extends Pick<
  DataTableProps,
  "table" | "sort" | "onSort" | "onSelect"
> {
  readonly changes: QueryState;
  /** What stands in the way of a comparison: conditions that make no pair, and why. */
  readonly obstacles: readonly string[];
}

const EXPLAINED = [DEFINITIONS.paired_change, DEFINITIONS.cluster_bootstrap];

/** What another condition changes, with the interval over whole sections; nothing under one condition. */
export function SectionChanges({ changes, obstacles, ...table }: SectionChangesProps) {
  const some = table.table.rows.length > 0;
  if (changes.status === "empty") return null;
  if (changes.status === "ready" && !some && obstacles.length === 0) return null;
  return (
    <section aria-labelledby="section-changes" className="mt-6">
      <div className="flex flex-wrap items-center gap-x-1">
        <h2 id="section-changes" className="text-sm font-semibold">
          Change from one condition to another
        </h2>
        <DefinitionPopover definitions={EXPLAINED} label="Definitions of the changes" />
        {changes.status === "ready" && some && !isBehind(changes) && (
          <TableCsv table={table.table} />
        )}
      </div>
      <Answered state={changes} what="changes between conditions" brief>
        <Obstacles sentences={obstacles} />
        {some && (
          <>
            <p className="text-muted mb-2 text-xs">{HINT}</p>
            <DataTable {...table} />
          </>
        )}
      </Answered>
    </section>
  );
}

const HINT =
  "Items of one section may go together: the interval over sections draws whole sections, and takes them to be " +
  "independent of each other and like those that were not asked. What else differs between the two conditions is in " +
  "Presentation.";
