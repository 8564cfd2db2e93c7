"use client";
import { RotateCcw, TriangleAlert } from "lucide-react";
import { EngineError } from "@/lib/engine/engine";
import { Button } from "./button";

interface ErrorStateProps {
  readonly error: Error;
  readonly retry?: () => void;
  /** What to do when trying again does not help. */
  readonly nextStep?: string;
  readonly title?: string;
}

/** Cause, next step and a way to try again. */
export function ErrorState({
  error,
  retry,
  nextStep = "Try again; if it stays, reload the page.",
  title = "This could not be shown",
}: ErrorStateProps) {
  const sql = error instanceof EngineError ? error.sql : null;
  return (
    <div role="alert" className="border-line bg-danger-soft max-w-3xl rounded border p-3">
      <p className="text-danger flex items-center gap-2 font-semibold">
        <TriangleAlert size={16} aria-hidden /> {title}
      </p>
      <p className="mt-1 text-sm break-words whitespace-pre-wrap">{error.message}</p>
      <p className="text-muted mt-1 text-sm">{nextStep}</p>
      {sql && (
        <details className="mt-2 text-xs">
          <summary className="text-muted">Statement</summary>
          <pre className="mt-1 max-h-48 overflow-auto font-mono whitespace-pre-wrap">{sql}</pre>
        </details>
      )}
      {retry && (
        <Button className="mt-2" onClick={retry}>
          <RotateCcw size={14} aria-hidden /> Try again
        </Button>
      )}
    </div>
  );
}
