"use client";
import { clsx } from "clsx";
import { Popover } from "radix-ui";
import type { ComponentProps } from "react";
import { PANEL } from "./menu-styles";

type PopoverPanelProps = ComponentProps<typeof Popover.Content> & {
  readonly "aria-label": string;
};

/** A floating panel under its trigger, which scrolls where the window has no room for all of it. */
export function PopoverPanel({ className, ...props }: PopoverPanelProps) {
  return (
    <Popover.Portal>
      <Popover.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        className={clsx(
          PANEL,
          "max-h-(--radix-popover-content-available-height) overflow-y-auto",
          className,
        )}
        {...props}
      />
    </Popover.Portal>
  );
}
