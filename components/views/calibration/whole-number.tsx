"use client";
import { useId, useState } from "react";

interface WholeNumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/**
 * A whole number that is typed: it counts when the field is left or Enter is pressed, so that no
 * number on the way to it is asked for. What is out of range stays in the field and says so.
 */
export function WholeNumber({ label, value, min, max, onChange }: WholeNumberProps) {
  const id = useId();
  const [draft, setDraft] = useState<{ readonly text: string; readonly of: number } | null>(null);
  // The link may have changed under the field.
  const text = draft?.of === value ? draft.text : String(value);
  const read = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  const usable = read >= min && read <= max;
  const commit = () => {
    if (usable && read !== value) onChange(read);
  };
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={usable ? undefined : true}
        aria-describedby={usable ? undefined : `${id}-problem`}
        onChange={(event) => setDraft({ text: event.target.value, of: value })}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
        }}
        className="border-line bg-surface tabular w-24 rounded border px-1.5 py-0.5"
      />
      {!usable && (
        <span id={`${id}-problem`} className="text-danger text-xs">
          a whole number from {min} to {max}
        </span>
      )}
    </span>
  );
}
