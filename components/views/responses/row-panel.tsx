"use client";
import { clsx } from "clsx";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useWide } from "./use-wide";

interface RowPanelProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Two things stand side by side in it. */
  readonly double?: boolean;
  readonly children: ReactNode;
}

/** Holds the open row: beside the table where there is room, else a sheet over all of the page. */
export function RowPanel({ title, onClose, double = false, children }: RowPanelProps) {
  const wide = useWide();
  if (wide)
    return (
      <aside
        aria-label={title}
        className={clsx(
          "border-line bg-surface sticky top-2 h-[min(80dvh,66rem)] shrink-0 rounded border",
          double ? "w-[64%]" : "w-[30rem]",
        )}
      >
        {children}
      </aside>
    );
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          className="bg-surface fixed inset-0 z-50 outline-none"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
