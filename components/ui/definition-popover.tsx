"use client";
import { Info } from "lucide-react";
import { Popover } from "radix-ui";
import type { MetricDefinition } from "@/lib/metrics/metric";
import { Button } from "./button";
import { Definition } from "./definition";

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
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          // Long texts scroll, by keyboard too.
          tabIndex={0}
          className="border-line bg-raised shadow-float z-40 max-h-(--radix-popover-content-available-height) w-[min(30rem,calc(100vw-1rem))] space-y-3 overflow-y-auto rounded border p-3"
        >
          {definitions.map((definition) => (
            <Definition key={definition.id} definition={definition} />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
