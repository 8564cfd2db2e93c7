"use client";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  /** "sheet" fills the left edge, for filters on narrow screens. */
  readonly form?: "centre" | "sheet";
  readonly children: ReactNode;
}

const FORMS = {
  centre:
    "top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] w-[min(52rem,calc(100vw-1rem))] -translate-x-1/2 -translate-y-1/2 rounded",
  sheet: "inset-y-0 left-0 w-[min(20rem,calc(100vw-2.5rem))]",
} as const;

/** Focus goes to what is marked `data-autofocus`, else to the first control. */
function focusMarked(event: Event): void {
  const marked =
    event.target instanceof Element ? event.target.querySelector("[data-autofocus]") : null;
  if (!(marked instanceof HTMLElement)) return;
  event.preventDefault();
  marked.focus();
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  form = "centre",
  children,
}: DialogProps) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Primitive.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={focusMarked}
          className={clsx(
            "border-line bg-raised shadow-float fixed z-50 flex flex-col border",
            FORMS[form],
          )}
        >
          <header className="border-line flex items-start justify-between gap-3 border-b px-3 py-2">
            <div>
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-muted text-sm">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <Button variant="quiet" aria-label="Close">
                <X size={16} aria-hidden />
              </Button>
            </Primitive.Close>
          </header>
          {/* Focusable, so that what is longer than the screen scrolls by keyboard too. */}
          <div tabIndex={-1} className="min-h-0 overflow-y-auto p-3">
            {children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
