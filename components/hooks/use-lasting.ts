"use client";
import { useEffect, useState } from "react";

/** Whether something holds and has held for a time, in milliseconds. */
export function useLasting(holds: boolean, time: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!holds) return;
    const timer = setTimeout(() => setLasting(true), time);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [holds, time]);
  return holds && lasting;
}
