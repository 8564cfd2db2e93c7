"use client";
import { Columns3 } from "lucide-react";
import { Popover } from "radix-ui";
import { Button } from "@/components/ui/button";
import { ROW_COLUMNS } from "@/lib/rows/columns";
import { chosenColumns, isDefaultChoice } from "./table-columns";
import { PopoverPanel } from "@/components/ui/popover-panel";

interface ColumnsMenuProps {
  readonly columns: readonly string[] | null;
  readonly onChange: (columns: string[] | null) => void;
}

/** Chooses the columns of the table; they stand in the natural order. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  const chosen = chosenColumns(columns).map((column) => column.id);
  const toggle = (id: string) => {
    const next = ROW_COLUMNS.map((column) => column.id).filter((other) =>
      other === id ? !chosen.includes(id) : chosen.includes(other),
    );
    if (next.length > 0) onChange(isDefaultChoice(next) ? null : next);
  };
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button>
          <Columns3 size={14} aria-hidden /> Columns ({chosen.length} of {ROW_COLUMNS.length})
        </Button>
      </Popover.Trigger>
      <PopoverPanel align="start" aria-label="Columns" className="w-64 p-2">
        <ul>
          {ROW_COLUMNS.map((column) => (
            <li key={column.id}>
              <label className="hover:bg-sunken flex items-center gap-2 rounded px-1 py-0.5 text-sm">
                <input
                  type="checkbox"
                  checked={chosen.includes(column.id)}
                  onChange={() => toggle(column.id)}
                />
                {column.label}
              </label>
            </li>
          ))}
        </ul>
        {columns && (
          <Button variant="quiet" className="mt-1" onClick={() => onChange(null)}>
            Reset
          </Button>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}
