"use client";
import { useId, useState } from "react";
import { clsx } from "clsx";
import type { RowColumn } from "@/lib/rows/columns";
import { filterText, parseRange, parseWords, RANGE_HELP, WORDS_HELP } from "@/lib/rows/filter-text";
import {
  CONTAINS_COLUMNS,
  RANGE_COLUMNS,
  type ColumnFilter,
} from "@/lib/view-state/column-filters";
import { ValuesFilter } from "./values-filter";
import type { FilterChange, TableFilters } from "./table-filters";

interface ColumnFilterProps {
  readonly column: RowColumn;
  readonly filters: TableFilters;
  readonly onChange: FilterChange;
}

/** The filter under a column's heading. */
export function ColumnFilterField({ column, filters, onChange }: ColumnFilterProps) {
  const range = RANGE_COLUMNS.find((id) => id === column.id);
  const words = CONTAINS_COLUMNS.find((id) => id === column.id);
  if (!range && !words)
    return <ValuesFilter column={column} filters={filters} onChange={onChange} />;
  const parse = (typed: string): ColumnFilter | null =>
    range ? parseRange(range, typed) : words ? parseWords(words, typed) : null;
  const present = filterText(filters.where.find((filter) => filter.column === column.id));
  return (
    // Another filter from elsewhere (a link, Back, a reset) replaces what is being typed.
    <TypedFilter
      key={present}
      column={column}
      present={present}
      help={range ? RANGE_HELP : WORDS_HELP}
      parse={parse}
      onChange={(filter) => onChange(column, () => filter)}
    />
  );
}

interface TypedFilterProps {
  readonly column: RowColumn;
  readonly present: string;
  readonly help: string;
  readonly parse: (typed: string) => ColumnFilter | null;
  readonly onChange: (filter: ColumnFilter | null) => void;
}

function TypedFilter({ column, present, help, parse, onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState(present);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const apply = () => {
    if (typed.trim() === present) return;
    try {
      onChange(parse(typed));
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <input
        type="text"
        aria-label={`filter ${column.label}`}
        aria-invalid={problem !== null}
        aria-describedby={problem ? id : undefined}
        title={problem ?? help}
        placeholder={column.kind === "number" ? "3..10" : "contains"}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply();
          if (event.key === "Escape") setTyped(present);
        }}
        className={clsx(
          "bg-surface placeholder:text-muted/60 h-6 w-full min-w-0 rounded border px-1.5 text-xs",
          problem ? "border-danger" : present ? "border-accent" : "border-line",
        )}
      />
      {problem && (
        <span id={id} role="alert" className="sr-only">
          {problem}
        </span>
      )}
    </>
  );
}
