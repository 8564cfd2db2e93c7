import type { RunFacts } from "../queue/rows";

type Told = Pick<RunFacts, "kind" | "base_url" | "digest" | "quantisation" | "parameters">;

const PROPERTIES = ["digest", "quantisation", "parameters"] as const;

/**
 * What of a model is not as it was when its run began, for a sentence; null where nothing says that
 * it is another one. What a host does not tell differs from nothing; but where no digest names the
 * model, one at another address need not be the same.
 */
export function whatChanged(before: Told, now: Told): string | null {
  if (before.kind !== now.kind) return `a host of kind ${before.kind}, now ${now.kind}`;
  for (const property of PROPERTIES) {
    const [was, is] = [before[property], now[property]];
    if (was !== null && is !== null && was !== is) return `${property} ${was}, now ${is}`;
  }
  if (before.digest !== null && now.digest !== null) return null;
  if (before.base_url === now.base_url) return null;
  return `its host at ${before.base_url ?? "no address"}, now at ${now.base_url ?? "none"}, and no digest says that it is the same`;
}
