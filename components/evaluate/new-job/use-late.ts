"use client";
import { useEffect, useState } from "react";

/** A value once it has rested for a while. */
export function useLate<T>(value: T, restMs: number): T {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return late;
}
