"use client";
import { useMemo, useState, type ReactNode } from "react";
import { EmptyView } from "@/components/filters/empty-view";
import { useShortcuts } from "@/components/hooks/use-shortcuts";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { Remark } from "@/components/ui/remark";
import { ViewFrame } from "@/components/ui/view-frame";
import { useFilters } from "@/components/workspace/use-metric";
import { joined } from "@/lib/chart-models/sentences";
import { formatCount, listOf } from "@/lib/format/number";
import { Chapters, CHAPTER_ROWS } from "./chapters";
import { ColumnsMenu } from "./columns-menu";
import { DetailPanel } from "./detail-panel";
import { ResponseTable } from "./response-table";
import { RowPanel } from "./row-panel";
import { fileText, subtitleOf, titleOf } from "./sentences";
import { chosenColumns, unknownColumns } from "./table-columns";
import { withFilter } from "./table-filters";
import { useCsvExport } from "./use-csv-export";
import { useOpenRow } from "./use-open-row";
import { sortOf, useResponseList } from "./use-response-list";
import { useResponsesFigure } from "./use-responses-figure";

/** Every response under the present filters, and what is behind each. */
export function ResponsesView() {
  const { state, update } = useViewState();
  const { filters, ready } = useFilters();
  const { where, sort, columns: chosen } = state;
  const read = useResponseList(filters, { where, sort }, ready);
  const responses = read.rows[0] ?? null;
  const opened = useOpenRow(responses);
  const [turned, setTurned] = useState<{ list: string; chapter: number } | null>(null);

  const close = () => {
    if (state.row !== null) opened.close();
  };
  const move = (step: 1 | -1) => {
    setTurned(null);
    opened.move(step);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1), Escape: close });

  const total = responses?.total ?? 0;
  const chapter =
    turned !== null && turned.list === responses?.id
      ? turned.chapter
      : Math.floor((opened.cursor ?? 0) / CHAPTER_ROWS);
  const columns = useMemo(() => chosenColumns(chosen), [chosen]);
  const figure = useResponsesFigure(responses, columns);
  const csv = useCsvExport(responses);
  const shown = { filters: state.filters, where };

  return (
    <ViewFrame
      title={titleOf(responses)}
      subtitle={responses && joined([subtitleOf(responses), fileText(responses.total)])}
      state={read}
      loadingWhat="the list of responses"
      exports={total > 0 ? { csv: csv.make, ...figure } : {}}
      simulated={responses?.list.plan.scope.simulated}
      controls={
        <>
          <ColumnsMenu columns={chosen} onChange={(next) => update({ columns: next }, "replace")} />
          {where.length > 0 && (
            <Button onClick={() => update({ where: [] })}>Clear the column filters</Button>
          )}
          {csv.written !== null && (
            <span role="status" className="text-muted tabular text-sm">
              {formatCount(csv.written)} of {formatCount(total)} rows written
            </span>
          )}
          <Chapters
            total={total}
            chapter={chapter}
            onChange={(next) => responses && setTurned({ list: responses.id, chapter: next })}
          />
        </>
      }
      notices={
        <Notices
          unknown={unknownColumns(chosen ?? [])}
          sort={sort && !sortOf(sort) ? sort.column : null}
          problem={opened.problem}
        />
      }
    >
      {responses && (
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <ResponseTable
              responses={responses}
              start={chapter * CHAPTER_ROWS}
              count={Math.max(0, Math.min(CHAPTER_ROWS, total - chapter * CHAPTER_ROWS))}
              columns={columns}
              filters={shown}
              sort={sort}
              cursor={opened.cursor}
              openIndex={opened.index}
              onSort={(next) => update({ sort: next })}
              onFilter={(column, next) => update((now) => withFilter(now, column, next(now)))}
              onOpen={opened.open}
            />
            {total === 0 && (
              <div className="mt-3">
                <EmptyView {...(responses.where.length > 0 && FILTERED)} />
              </div>
            )}
          </div>
          {opened.row && (
            <RowPanel title="Response" onClose={close}>
              <DetailPanel
                row={opened.row}
                index={opened.index}
                total={total}
                onMove={move}
                onClose={close}
              />
            </RowPanel>
          )}
        </div>
      )}
    </ViewFrame>
  );
}

/** Filters under the headings leave nothing, which those beside the list know nothing of. */
const FILTERED = {
  headline: "No response under these filters",
  reason: "The filters under the headings count too.",
};

interface NoticesProps {
  readonly unknown: readonly string[];
  /** A column of the link's sort that does not exist. */
  readonly sort: string | null;
  readonly problem: string | null;
}

function Notices({ unknown, sort, problem }: NoticesProps): ReactNode {
  const said = [
    ...(unknown.length > 0
      ? [`The link names columns that do not exist: ${listOf(unknown)}.`]
      : []),
    ...(sort === null ? [] : [`There is no column “${sort}” to sort by.`]),
    ...(problem ? [problem] : []),
  ];
  return said.map((text) => <Remark key={text}>{text}</Remark>);
}
