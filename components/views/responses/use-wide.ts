"use client";
import { useSyncExternalStore } from "react";

/** From this width on the open row stands beside the table. */
const WIDE = "(min-width: 1100px)";

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether there is room for a panel beside the table. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
}
