"use client";
import { Select } from "./select";

type Pair = readonly [number, number];

export interface PairChoiceProps {
  readonly rows: readonly { readonly n_low: number; readonly n_high: number }[];
  readonly pair: Pair | null;
  readonly onChange: (pair: [number, number] | null) => void;
}

const WIDEST = "widest";

/** Which two N are compared: any that some curve has, or each curve's widest. */
export function PairChoice({ rows, pair, onChange }: PairChoiceProps) {
  const pairs = new Map(rows.map((row) => [`${row.n_low}-${row.n_high}`, row]));
  const options = [...pairs].sort(([, a], [, b]) => a.n_low - b.n_low || b.n_high - a.n_high);
  return (
    <Select
      label="from N to N"
      value={pair ? `${pair[0]}-${pair[1]}` : WIDEST}
      options={[
        { value: WIDEST, label: "widest of each" },
        ...options.map(([value, row]) => ({ value, label: `${row.n_low} → ${row.n_high}` })),
      ]}
      onChange={(chosen) => {
        const row = pairs.get(chosen);
        onChange(row ? [row.n_low, row.n_high] : null);
      }}
    />
  );
}
