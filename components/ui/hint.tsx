"use client";
import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";

interface HintProps {
  readonly text: ReactNode;
  readonly side?: "top" | "right" | "bottom" | "left";
  /** One focusable element. */
  readonly children: ReactNode;
}

/** A short explanation on hover and on keyboard focus. */
export function Hint({ text, side = "top", children }: HintProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="bg-ink text-canvas shadow-float z-50 max-w-72 rounded px-2 py-1 text-xs"
        >
          {text}
          <Tooltip.Arrow className="fill-ink" />
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
