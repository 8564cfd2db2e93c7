import { differences } from "@/lib/cubes/series";
import { ratio, wilson } from "@/lib/stats/proportions";
import { bonferroniAdjusted, holm } from "@/lib/stats/several";
import { compared } from "../compared";
import { byMode, conditionSides, modePairs } from "../condition-sides";
import { pairedParts, pairKey } from "../paired-parts";
import type { ModesRow } from "../question-rows";
import type { MetricOptions, Workspace } from "../workspace";

/** How many times the one is the other; null where one of them is not known, or the other is 0. */
function timesAs(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : ratio(one, other);
}

/** Fixed runs of one model asked directly and with thinking, item by item: thinking less direct. */
export async function modes(workspace: Workspace, options: MetricOptions): Promise<ModesRow[]> {
  const sides = byMode(await conditionSides(workspace, options));
  const pairs = modePairs(sides);
  if (pairs.length === 0) return [];
  const asked = { sides, pairs };
  const rows = await compared(workspace, options, { ...asked, whole: true });
  const parts = await pairedParts(workspace, options, asked);
  const byId = new Map(sides.map((side) => [side.id, side]));
  const made = rows.flatMap((row): Omit<ModesRow, "p_bonferroni" | "p_holm">[] => {
    const [a, b] = [byId.get(row.side_a), byId.get(row.side_b)];
    const own = parts.get(pairKey(row.side_a, row.side_b));
    if (!a || !b) return [];
    const change = own?.part("all");
    const once = row.method === "wald";
    return [
      {
        model: a.model,
        benchmark: a.benchmark,
        environment: a.environment,
        padding: a.padding,
        condition: a.condition,
        scorer: a.scorer,
        run_direct: a.run_id,
        run_thinking: b.run_id,
        n_shared: row.n_shared,
        only_direct: row.only_a,
        only_thinking: row.only_b,
        changed: row.changed,
        by_id: row.by_id,
        direct: row.accuracy_a,
        direct_ci: once ? wilson(row.both + row.lost, row.n_shared) : null,
        thinking: row.accuracy_b,
        thinking_ci: once ? wilson(row.both + row.gained, row.n_shared) : null,
        change_pp: change?.change_pp ?? null,
        wald_ci_pp: change?.wald_ci_pp ?? null,
        mcnemar_p: change?.mcnemar_p ?? null,
        direct_only: row.lost,
        thinking_only: row.gained,
        thinking_valid_rate: own ? ratio(own.all.n_valid_b, own.all.n_scored_b) : null,
        thinking_truncated: own?.all.n_truncated_b ?? 0,
        time_ratio: own ? timesAs(own.all.seconds_b, own.all.seconds_a) : null,
        tokens_ratio: own ? timesAs(own.all.tokens_b, own.all.tokens_a) : null,
        differ_in: differences(a.manifest, b.manifest),
        simulated: a.simulated || b.simulated,
      },
    ];
  });
  const values = made.map((row) => row.mcnemar_p);
  const [even, stepped] = [bonferroniAdjusted(values), holm(values)];
  return made.map((row, i) => ({
    ...row,
    p_bonferroni: even[i] ?? null,
    p_holm: stepped[i] ?? null,
  }));
}
