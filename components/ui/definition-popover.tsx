"use client";
import { Info } from "lucide-react";
import { Popover } from "radix-ui";
import type { MetricDefinition } from "@/lib/metrics/metric";
import { Button } from "./button";

function Definition({ definition }: { readonly definition: MetricDefinition }) {
  const parts: readonly (readonly [string, string])[] = [
    ["Unit", definition.unit],
    ["Says", definition.says],
    ["Cannot say", definition.cannotSay],
    ["Source", definition.source],
    ...(definition.decision ? [["Our decision", definition.decision] as const] : []),
  ];
  return (
    <article className="border-line border-t pt-2 first:border-t-0 first:pt-0">
      <h3 className="font-semibold">
        {definition.label} <span className="text-muted font-normal">{definition.name}</span>
      </h3>
      <p className="bg-sunken my-1 rounded px-2 py-1 font-mono text-xs break-words whitespace-pre-wrap">
        {definition.formula}
      </p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-sm">
        {parts.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

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
