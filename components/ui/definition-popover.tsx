"use client";
import { Info } from "lucide-react";
import { Popover } from "radix-ui";
import type { MetricDefinition } from "@/lib/metrics/metric";
import { Button } from "./button";
import { Definition } from "./definition";
import { PopoverPanel } from "./popover-panel";

/** ⓘ: name, formula, what it says and cannot say, source, and where our decision differs. */
export function DefinitionPopover({
  definitions,
  label = "Definitions",
}: {
  readonly definitions: readonly MetricDefinition[];
  readonly label?: string;
}) {
  if (definitions.length === 0) return null;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="quiet" aria-label={label} title={label}>
          <Info size={16} aria-hidden />
        </Button>
      </Popover.Trigger>
      <PopoverPanel
        aria-label={label}
        // Long texts scroll, by keyboard too.
        tabIndex={0}
        className="w-[min(30rem,calc(100vw-1rem))] space-y-3 p-3"
      >
        {definitions.map((definition) => (
          <Definition key={definition.id} definition={definition} />
        ))}
      </PopoverPanel>
    </Popover.Root>
  );
}
