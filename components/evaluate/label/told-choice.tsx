"use client";
import { clsx } from "clsx";
import { useId } from "react";

interface ToldChoiceProps<T> {
  readonly label: string;
  readonly value: T | null;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  /** Null takes back what was said: not told is no "no". */
  readonly onChange: (value: T | null) => void;
}

/** What may be said and need not be: pressing what is pressed takes it back. */
export function ToldChoice<const T extends string | boolean>({
  label,
  value,
  options,
  onChange,
}: ToldChoiceProps<T>) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <span id={id} className="text-muted min-w-0">
        {label}
      </span>
      <span role="group" aria-labelledby={id} className="border-line flex rounded border">
        {options.map((option) => (
          <button
            key={option.label}
            type="button"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value === value ? null : option.value)}
            className={clsx(
              "px-2 py-0.5 first:rounded-l last:rounded-r",
              option.value === value
                ? "bg-accent-soft text-ink font-medium"
                : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            {option.label}
          </button>
        ))}
      </span>
    </div>
  );
}

export const YES_NO = [
  { value: true, label: "Yes" },
  { value: false, label: "No" },
] as const;
