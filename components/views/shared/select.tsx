"use client";
import { clsx } from "clsx";
import { useId, type ReactNode } from "react";

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
  readonly onChange: (value: T) => void;
}

/** One of many options, with its label beside it. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, quiet, wide, sign, value, options, onChange } = props;
  const id = useId();
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
          if (chosen) onChange(chosen.value);
        }}
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
