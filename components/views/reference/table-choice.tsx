"use client";
import type { HistoryStep } from "@/components/hooks/use-view-state";
import { TABLES } from "@/lib/reference/p1-tables";
import { Select } from "../shared/select";

interface TableChoiceProps {
  readonly value: string;
  readonly onChange: (id: string, how: HistoryStep) => void;
}

const OPTIONS = TABLES.map(({ id, number, title }) => ({
  value: id,
  label: `${number}: ${title}`,
}));

/** Which published table is shown. */
export function TableChoice({ value, onChange }: TableChoiceProps) {
  return <Select label="Table" wide value={value} options={OPTIONS} onChange={onChange} />;
}
