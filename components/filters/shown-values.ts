import type { FacetValue } from "@/lib/metrics/facets";

export interface CountedValue {
  readonly value: FacetValue;
  /** Responses under the other filters; null where they were not counted. */
  readonly n: number | null;
}

/** Compares texts as people type them: without case, and with full-width signs as plain ones. */
export const fold = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * The values to list: all that match, in their own order, while they are few. Of many, those that
 * are chosen come first and the rest is cut at `limit`.
 */
export function shownValues(
  values: readonly CountedValue[],
  chosen: readonly FacetValue[],
  matches: (value: FacetValue) => boolean,
  limit: number,
): { readonly shown: readonly CountedValue[]; readonly found: number } {
  const found = values.filter(({ value }) => matches(value));
  if (found.length <= limit) return { shown: found, found: found.length };
  const first = found.filter(({ value }) => chosen.includes(value));
  const rest = found.filter(({ value }) => !chosen.includes(value));
  return {
    shown: [...first, ...rest].slice(0, Math.max(limit, first.length)),
    found: found.length,
  };
}
