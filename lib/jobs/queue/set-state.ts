import type { Queries } from "../database/database";
import type { JobState } from "../state";
import { storable } from "../storable";
import { tell } from "./events";

/** Gives a job a state and tells of it. @param why where the program does, not a user */
export async function setState(
  tx: Queries,
  job: number,
  state: JobState,
  why: string | null = null,
): Promise<void> {
  // It may quote a host.
  const reason = why === null ? null : storable(why);
  await tx.run(
    `UPDATE foilscope.jobs SET state = $2, reason = $3, published = false,
        started = CASE WHEN $2 = 'running' THEN coalesce(started, foilscope.now_ms()) ELSE started END,
        finished = CASE WHEN $2 IN ('complete', 'incomplete', 'cancelled')
          THEN foilscope.now_ms() END
      WHERE id = $1::integer`,
    [job, state, reason],
  );
  await tell(tx, job, { kind: "state", state, reason });
}
