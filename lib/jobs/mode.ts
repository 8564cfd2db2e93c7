import type { JobSpec } from "@/lib/protocol/job-spec";

export type Mode = JobSpec["modes"][number];

/** The mode of a key of a job. @throws RangeError for one that no job has */
export function modeOf(mode: string | null): Mode {
  if (mode === "direct" || mode === "thinking") return mode;
  throw new RangeError(`no mode "${mode ?? "null"}"`);
}
