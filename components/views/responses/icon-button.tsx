import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface IconButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A quiet button of an open row: its label says the key, too. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <Button variant="quiet" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}
