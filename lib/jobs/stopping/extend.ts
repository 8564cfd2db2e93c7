import { z } from "zod";
import type { Queries } from "../database/database";
import type { Evaluation } from "../evaluation";

const stopRow = z.strictObject({ run_id: z.string(), cell: z.string(), trials: z.int() });

/**
 * Keeps the looks of a job that is given more trials as they would be had it had them from the start:
 * what stopped at a fixed look stays stopped, and looks at what was a cell's last trial are taken
 * anew, where they are among the fixed ones still.
 */
export async function keepLooks(tx: Queries, job: number, evaluation: Evaluation): Promise<void> {
  if (evaluation.spec.adaptive === null) return;
  await tx.run("DELETE FROM foilscope.looks WHERE job = $1::integer AND last", [job]);
  const stops = await tx.rows(
    stopRow,
    "SELECT run_id, cell, trials FROM foilscope.looks WHERE job = $1::integer AND stop IS NOT NULL",
    [job],
  );
  const spared = stops.map(({ cell, trials }) => {
    const planned = evaluation.cells.get(cell);
    return planned ? (planned.trials - trials) * planned.items.length : 0;
  });
  await tx.run(
    `UPDATE foilscope.looks l SET spared = n.spared
      FROM unnest($2::text[], $3::text[], $4::integer[], $5::integer[])
        AS n(run_id, cell, trials, spared)
      WHERE l.job = $1::integer AND l.run_id = n.run_id AND l.cell = n.cell AND l.trials = n.trials`,
    [
      job,
      stops.map((stop) => stop.run_id),
      stops.map((stop) => stop.cell),
      stops.map((stop) => stop.trials),
      spared,
    ],
  );
  await tx.run(
    `UPDATE foilscope.runs r SET stopped = (SELECT coalesce(sum(l.spared), 0)::integer
        FROM foilscope.looks l WHERE l.run_id = r.run_id)
      WHERE r.job = $1::integer`,
    [job],
  );
}
