"use client";
import { UNDEFINED } from "@/lib/format/number";
import { Hint } from "./hint";

interface ValueProps {
  readonly value: number | null | undefined;
  readonly format: (value: number) => string;
  /** Why there is no number; shown on hover and focus of the dash. */
  readonly reason?: string;
}

/** A number, or a dash that tells why it is undefined. */
export function Value({ value, format, reason }: ValueProps) {
  if (value !== null && value !== undefined && Number.isFinite(value)) return <>{format(value)}</>;
  if (!reason) return <span aria-label="undefined">{UNDEFINED}</span>;
  return (
    <Hint text={reason}>
      <button
        type="button"
        aria-label={`undefined: ${reason}`}
        className="text-muted cursor-help px-1 underline decoration-dotted underline-offset-2"
      >
        {UNDEFINED}
      </button>
    </Hint>
  );
}
