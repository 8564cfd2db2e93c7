import { z } from "zod";
import type { Stopping } from "@/lib/records/manifest";
import { looksUpTo } from "@/lib/stats/adaptive";
import type { Look } from "@/lib/stats/adaptive";
import { STOP_REASONS, type StopReason } from "@/lib/stats/stop-reasons";
import { cellOf } from "../cell";
import type { Queries } from "../database/database";
import type { Evaluation } from "../evaluation";
import { lookText } from "./looks";

const lookRow = z.strictObject({
  run_id: z.string(),
  cell: z.string(),
  trials: z.int(),
  spared: z.int(),
  stop: z.enum(STOP_REASONS).nullable(),
  look: lookText,
});

/** The newest look at a cell of a run. */
export interface CellLook {
  readonly runId: string;
  readonly cell: ReturnType<typeof cellOf>;
  /** Trials that were looked at. */
  readonly trials: number;
  /** Requests that are not made because of it. */
  readonly spared: number;
  /** Why the cell ended there; null where it goes on. */
  readonly stop: StopReason | null;
  /** Null where an error among the rows let the look be passed over. */
  readonly look: Look | null;
}

/** The newest look at each cell of a job that was looked at. */
export async function looksOf(queries: Queries, job: number): Promise<CellLook[]> {
  const rows = await queries.rows(
    lookRow,
    `SELECT DISTINCT ON (run_id, cell) run_id, cell, trials, spared, stop, look
      FROM foilscope.looks WHERE job = $1::integer
      ORDER BY run_id, cell, stop IS NULL, trials DESC`,
    [job],
  );
  return rows.map(({ run_id, cell, ...row }) => ({ runId: run_id, cell: cellOf(cell), ...row }));
}

/** What the manifest of a run says of the rule; null where the job does not have it. */
export function stoppingOf(
  { spec, cells }: Evaluation,
  runId: string,
  looks: readonly CellLook[],
): Stopping | null {
  if (spec.adaptive === null) return null;
  const planned = [...cells.values()].map((cell) => cell.trials);
  return {
    looks: [...new Set(planned.flatMap((trials) => looksUpTo(trials)))].sort((a, b) => a - b),
    ...spec.adaptive,
    cells: looks.flatMap(({ runId: of, cell, trials, stop, look }) => {
      const own = [...cells.values()].find((one) => isSame(one, cell));
      if (of !== runId || stop === null || look === null || !own) return [];
      return [
        {
          ...cell,
          trials,
          planned_trials: own.trials,
          reason: stop,
          accuracy: look.accuracy,
          trial_interval: [look.trialInterval[0], look.trialInterval[1]] as [number, number],
          item_interval: [look.itemInterval[0], look.itemInterval[1]] as [number, number],
        },
      ];
    }),
  };
}

function isSame(a: CellLook["cell"], b: CellLook["cell"]): boolean {
  return (Object.keys(b) as (keyof CellLook["cell"])[]).every((part) => a[part] === b[part]);
}
