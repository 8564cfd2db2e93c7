import { clsx } from "clsx";
import type { ReactNode } from "react";

interface RemarkProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** What a reader has to know about the link or the data, said to a screen reader too. */
export function Remark({ className, children }: RemarkProps) {
  return (
    <p
      role="status"
      className={clsx(
        "bg-warn-soft text-warn rounded px-2 py-1 text-sm [overflow-wrap:anywhere]",
        className,
      )}
    >
      {children}
    </p>
  );
}
