"use client";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  /** What is lost, and what is not. */
  readonly explanation: ReactNode;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
}

/** A button for what takes something away: it asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, explanation, disabled, onConfirm } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title}>
        <div className="space-y-3">
          <p>{explanation}</p>
          <div className="flex gap-2">
            <Button
              variant="danger"
              onClick={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {label}
            </Button>
            <Button data-autofocus onClick={() => setOpen(false)}>
              Leave it as it is
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
