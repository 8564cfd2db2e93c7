"use client";
import type { HistoryStep } from "@/components/hooks/use-view-state";
import { paddingName } from "@/lib/chart-models/padding-groups";
import { Select } from "../shared/select";

type Pair = readonly [string, string];

interface PaddingsChoiceProps {
  /** Paddings in view, in order. */
  readonly paddings: readonly string[];
  /** The pair in use; null sets none against the worst of each model. */
  readonly pair: Pair | null;
  readonly onChange: (pair: [string, string] | null, how: HistoryStep) => void;
}

const WORST = "";

/** Any two paddings, the second by default the worst of each model. */
export function PaddingsChoice({ paddings, pair, onChange }: PaddingsChoiceProps) {
  const first = pair?.[0] ?? "none";
  const second = pair?.[1] ?? WORST;
  const other = (taken: string) => paddings.find((padding) => padding !== taken) ?? null;
  const named = (padding: string) => ({ value: padding, label: paddingName(padding) });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <Select
        label="Padding"
        value={first}
        options={paddings.map(named)}
        onChange={(chosen, how) => {
          if (second === WORST && chosen === "none") return;
          // Chosen against a padding of its own, the first one is set against another.
          const against = second === WORST || second === chosen ? other(chosen) : second;
          onChange(against === null ? null : [chosen, against], how);
        }}
      />
      <Select
        label="against"
        value={second}
        options={[
          { value: WORST, label: "the worst of each" },
          ...paddings.filter((padding) => padding !== first).map(named),
        ]}
        onChange={(chosen, how) => onChange(chosen === WORST ? null : [first, chosen], how)}
      />
    </div>
  );
}
