import { z } from "zod";
import { queryRows } from "@/lib/engine/decode";
import { holm, isDistinguishable } from "@/lib/stats/several";
import type { Interval } from "@/lib/stats/types";
import { compared } from "../compared";
import type { ComparisonRow } from "../rows";
import { scopeOf } from "../scope";
import type { MetricOptions, Workspace } from "../workspace";

const runRow = z.strictObject({ run_id: z.string(), model: z.string(), simulated: z.boolean() });

/** 0 minus 0 is 0, not -0. */
const negative = (value: number) => (value === 0 ? 0 : -value);

/** The change from a to b as the difference of a from b. */
const turned = (interval: Interval | null): Interval | null =>
  interval && [negative(interval[1]), negative(interval[0])];

/** Every two repeated runs of one benchmark, in every cell that both have. */
export async function comparisons(
  workspace: Workspace,
  options: MetricOptions,
): Promise<ComparisonRow[]> {
  const { cells } = scopeOf(options.filters);
  const rows = await compared(workspace, options, {
    sides: "runs",
    whole: false,
    pairs: "repeated",
  });
  if (rows.length === 0) return [];
  const runs = await queryRows(
    workspace.engine,
    runRow,
    `WITH ${cells} SELECT run_id, any_value(model) AS model,
      bool_or(provenance = 'simulated') AS simulated FROM sel_runs GROUP BY run_id`,
    { signal: options.signal },
  );
  const byId = new Map(runs.map((run) => [run.run_id, run]));
  const adjusted = holm(rows.map((row) => row.p));
  return rows.map((row, i) => ({
    run_a: row.side_a,
    run_b: row.side_b,
    model_a: byId.get(row.side_a)?.model ?? row.side_a,
    model_b: byId.get(row.side_b)?.model ?? row.side_b,
    benchmark: row.benchmark,
    environment: row.environment,
    padding: row.padding ?? "none",
    mode: row.mode,
    condition: row.condition,
    n_options: row.n_options ?? 2,
    n_shared: row.n_shared,
    only_a: row.only_a,
    only_b: row.only_b,
    changed: row.changed,
    difference: row.change === null ? null : negative(row.change),
    ci: turned(row.interval),
    p: row.p,
    p_holm: adjusted[i] ?? null,
    distinguishable: row.n_shared === 0 ? null : isDistinguishable(row.interval, row.p),
    simulated: [row.side_a, row.side_b].some((id) => byId.get(id)?.simulated === true),
  }));
}
