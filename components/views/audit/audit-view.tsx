"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { EmptyView } from "@/components/filters/empty-view";
import { useViewState } from "@/components/hooks/use-view-state";
import { DataTable } from "@/components/tables/data-table";
import { Remark } from "@/components/ui/remark";
import { ViewFrame } from "@/components/ui/view-frame";
import { answeredRows, mergeStates } from "@/components/workspace/query-state";
import { useMetric } from "@/components/workspace/use-metric";
import {
  auditBenchmarks,
  AUDIT_PARTS,
  listKey,
  listOfKey,
  prepareAudit,
  recordSets,
} from "@/lib/chart-models/audit";
import { auditTable, columnId, columnSets } from "@/lib/chart-models/audit-table";
import { publishedSets } from "@/lib/chart-models/published-audit";
import { joined, sumOf } from "@/lib/chart-models/sentences";
import type { TableRow } from "@/lib/chart-models/table-model";
import { formatCount, listOf, plural } from "@/lib/format/number";
import { IS_SITE } from "@/lib/http/hosting";
import { AUDIT_CORRECTIONS } from "@/lib/metrics/audit-records";
import { METRICS } from "@/lib/metrics/registry";
import { AUDIT } from "@/lib/questions/audit";
import { PublishedToggle } from "../shared/published-toggle";
import { UnknownParts } from "../shared/unknown-parts";
import { useDrillDown } from "../shared/use-drill-down";
import { useFigureExports, useFigureOverTable } from "../shared/use-figure-exports";
import { useScope } from "../shared/use-scope";
import { Warnings } from "../shared/warnings";
import { AuditTables } from "./audit-tables";
import { ClassList } from "./class-list";
import { CorrectionLog } from "./correction-log";

const DEFINITIONS = METRICS.audit.definitions;
const NO_RUNS: ReadonlySet<string> = new Set();

/** What reviewers hold defensible: classes by record set, polarity, agreement and corrections. */
export function AuditView() {
  const { state, update } = useViewState();
  const { sort, published, row: open } = state;
  const { filters, cells, ready: enabled } = useScope();
  const asked = useMetric(AUDIT, filters, { enabled });
  const log = useMetric(AUDIT_CORRECTIONS, filters, { enabled, later: true });
  const [answer] = asked.rows;
  const benchmarks = useMemo(
    () => auditBenchmarks(answer?.classes ?? [], answer?.records ?? []),
    [answer],
  );
  const sets = useMemo(() => recordSets(benchmarks), [benchmarks]);
  const figure = useMemo(
    () => prepareAudit(benchmarks, published ? publishedSets() : undefined),
    [benchmarks, published],
  );
  const table = useMemo(() => auditTable(benchmarks, published), [benchmarks, published]);
  const drill = useDrillDown(cells.rows);
  const columns = useMemo(() => columnSets(benchmarks, published), [benchmarks, published]);
  const list = useMemo(() => listOfKey(open, benchmarks), [open, benchmarks]);
  const renderers = useMemo(
    () =>
      Object.fromEntries(
        columns.map((set, i) => [
          columnId("count", i),
          (row: TableRow) => {
            const benchmark = benchmarks.find((one) => one.benchmark === row.group)?.benchmark;
            const part = AUDIT_PARTS.find((one) => row.id === `${row.group ?? ""}|${one}`);
            const count = row.cells[columnId("count", i)]?.value;
            // Published rows are of no benchmark here, and have no items to list.
            if (benchmark === undefined || !part || typeof count !== "number" || count === 0)
              return null;
            return (
              <button
                type="button"
                title="List these items"
                aria-label={`${formatCount(count)}: list these items of ${set}`}
                className="hover:text-accent rounded underline underline-offset-2"
                onClick={() => update({ row: listKey(part, set, benchmark) })}
              >
                {formatCount(count)}
              </button>
            );
          },
        ]),
      ),
    [columns, benchmarks, update],
  );
  const items = sumOf(
    benchmarks.map(({ records }) => new Set(records.map((record) => record.item_id)).size),
  );
  const title =
    sets.length === 0
      ? "What reviewers hold defensible"
      : `What reviewers hold defensible: ${listOf(sets)} on ${plural(items, "item")}`;
  const subtitle = joined([
    "share of the weight of each record set, unresolved items in the denominator",
    "whiskers: from none to all of the unresolved items, no confidence interval",
    listOf(benchmarks.map(({ benchmark }) => benchmark)),
  ]);
  const parts = useFigureOverTable(figure, table, sort);
  const exports = useFigureExports({ title, subtitle, simulated: "none", parts, table });

  return (
    <ViewFrame
      title={title}
      subtitle={sets.length > 0 && subtitle}
      definitions={DEFINITIONS}
      state={mergeStates([asked, cells])}
      loadingWhat="reviewer records"
      empty={
        cells.rows.length === 0 ? (
          <EmptyView />
        ) : (
          <EmptyView
            headline={state.filters.length === 0 ? "No reviewer records" : null}
            reason={<NoRecords />}
          />
        )
      }
      exports={exports}
      controls={sets.length > 0 && <PublishedToggle paper="P2" />}
      notices={
        <>
          <UnknownParts columns={table.columns} />
          {open !== null && !list && (
            <Remark>There is no list “{open}” of the records in view.</Remark>
          )}
          <p className="text-muted text-xs">{HINT}</p>
          <Warnings filters={filters} enabled={enabled} runs={NO_RUNS} />
        </>
      }
      table={
        <>
          <DataTable
            leading
            table={table}
            sort={sort}
            onSort={(next) => update({ sort: next })}
            renderers={renderers}
          />
          {list && (
            <ClassList
              key={open}
              {...list}
              onSelect={drill}
              onClose={() => update({ row: null })}
            />
          )}
          <AuditTables
            benchmarks={benchmarks}
            corrections={answeredRows(log)}
            published={published}
          />
          <CorrectionLog asked={log} onSelect={drill} />
        </>
      }
    >
      <FigureView figure={figure} height={260} />
    </ViewFrame>
  );
}

/** What to do where no reviewer has judged any of the items. */
function NoRecords() {
  return (
    <>
      {NONE}
      {!IS_SITE && (
        <>
          {" "}
          <a href="/label" className="text-accent underline">
            Label a drawn sheet
          </a>
          .
        </>
      )}
    </>
  );
}

const HINT =
  "Records are judgments of reviewers, not the truth about the items, and two record sets may depend on each other. " +
  "No interval of sampling is given: a range says what unresolved items leave open.";
const NONE =
  "No reviewer records of the items in view. Draw a sample of an item set with “foilscope audit draw”, have it " +
  "labelled, and read the records in with “foilscope import”.";
