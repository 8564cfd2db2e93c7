"use client";
import { clsx } from "clsx";
import { useId, useRef, type ReactNode } from "react";
import type { HistoryStep } from "@/components/hooks/use-view-state";

interface SelectProps<T extends string> {
  readonly label: string;
  /** Read to a screen reader alone, where the chosen option says it. */
  readonly quiet?: boolean;
  /** As wide as its longest option. */
  readonly wide?: boolean;
  /** Between the label and the list. */
  readonly sign?: ReactNode;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /**
   * @param how "replace" where this list has just made the choice that goes: a closed list acts on
   * every arrow key, and Back should not undo them one by one
   */
  readonly onChange: (value: T, how: HistoryStep) => void;
}

/** One of many options, with its label beside it. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, quiet, wide, sign, value, options, onChange } = props;
  const id = useId();
  /** What was chosen here since the focus came. */
  const chosenHere = useRef<T | null>(null);
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm">
      <label htmlFor={id} className={clsx("text-muted", quiet && "sr-only")}>
        {label}
      </label>
      {sign}
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (!chosen) return;
          // After Back the choice that goes is another one, and a step of its own.
          const how = chosenHere.current === value ? "replace" : "push";
          chosenHere.current = chosen.value;
          onChange(chosen.value, how);
        }}
        onBlur={() => (chosenHere.current = null)}
        className={clsx(
          "border-line bg-surface min-w-0 rounded border px-1.5 py-0.5",
          !wide && "max-w-48 sm:max-w-64",
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
