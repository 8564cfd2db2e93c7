"use client";
import type { HistoryStep } from "@/components/hooks/use-view-state";
import { TABLES, tableName } from "@/lib/reference/papers";
import { Select } from "../shared/select";

interface TableChoiceProps {
  readonly value: string;
  readonly onChange: (id: string, how: HistoryStep) => void;
}

const OPTIONS = TABLES.map((table) => ({
  value: table.id,
  label: `${tableName(table)}: ${table.title}`,
}));

/** Which published table is shown. */
export function TableChoice({ value, onChange }: TableChoiceProps) {
  return <Select label="Table" wide value={value} options={OPTIONS} onChange={onChange} />;
}
