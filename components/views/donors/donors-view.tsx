"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { ViewFrame } from "@/components/ui/view-frame";
import { mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import { donorsText, prepareDonors } from "@/lib/chart-models/donors";
import { donorsTable, lendingTable } from "@/lib/chart-models/donors-table";
import { joined, sumOf } from "@/lib/chart-models/sentences";
import { formatCount, plural } from "@/lib/format/number";
import { DEFINITIONS } from "@/lib/metrics/definitions";
import { ITEM_SETS, type ItemSetRow } from "@/lib/metrics/item-sets";
import { PublishedToggle } from "../shared/published-toggle";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { UnknownParts } from "../shared/unknown-parts";
import { Warnings } from "../shared/warnings";

const NO_SETS: readonly ItemSetRow[] = [];
const OWN_DEFINITIONS = [DEFINITIONS.donor_sharing, DEFINITIONS.donor_overlap];

function titleOf(sets: readonly ItemSetRow[]): string {
  const [only] = sets;
  if (!only) return "Donors of borrowed options";
  if (sets.length > 1) return `Donors of borrowed options: ${plural(sets.length, "item set")}`;
  const shared = formatCount(only.items_sharing_donors);
  return `${shared} of ${plural(only.items, "item")} share a donor with another item`;
}

/** How many items each donor's options went to, and where a set overlaps with itself and its source. */
export function DonorsView() {
  const { state, update } = useViewState();
  const { sort, published } = state;
  const { filters, cells, ready: enabled } = useScope();
  const asked = useMetric(ITEM_SETS, filters, { enabled });
  const sets = asked.rows[0]?.sets ?? NO_SETS;
  const figure = useMemo(() => prepareDonors(sets), [sets]);
  const table = useMemo(() => donorsTable(sets, published), [sets, published]);
  const lending = useMemo(() => lendingTable(sets), [sets]);
  const select = useDrillDown(cells.rows);
  const runs = useMemo(() => new Set(sets.flatMap(({ inScope }) => inScope)), [sets]);
  const onSort = (next: typeof sort) => update({ sort: next });

  const title = titleOf(sets);
  const subtitle = joined([
    "counts of whole item sets: no mean and no interval",
    plural(sumOf(sets.map(({ additions }) => additions)), "borrowed option"),
    donorsText(sets),
    plural(runs.size, "run"),
  ]);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated: "none", parts, table });

  return (
    <ViewFrame
      title={title}
      subtitle={sets.length > 0 && subtitle}
      definitions={OWN_DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="donors of borrowed options"
      empty={<EmptyView />}
      exports={sets.length > 0 ? exports : {}}
      notices={
        <>
          <UnknownParts columns={[...table.columns, ...lending.columns]} />
          <p className="text-muted text-xs">{HINT}</p>
          <Warnings filters={filters} enabled={enabled} runs={runs} />
        </>
      }
      controls={<PublishedToggle paper="P2" />}
      table={
        <>
          {table.rows.length > 0 && (
            <DataTable leading table={table} sort={sort} onSort={onSort} onSelect={select} />
          )}
          {sets.length > 0 && (
            <>
              <div className="mt-6 flex flex-wrap items-center gap-x-4">
                <h2 className="text-sm font-semibold">Donors by the items that they lend to</h2>
                <TableCsv table={lending} />
              </div>
              <DataTable table={lending} sort={sort} onSort={onSort} onSelect={select} />
            </>
          )}
        </>
      }
    >
      {sets.length > 0 ? (
        <FigureView figure={figure} onSelect={select} height={230} />
      ) : (
        <p className="text-muted text-sm">{NONE}</p>
      )}
    </ViewFrame>
  );
}

const HINT =
  "Items that share donors are no independent questions, and intervals over items do not know of it. " +
  "Filters choose runs; the counts are of the whole sets that these were asked.";
const NONE =
  "No run in view was asked an item set of the store that says where its borrowed options come from. " +
  "“foilscope build augmented” makes such sets (docs/item-sets.md); dropped files bring none.";
