"use client";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/tables/data-table";
import type { AuditBenchmark } from "@/lib/chart-models/audit";
import { agreements, agreementTable } from "@/lib/chart-models/audit-agreement";
import { polarityTable } from "@/lib/chart-models/audit-polarity";
import { hasSecondPass, secondPassTable } from "@/lib/chart-models/audit-second-pass";
import type { SortState, TableModel } from "@/lib/chart-models/table-model";
import type { AuditCorrectionRow } from "@/lib/metrics/audit-records";

interface AuditTablesProps {
  readonly benchmarks: readonly AuditBenchmark[];
  /** Null while the log is not read. */
  readonly corrections: readonly AuditCorrectionRow[] | null;
  readonly published: boolean;
}

function Titled({ id, title, table }: { id: string; title: string; table: TableModel }) {
  const [sort, setSort] = useState<SortState | null>(null);
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-2 text-sm font-semibold">
        {title}
      </h2>
      <DataTable table={table} sort={sort} onSort={setSort} />
    </section>
  );
}

/** What stands below the classes: polarity, agreement between record sets, and the second pass. */
export function AuditTables({ benchmarks, corrections, published }: AuditTablesProps) {
  const polarity = useMemo(() => polarityTable(benchmarks, published), [benchmarks, published]);
  const agreement = useMemo(
    () => agreementTable(agreements(benchmarks, corrections)),
    [benchmarks, corrections],
  );
  const second = useMemo(
    () => (hasSecondPass(benchmarks) ? secondPassTable(benchmarks) : null),
    [benchmarks],
  );
  return (
    <>
      <Titled id="audit-polarity" title="The rule’s flag and recorded polarity" table={polarity} />
      {agreement.rows.length > 0 && (
        <Titled id="audit-agreement" title="Agreement between record sets" table={agreement} />
      )}
      {second && <Titled id="audit-second" title="The second pass" table={second} />}
    </>
  );
}
