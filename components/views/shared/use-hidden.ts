"use client";
import { useCallback } from "react";
import { useViewState } from "@/components/hooks/use-view-state";

/** Switches a curve off or on again; the link remembers it. */
export function useHidden(): (id: string) => void {
  const { update } = useViewState();
  return useCallback(
    (id: string) =>
      update(({ hidden }) => ({
        hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id],
      })),
    [update],
  );
}
