"use client";
import { clsx } from "clsx";
import { useId } from "react";

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** A few exclusive options side by side; radio buttons to the keyboard. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex items-center gap-2 text-sm">
      <legend className="text-muted float-left mr-2 p-0">{label}</legend>
      <div className="border-line flex rounded border">
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              "has-focus-visible:outline-accent cursor-pointer px-2 py-1 first:rounded-l last:rounded-r",
              "has-focus-visible:outline-2",
              option.value === value
                ? "bg-accent-soft text-ink font-medium"
                : "text-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
