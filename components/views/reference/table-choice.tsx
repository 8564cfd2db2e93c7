"use client";
import { useId } from "react";
import { TABLES } from "@/lib/reference/p1-tables";

interface TableChoiceProps {
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Which published table is shown. */
export function TableChoice({ value, onChange }: TableChoiceProps) {
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <label htmlFor={id} className="text-muted">
        Table
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="border-line bg-surface min-w-0 rounded border px-1.5 py-1"
      >
        {TABLES.map((table) => (
          <option key={table.id} value={table.id}>
            {table.number}: {table.title}
          </option>
        ))}
      </select>
    </span>
  );
}
