import { clusterBootstrap } from "@/lib/stats/bootstrap";
import { knownFractionPrediction } from "@/lib/stats/presentation";
import { compared, type ComparedRow } from "../compared";
import { conditionPairs, conditionSides, type ConditionSide } from "../condition-sides";
import { pairedParts, pairKey, type PairedParts } from "../paired-parts";
import type { ChangePart, PairedConditionsRow } from "../question-rows";
import type { WarningRow } from "../rows";
import type { MetricOptions, Workspace } from "../workspace";

/** Two sides, what they count, and their parts where they share an item. */
interface ConditionPair {
  readonly a: ConditionSide;
  readonly b: ConditionSide;
  readonly counts: ComparedRow;
  readonly parts: PairedParts | null;
}

/** Every pair of comparable fixed sides of one model under two conditions, in the order of the sides. */
async function loadConditionPairs(
  workspace: Workspace,
  options: Pick<MetricOptions, "filters" | "signal" | "paddings">,
): Promise<ConditionPair[]> {
  const sides = await conditionSides(workspace, options);
  const pairs = conditionPairs(sides);
  // Most stores hold one condition: nothing more is asked then.
  if (pairs.length === 0) return [];
  const rows = await compared(workspace, options, { sides, pairs, whole: true });
  const parts = await pairedParts(workspace, options, { sides, pairs });
  const byId = new Map(sides.map((side) => [side.id, side]));
  return rows.flatMap((counts) => {
    const [a, b] = [byId.get(counts.side_a), byId.get(counts.side_b)];
    const key = pairKey(counts.side_a, counts.side_b);
    return a && b ? [{ a, b, counts, parts: parts.get(key) ?? null }] : [];
  });
}

const NO_ITEM: ChangePart = {
  n_shared: 0,
  both: 0,
  lost: 0,
  gained: 0,
  neither: 0,
  change_pp: null,
  wald_ci_pp: null,
  mcnemar_p: null,
  t_ci_pp: null,
  t_p: null,
  lost_to: null,
};

const onlyN = ({ n_low, n_high }: ConditionSide) => (n_low === n_high ? n_low : null);

/** The paper's reference: what a fixed share known would become at the other side's N. */
function knownFraction({ counts, parts }: ConditionPair): number | null {
  const { known, guessing } = parts?.all ?? { known: null, guessing: null };
  if (!counts.n_differs || known === null || guessing === null) return null;
  return knownFractionPrediction(known, guessing);
}

function bootstrapOf(parts: PairedParts | null): [number, number] | null {
  const interval = parts?.sections ? clusterBootstrap(parts.sections) : null;
  return interval && [100 * interval[0], 100 * interval[1]];
}

function pairedRowOf(pair: ConditionPair): PairedConditionsRow {
  const { a, b, counts, parts } = pair;
  const stems = (parts?.all.n_flagged_or_not ?? 0) > 0;
  const lengths = (parts?.all.n_with_lengths ?? 0) > 0;
  return {
    run_a: a.run_id,
    run_b: b.run_id,
    model: a.model,
    benchmark: a.benchmark,
    environment: a.environment,
    padding: a.padding,
    mode: a.mode,
    condition_a: a.condition ?? "",
    condition_b: b.condition ?? "",
    scorer: a.scorer,
    n_options_a: onlyN(a),
    n_options_b: onlyN(b),
    accuracy_a: counts.accuracy_a,
    accuracy_b: counts.accuracy_b,
    ...(parts?.part("all") ?? NO_ITEM),
    only_a: counts.only_a,
    only_b: counts.only_b,
    changed: counts.changed,
    by_id: counts.by_id,
    known_fraction: knownFraction(pair),
    cluster_bootstrap_ci_pp: bootstrapOf(parts),
    by_stem:
      parts && stems
        ? { flagged: parts.part("flagged"), unflagged: parts.part("unflagged") }
        : null,
    length_matched: parts && lengths ? parts.part("length_matched") : null,
    simulated: a.simulated || b.simulated,
  };
}

/** Fixed runs of one model under two conditions, item by item: the change from fewer options to more. */
export async function paired(
  workspace: Workspace,
  options: MetricOptions,
): Promise<PairedConditionsRow[]> {
  return (await loadConditionPairs(workspace, options)).map(pairedRowOf);
}

/** That items pair by their id alone. */
export async function pairedByIdWarnings(
  workspace: Workspace,
  options: MetricOptions,
): Promise<WarningRow[]> {
  const sides = await conditionSides(workspace, options);
  const pairs = conditionPairs(sides);
  if (pairs.length === 0) return [];
  const rows = await compared(workspace, options, { sides, pairs, whole: true });
  const byId = new Map(sides.map((side) => [side.id, side]));
  return rows.flatMap(({ side_a, side_b, by_id, n_shared }) => {
    const [a, b] = [byId.get(side_a), byId.get(side_b)];
    if (by_id === 0 || !a || !b) return [];
    const named = `${a.condition ?? ""} and ${b.condition ?? ""}`;
    return [
      {
        code: "paired_by_id",
        message:
          `${by_id} of the ${n_shared} items that ${a.model} was asked under ${named} have no item ` +
          `hash: they are paired by their id alone, and whether both are one question is not known`,
        runs: [...new Set([a.run_id, b.run_id])],
      },
    ];
  });
}
