"use client";
import { useViewState } from "@/components/hooks/use-view-state";
import { Remark } from "@/components/ui/remark";
import { unknownParts, type KnownParts } from "@/lib/chart-models/unknown-parts";

/** What the link asks for and this view does not have. */
export function UnknownParts(known: KnownParts) {
  const { state } = useViewState();
  return unknownParts(state, known).map((sentence) => <Remark key={sentence}>{sentence}</Remark>);
}
