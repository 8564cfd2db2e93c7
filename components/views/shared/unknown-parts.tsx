"use client";
import { useViewState } from "@/components/hooks/use-view-state";
import { unknownParts, type KnownParts } from "@/lib/chart-models/unknown-parts";

/** What the link asks for and this view does not have. */
export function UnknownParts(known: KnownParts) {
  const { state } = useViewState();
  return unknownParts(state, known).map((sentence) => (
    <p
      key={sentence}
      role="status"
      className="bg-warn-soft text-warn rounded px-2 py-1 text-sm [overflow-wrap:anywhere]"
    >
      {sentence}
    </p>
  ));
}
