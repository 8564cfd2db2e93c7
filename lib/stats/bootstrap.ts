import { quantile } from "./quantiles";
import type { Interval } from "./types";

/** What a cluster adds to a mean difference. */
export interface Cluster {
  /** Sum of the differences of its items. */
  readonly sum: number;
  readonly n: number;
}

export const BOOTSTRAP_REPLICATES = 10_000;
export const BOOTSTRAP_SEED = 42;

/** Draws from [0, 1) by mulberry32: 32 bits of state, the same stream in every language. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Percentile interval (95%) of a mean difference when whole clusters are drawn with replacement, as
 * many as there are. One stream of draws, replicate by replicate: the clusters' order matters and is
 * that of their names. Null with fewer than two clusters, which leave nothing to draw.
 * Source: P2, Appendix G; the generator is ours.
 */
export function clusterBootstrap(
  clusters: readonly Cluster[],
  seed = BOOTSTRAP_SEED,
  replicates = BOOTSTRAP_REPLICATES,
): Interval | null {
  if (clusters.length < 2) return null;
  const draw = mulberry32(seed);
  const means = new Float64Array(replicates);
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    let [sum, n] = [0, 0];
    for (let left = clusters.length; left > 0; left -= 1) {
      const cluster = clusters[Math.floor(draw() * clusters.length)];
      sum += cluster?.sum ?? 0;
      n += cluster?.n ?? 0;
    }
    means[replicate] = sum / n;
  }
  means.sort();
  return [quantile(means, 0.025), quantile(means, 0.975)];
}
