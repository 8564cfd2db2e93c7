"use client";
import { ChevronDown } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { clsx } from "clsx";
import { FacetOption } from "@/components/filters/facet-option";
import { fold } from "@/components/filters/shown-values";
import { Button } from "@/components/ui/button";
import { useRows } from "@/components/workspace/use-metric";
import { listOf } from "@/lib/format/number";
import type { RowColumn } from "@/lib/rows/columns";
import { columnValues, MAX_VALUES } from "@/lib/rows/values";
import { columnWords } from "./response-cell";
import {
  chosenValues,
  toggledFilter,
  valuesFilter,
  type Choice,
  type FilterChange,
  type TableFilters,
} from "./table-filters";
import { PopoverPanel } from "@/components/ui/popover-panel";

/** A list that long is searched rather than read. */
const SEARCHED = 8;

function words(column: RowColumn, value: Choice): string {
  if (value === null) return "not stated";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return columnWords(column, String(value));
}

interface ValuesFilterProps {
  readonly column: RowColumn;
  readonly filters: TableFilters;
  readonly onChange: FilterChange;
}

/** The filter of a column whose values are picked from a list. */
export function ValuesFilter({ column, filters, onChange }: ValuesFilterProps) {
  const [open, setOpen] = useState(false);
  const chosen = chosenValues(column, filters);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={`filter ${column.label}`}
        className={clsx(
          "bg-surface flex h-6 w-full min-w-0 items-center justify-between gap-1 rounded border px-1.5 text-left text-xs",
          chosen ? "border-accent" : "border-line text-muted",
        )}
      >
        <span className="truncate">
          {chosen
            ? listOf(
                chosen.map((value) => words(column, value)),
                2,
              )
            : "all"}
        </span>
        <ChevronDown size={12} aria-hidden className="shrink-0" />
      </Popover.Trigger>
      <PopoverPanel
        align="start"
        aria-label={`values of ${column.label}`}
        className="flex w-56 flex-col gap-2 p-2"
      >
        {open && <ValueList column={column} chosen={chosen ?? []} onChange={onChange} />}
        {chosen && (
          <Button
            variant="quiet"
            onClick={() => onChange(column, () => null)}
            className="shrink-0 self-start"
          >
            Show all
          </Button>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}

interface ValueListProps {
  readonly column: RowColumn;
  readonly chosen: readonly Choice[];
  readonly onChange: FilterChange;
}

function ValueList({ column, chosen, onChange }: ValueListProps) {
  const [search, setSearch] = useState("");
  const read = useRows(
    ["responses", "values", column.id],
    (workspace, signal): Promise<readonly Choice[]> =>
      column.values
        ? Promise.resolve(column.always ? column.values : [...column.values, null])
        : columnValues(workspace, column, { signal }),
  );
  if (read.status === "loading")
    return <p className="text-muted text-xs">Reading the values of {column.label}</p>;
  if (read.error) return <p className="text-danger text-xs">{read.error.message}</p>;
  const known = read.rows;
  const values = [...known, ...chosen.filter((value) => !known.includes(value))];
  const wanted = fold(search.trim());
  const shown = values.filter((value) => fold(words(column, value)).includes(wanted));
  return (
    <>
      {values.length > SEARCHED && (
        <input
          type="search"
          aria-label={`search ${column.label}`}
          placeholder="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="border-line bg-surface h-7 rounded border px-2 text-sm"
        />
      )}
      <ul className="max-h-64 overflow-y-auto text-sm">
        {shown.map((value) => (
          <FacetOption
            key={String(value)}
            label={words(column, value)}
            count={null}
            checked={chosen.includes(value)}
            onToggle={() => onChange(column, (now) => toggledFilter(column, now, value))}
            onOnly={() => onChange(column, () => valuesFilter(column, [value]))}
          />
        ))}
        {shown.length === 0 && <li className="text-muted px-1 text-xs">no such value</li>}
      </ul>
      {known.length >= MAX_VALUES && (
        <p className="text-muted text-xs">The first {MAX_VALUES} values; filter by the panel.</p>
      )}
    </>
  );
}
