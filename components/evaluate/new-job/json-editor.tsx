"use client";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import type { SpecState } from "./use-spec";

/** The spec as JSON, with the line and the reason of what is wrong. */
export function JsonEditor({ spec }: { readonly spec: SpecState }) {
  const id = useId();
  const { problems } = spec.read;
  return (
    <div className="min-w-0 space-y-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          The job as JSON
        </label>
        {spec.broken && <Button onClick={spec.mend}>Back to the last readable text</Button>}
      </div>
      <textarea
        id={id}
        value={spec.text}
        spellCheck={false}
        rows={Math.min(40, Math.max(12, spec.text.split("\n").length + 1))}
        onChange={(event) => spec.setText(event.target.value)}
        aria-invalid={problems.length > 0}
        aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
        className="border-line bg-surface block w-full rounded border p-2 font-mono text-xs whitespace-pre"
      />
      {problems.length > 0 && (
        <ul id={`${id}-problems`} aria-label="Problems" className="text-danger text-sm">
          {problems.map(({ line, path, reason }, i) => (
            <li key={i}>
              Line {line}
              {path !== "" && (
                <>
                  , <code className="font-mono text-xs">{path}</code>
                </>
              )}
              : {reason}
            </li>
          ))}
        </ul>
      )}
      {spec.broken && (
        <p className="text-muted text-sm">
          The form shows the last text that was JSON, and waits until this one is.
        </p>
      )}
    </div>
  );
}
