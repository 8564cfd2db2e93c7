import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { INTERFERENCE, type SimulatedEnvironment, type SimulatedModel } from "./spec";

/** Difficulty of item `t` (from 0) of `items`: from 0.2 to 3.8 in equal steps. A lone item has 0.2. */
export function difficultyOf(t: number, items: number): number {
  return items === 1 ? 0.2 : 0.2 + (3.6 * t) / (items - 1);
}

/** Probability that a readable answer is known rather than left to the policy. */
export function knownProbability(
  model: Pick<SimulatedModel, "a" | "s">,
  difficulty: number,
  environment: SimulatedEnvironment,
  nOptions: number,
): number {
  return model.a / (1 + (model.s * difficulty * INTERFERENCE[environment] * (nOptions - 1)) / 99);
}

/** Draws a one-based position, given the gold's. */
export type Fallback = (random: RandomGenerator, goldPos: number) => number;

/**
 * P(i) proportional to q^(i-1) over 1..N, by inversion of its distribution function
 * F(i) = (1 - q^i) / (1 - q^N).
 */
function geometric(q: number, nOptions: number): (random: RandomGenerator) => number {
  const mass = 1 - q ** nOptions;
  const logRatio = Math.log(q);
  return (random) => {
    const u = uniformFloat64(random);
    // Rounding at u near 1 may step just past N.
    return Math.min(nOptions, 1 + Math.floor(Math.log1p(-u * mass) / logRatio));
  };
}

/** How a model answers when it does not know. */
export function fallbackOf(model: SimulatedModel, nOptions: number): Fallback {
  switch (model.policy) {
    case "content":
      return (random, goldPos) => {
        const wrong = uniformInt(random, 1, nOptions - 1);
        return wrong < goldPos ? wrong : wrong + 1;
      };
    case "uniform":
      return (random) => uniformInt(random, 1, nOptions);
    case "primacy":
    case "tail": {
      if (model.q === undefined) throw new RangeError(`model ${model.name} has no ratio q`);
      const draw = geometric(model.q, nOptions);
      return model.policy === "primacy" ? draw : (random) => nOptions + 1 - draw(random);
    }
  }
}

/**
 * One answer: null when unreadable, else a one-based position.
 * Each answer draws anew, so that more trials extend a sequence without changing it.
 */
export function answer(
  random: RandomGenerator,
  goldPos: number,
  chances: { readonly invalid: number; readonly known: number; readonly fallback: Fallback },
): number | null {
  if (uniformFloat64(random) < chances.invalid) return null;
  if (uniformFloat64(random) < chances.known) return goldPos;
  return chances.fallback(random, goldPos);
}
