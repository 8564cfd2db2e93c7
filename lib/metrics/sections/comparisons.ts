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

/** What a cell of two repeated runs always has. */
function stated<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined)
    throw new Error(`a comparison of repeated runs has no ${what}`);
  return value;
}

/** Every two repeated runs of one benchmark under one scorer, in every cell that both have. */
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
  const runOf = (id: string) => stated(byId.get(id), `run ${id}`);
  const adjusted = holm(rows.map((row) => row.p));
  return rows.map((row, i) => {
    const [a, b] = [runOf(row.side_a), runOf(row.side_b)];
    return {
      run_a: row.side_a,
      run_b: row.side_b,
      model_a: a.model,
      model_b: b.model,
      benchmark: row.benchmark,
      environment: row.environment,
      padding: stated(row.padding, "padding"),
      mode: row.mode,
      condition: row.condition,
      scorer: row.scorer,
      n_options: stated(row.n_options, "N"),
      n_shared: row.n_shared,
      only_a: row.only_a,
      only_b: row.only_b,
      changed: row.changed,
      difference: row.change === null ? null : negative(row.change),
      ci: turned(row.interval),
      p: row.p,
      p_holm: adjusted[i] ?? null,
      distinguishable: row.n_shared === 0 ? null : isDistinguishable(row.interval, row.p),
      simulated: a.simulated || b.simulated,
    };
  });
}
