import { declaration1 } from "./declaration-1";
import { index1 } from "./index-1";
import { SCORER_NAMES, type Scorer, type ScorerName } from "./scorer";
import { strict2 } from "./strict-2";

/** Every scorer that reads text, by its name with version. */
export const SCORERS: Readonly<Record<ScorerName, Scorer>> = {
  "strict-2": strict2,
  "declaration-1": declaration1,
  "index-1": index1,
};

/**
 * The scorer of a name.
 *
 * @throws RangeError that lists the names there are
 */
export function scorerNamed(name: string): Scorer {
  const known = SCORER_NAMES.find((candidate) => candidate === name);
  if (!known) throw new RangeError(`No scorer "${name}". There are: ${SCORER_NAMES.join(", ")}`);
  return SCORERS[known];
}
