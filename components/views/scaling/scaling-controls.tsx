"use client";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import { Choice } from "../shared/choice";
import { ScaleChoice } from "../shared/scale-choice";

/** What the y axis measures, the scale of N, what a band covers. */
export function ScalingControls({ state, update }: Pick<ViewNavigation, "state" | "update">) {
  return (
    <>
      <Choice
        label="Show"
        value={state.metric}
        options={[
          { value: "na", label: "NA" },
          { value: "accuracy", label: "Accuracy" },
        ]}
        onChange={(metric) => update({ metric })}
      />
      <Choice
        label="Band"
        value={state.interval}
        options={[
          { value: "item", label: "Items, 95%" },
          { value: "trial", label: "Trials, 95%" },
          { value: "iqr", label: "Middle half" },
        ]}
        onChange={(interval) => update({ interval })}
      />
      <ScaleChoice state={state} update={update} />
    </>
  );
}
