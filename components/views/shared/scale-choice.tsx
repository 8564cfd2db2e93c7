"use client";
import type { ViewNavigation } from "@/components/hooks/use-view-state";
import { Choice } from "./choice";

/** Whether the axis of N is linear or logarithmic. */
export function ScaleChoice({ state, update }: Pick<ViewNavigation, "state" | "update">) {
  return (
    <Choice
      label="N axis"
      value={state.scale}
      options={[
        { value: "linear", label: "Linear" },
        { value: "log", label: "Log" },
      ]}
      onChange={(scale) => update({ scale })}
    />
  );
}
