import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { errorCode } from "@/lib/records/store/error-code";
import { isRunDir, MANIFEST_FILE, runDirName } from "@/lib/records/store/paths";
import type { Job } from "../queue/rows";
import { ActionRefused } from "../state";

export const iso = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();

const madeAt = z.object({ created: z.string() });

/**
 * Whether the run in a directory was written by a job: its manifest says when its job was put down,
 * to the millisecond. Of a directory that does not say so nobody knows.
 * @returns null where it went meanwhile, as while another process puts a newer state in its place
 */
export async function isOwnRun(job: Pick<Job, "created">, path: string): Promise<boolean | null> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(path, MANIFEST_FILE), "utf8"));
    return madeAt.parse(manifest).created === iso(job.created);
  } catch (error) {
    return errorCode(error) === "ENOENT" ? null : false;
  }
}

/** How the directory of a run stands to a job: `foreign` where the job has not written it. */
export type RunStanding = "absent" | "own" | "foreign";

export async function standingOf(
  job: Pick<Job, "created">,
  runId: string,
  dir: string,
): Promise<RunStanding> {
  const path = join(dir, runDirName(runId));
  while (await isRunDir(path)) {
    const own = await isOwnRun(job, path);
    if (own !== null) return own ? "own" : "foreign";
  }
  return "absent";
}

/**
 * An id of a run leaves out what more a job may ask of it (trials, N, environments, conditions), so
 * another job, of this database or another one, may have filled the directory that one would write.
 * @param dir holds the run directories
 * @throws ActionRefused where a run is there that the job has not written
 */
export async function refuseForeignRuns(
  job: Pick<Job, "created">,
  runIds: readonly string[],
  dir: string,
): Promise<void> {
  for (const runId of runIds)
    if ((await standingOf(job, runId, dir)) === "foreign")
      throw new ActionRefused(
        `run ${runId} is in ${join(dir, runDirName(runId))} already, and this job did not write it: nothing was asked, since what is there would be lost. Move that directory out of ${dir}, or give the job another seed`,
      );
}
