"use client";
import { useDeferredValue, type ReactNode } from "react";

interface FollowingProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * What may be drawn a turn after the chart above it: long tables, further figures. A filter change
 * then redraws the leading chart first. Busy until it shows what the chart shows.
 */
export function Following({ className, children }: FollowingProps) {
  const shown = useDeferredValue(children);
  return (
    <div className={className} aria-busy={shown !== children} data-following>
      {shown}
    </div>
  );
}
