"use client";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { isIn, itemSelect, PART_NAMES, type AuditList } from "@/lib/chart-models/audit";
import { answersText } from "@/lib/chart-models/audit-log";
import type { Select } from "@/lib/chart-models/series";
import { formatFixed, plural } from "@/lib/format/number";
import type { AuditRecordRow } from "@/lib/metrics/audit-records";

const PAGE = 20;

interface ClassListProps extends AuditList {
  readonly onSelect: (select: Select) => void;
  readonly onClose: () => void;
}

/** The items that a record set puts in a class, with what every record set says of them. */
export function ClassList({ part, recordSet, benchmark, onSelect, onClose }: ClassListProps) {
  const [limit, setLimit] = useState(PAGE);
  const { records } = benchmark;
  const listed = records.filter((record) => record.record_set === recordSet && isIn(record, part));
  const byItem = Map.groupBy(records, ({ item_id }) => item_id);
  return (
    <section aria-labelledby="audit-class" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="audit-class" className="text-sm font-semibold [overflow-wrap:anywhere]">
          {PART_NAMES[part].name} in {recordSet}: {plural(listed.length, "item")}
        </h2>
        <Button variant="quiet" onClick={onClose}>
          Close the list
        </Button>
      </div>
      <p className="text-muted mb-2 text-xs">
        Answers are numbers in the item’s own list of options, not the letters that were shown.
      </p>
      <ul className="divide-line divide-y text-sm">
        {listed.slice(0, limit).map((record) => (
          <Entry
            key={record.item_id}
            record={record}
            said={byItem.get(record.item_id) ?? []}
            onSelect={onSelect}
          />
        ))}
      </ul>
      {listed.length > limit && (
        <Button onClick={() => setLimit(limit + PAGE)}>
          Show {Math.min(PAGE, listed.length - limit)} more
        </Button>
      )}
    </section>
  );
}

const flagText = (flag: boolean | null) =>
  flag === null ? "without a flag" : flag ? "flagged" : "unflagged";

function Entry({
  record,
  said,
  onSelect,
}: {
  readonly record: AuditRecordRow;
  readonly said: readonly AuditRecordRow[];
  readonly onSelect: (select: Select) => void;
}) {
  return (
    <li className="py-2" data-item={record.item_id}>
      <p className="text-muted flex flex-wrap gap-x-2 text-xs [overflow-wrap:anywhere]">
        <button
          type="button"
          className="text-accent min-w-0 text-left font-mono underline"
          title="Open the responses"
          onClick={() => onSelect(itemSelect(record))}
        >
          {record.item_id}
        </button>
        {record.section !== null && <span>{record.section}</span>}
        <span>{flagText(record.stem_negative)}</span>
        <span>weight {formatFixed(record.weight, 2)}</span>
      </p>
      <dl className="flex flex-wrap gap-x-4 [overflow-wrap:anywhere]">
        {said.map((one) => (
          <div key={one.record_set} className="flex flex-wrap gap-x-1">
            <dt className="text-muted">{one.record_set}:</dt>
            <dd>
              {answersText(one.answers)} ({PART_NAMES[one.status].name.toLowerCase()})
              {one.notes !== null && <span className="text-muted"> “{one.notes}”</span>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
