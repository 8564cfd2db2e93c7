"use client";
import { replaceEqualDeep } from "@tanstack/react-query";
import { useMemo, useState } from "react";

/** Gives back the value with whatever equals a part of the value before it as that same object. */
function keeper<T>(): (value: T) => T {
  let kept: T | undefined;
  return (value) => (kept = replaceEqualDeep(kept, value));
}

/**
 * A prepared value whose parts stay the same objects as long as they say the same, so that a part
 * that a filter change leaves alone is not drawn again.
 */
export function useKept<T>(value: T): T {
  const [keep] = useState<(value: T) => T>(keeper);
  return useMemo(() => keep(value), [keep, value]);
}
