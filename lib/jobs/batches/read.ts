import { z } from "zod";
import { BATCH_STATES } from "@/lib/hosts/host";
import type { Queries } from "../database/database";
import { OWN_STATES } from "./rows";

const shownRow = z.strictObject({
  id: z.int(),
  model: z.int(),
  host: z.string(),
  state: z.enum(OWN_STATES),
  remote: z.string().nullable(),
  requests: z.int(),
  bytes: z.number(),
  host_state: z.enum(BATCH_STATES).nullable(),
  host_done: z.int().nullable(),
  host_failed: z.int().nullable(),
  done: z.int().nullable(),
  failed: z.int().nullable(),
  missing: z.int().nullable(),
  problem: z.string().nullable(),
  cancel_asked: z.boolean(),
  created: z.number(),
  submitted: z.number().nullable(),
  ended: z.number().nullable(),
});
/** A batch as it is shown. Times are milliseconds since 1970. */
export type JobBatch = z.output<typeof shownRow>;
const SHOWN = Object.keys(shownRow.shape).join(", ");

/** Batches of a job, the newest first. */
export function batchesOf(queries: Queries, job: number): Promise<JobBatch[]> {
  return queries.rows(
    shownRow,
    `SELECT ${SHOWN} FROM foilscope.batches WHERE job = $1::integer ORDER BY id DESC`,
    [job],
  );
}
