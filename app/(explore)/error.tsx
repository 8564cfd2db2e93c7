"use client";
import { ErrorState } from "@/components/ui/error-state";

/** One view broke; the shell and the other views still work. */
export default function ViewError({
  error,
  reset,
}: {
  readonly error: Error;
  readonly reset: () => void;
}) {
  return (
    <ErrorState
      error={error}
      retry={reset}
      nextStep="Try again, or reset the filters; the other views still work."
    />
  );
}
