"use client";
import type { HistoryStep } from "@/components/hooks/use-view-state";
import { Select } from "./select";

type Pair = readonly [number, number];

export interface PairChoiceProps {
  readonly rows: readonly { readonly n_low: number; readonly n_high: number }[];
  readonly pair: Pair | null;
  /** What is compared where no pair is chosen. */
  readonly unchosen: string;
  readonly onChange: (pair: [number, number] | null, how: HistoryStep) => void;
}

const UNCHOSEN = "";

/** Which two N are compared: any that some curve has, or the view's own choice. */
export function PairChoice({ rows, pair, unchosen, onChange }: PairChoiceProps) {
  const pairs = new Map(rows.map((row) => [`${row.n_low}-${row.n_high}`, row]));
  const options = [...pairs].sort(([, a], [, b]) => a.n_low - b.n_low || b.n_high - a.n_high);
  return (
    <Select
      label="from N to N"
      value={pair ? `${pair[0]}-${pair[1]}` : UNCHOSEN}
      options={[
        { value: UNCHOSEN, label: unchosen },
        ...options.map(([value, row]) => ({ value, label: `${row.n_low} → ${row.n_high}` })),
      ]}
      onChange={(chosen, how) => {
        const row = pairs.get(chosen);
        onChange(row ? [row.n_low, row.n_high] : null, how);
      }}
    />
  );
}
