"use client";
import { useId } from "react";

type Pair = readonly [number, number];

interface PairChoiceProps {
  readonly rows: readonly { readonly n_low: number; readonly n_high: number }[];
  readonly pair: Pair | null;
  readonly onChange: (pair: [number, number] | null) => void;
}

const WIDEST = "widest";

/** Which two N are compared: any that some curve has, or each curve's widest. */
export function PairChoice({ rows, pair, onChange }: PairChoiceProps) {
  const id = useId();
  const pairs = new Map(rows.map((row) => [`${row.n_low}-${row.n_high}`, row]));
  const options = [...pairs].sort(([, a], [, b]) => a.n_low - b.n_low || b.n_high - a.n_high);
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className="text-muted">
        from N to N
      </label>
      <select
        id={id}
        value={pair ? `${pair[0]}-${pair[1]}` : WIDEST}
        onChange={(event) => {
          const row = pairs.get(event.target.value);
          onChange(row ? [row.n_low, row.n_high] : null);
        }}
        className="border-line bg-surface rounded border px-1.5 py-0.5"
      >
        <option value={WIDEST}>widest of each</option>
        {options.map(([key, row]) => (
          <option key={key} value={key}>
            {row.n_low} → {row.n_high}
          </option>
        ))}
      </select>
    </span>
  );
}
