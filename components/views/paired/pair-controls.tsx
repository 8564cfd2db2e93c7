"use client";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import { PART_WORDS, partsOf, type ShownPair } from "@/lib/chart-models/paired";
import { Choice } from "../shared/choice";
import { PublishedToggle } from "../shared/published-toggle";
import { Select } from "../shared/select";

interface PairControlsProps extends Pick<ViewNavigation, "state" | "update"> {
  readonly pairs: readonly ShownPair[];
  readonly pair: ShownPair | null;
}

/** Which pair is drawn, on which of its items. */
export function PairControls({ state, update, pairs, pair }: PairControlsProps) {
  const parts = pair === null ? [] : partsOf(pair.row);
  return (
    <>
      {pair !== null && pairs.length > 1 && (
        <Select
          label="Pair"
          wide
          value={pair.key}
          options={pairs.map(({ key, label }) => ({ value: key, label }))}
          onChange={(couple, how) => update({ couple, stream: null, row: null }, how)}
        />
      )}
      {parts.length > 1 && (
        <Choice
          label="Items"
          value={state.part ?? "all"}
          options={parts.map((part) => ({
            value: part ?? ("all" as const),
            label: PART_WORDS[part ?? "all"],
          }))}
          onChange={(part) => update({ part: part === "all" ? null : part, row: null })}
        />
      )}
      <PublishedToggle paper="P2" />
    </>
  );
}
