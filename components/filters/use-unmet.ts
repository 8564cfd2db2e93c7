"use client";
import { useViewState } from "@/components/hooks/use-view-state";
import { useFilters } from "@/components/workspace/use-metric";
import { unmetText } from "./unmet";

/** What the link asks of this view in vain; null where it asks for nothing of the kind. */
export function useUnmet(): string | null {
  const { filters, unknown } = useFilters();
  return unmetText(filters, unknown, useViewState().state.view);
}
