"use client";
import { useMemo, useState } from "react";
import { DataTable } from "@/components/tables/data-table";
import { Answered } from "@/components/ui/answered";
import type { QueryState } from "@/components/workspace/query-state";
import { correctionTable } from "@/lib/chart-models/audit-log";
import type { Select } from "@/lib/chart-models/series";
import type { SortState } from "@/lib/chart-models/table-model";
import { plural } from "@/lib/format/number";
import type { AuditCorrectionRow } from "@/lib/metrics/audit-records";

interface CorrectionLogProps {
  readonly asked: QueryState & { readonly rows: readonly AuditCorrectionRow[] };
  readonly onSelect: (select: Select) => void;
}

/** Who changed what of a record, when and why. */
export function CorrectionLog({ asked, onSelect }: CorrectionLogProps) {
  const [sort, setSort] = useState<SortState | null>(null);
  const table = useMemo(() => correctionTable(asked.rows), [asked.rows]);
  return (
    <section aria-labelledby="audit-log" className="mt-6">
      <h2 id="audit-log" className="mb-2 text-sm font-semibold">
        Correction log
        {asked.rows.length > 0 && `: ${plural(asked.rows.length, "entry", "entries")}`}
      </h2>
      <Answered
        state={asked}
        what="the correction log"
        brief
        empty={<p className="text-muted text-sm">No record in view was corrected.</p>}
      >
        <DataTable table={table} sort={sort} onSort={setSort} onSelect={onSelect} maxHeight={400} />
      </Answered>
    </section>
  );
}
