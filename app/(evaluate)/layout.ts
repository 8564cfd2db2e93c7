import { createElement, Suspense, type ReactNode } from "react";
import { EvaluateShell } from "@/components/evaluate/shell/evaluate-shell";
import { ShellSkeleton } from "@/components/shell/shell-skeleton";

// The files of this part end in .ts: a static site, which takes pages of .tsx alone, has none of it.

/** The frame of Evaluate. */
export default function EvaluateLayout({ children }: { readonly children: ReactNode }) {
  return createElement(
    Suspense,
    { fallback: createElement(ShellSkeleton) },
    createElement(EvaluateShell, { children }),
  );
}
