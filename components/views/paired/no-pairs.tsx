"use client";
import { EmptyView } from "@/components/filters/empty-view";
import { DataTable } from "@/components/tables/data-table";
import { TableCsv } from "@/components/tables/table-csv";
import { useViewState } from "@/components/hooks/use-view-state";
import { pairedTable } from "@/lib/chart-models/paired-table";
import { withPublishedPair } from "@/lib/chart-models/published-paired";

const PUBLISHED = withPublishedPair(pairedTable([], "The paired change as published"));

/**
 * What to do where no two conditions make a pair, and what was published of one where that is asked for.
 * @param data whether the filters leave any data at all
 */
export function NoPairs({ data }: { readonly data: boolean }) {
  const { state, update } = useViewState();
  return (
    <>
      <EmptyView {...(data && NONE)} />
      {state.published && (
        <section aria-labelledby="published-pair" className="mt-4">
          <div className="mb-1 flex flex-wrap items-center gap-x-4">
            <h2 id="published-pair" className="text-sm font-semibold">
              {PUBLISHED.caption}
            </h2>
            <TableCsv table={PUBLISHED} />
          </div>
          <DataTable
            table={PUBLISHED}
            sort={state.sort}
            onSort={(sort) => update({ sort })}
            leading
          />
        </section>
      )}
    </>
  );
}

const NONE = {
  headline: "No pair of conditions",
  reason:
    "A pair is one model on the same questions under two named conditions, each question asked once or in several " +
    "permutations. Drop a bundle of five and ten options, or rows with a condition, or ask a job of fixed questions " +
    "under several conditions (Evaluate, New job).",
};
