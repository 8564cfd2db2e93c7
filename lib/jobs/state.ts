import type { RUN_STATUSES } from "@/lib/records/manifest";

/** A job's state is the status that its runs' manifests say. */
export type JobState = (typeof RUN_STATUSES)[number];

/** What a user asks of a job. `run` starts it, or goes on where it was left. */
export const JOB_ACTIONS = ["run", "pause", "cancel", "extend", "retry", "remove"] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

const ENDED = ["complete", "incomplete", "cancelled"] as const satisfies JobState[];

const ALLOWED: Readonly<Record<JobAction, readonly JobState[]>> = {
  run: ["planned", "paused", "incomplete", "cancelled"],
  pause: ["running"],
  cancel: ["planned", "running", "paused"],
  extend: ["planned", "running", "paused", "complete", "incomplete"],
  retry: ["running", "paused", "complete", "incomplete"],
  remove: ["planned", "paused", ...ENDED],
};

/** An action that a job's state does not allow. */
export class ActionRefused extends Error {
  override readonly name = "ActionRefused";
}

export function allows(state: JobState, action: JobAction): boolean {
  return ALLOWED[action].includes(state);
}

/** Nothing more is asked for it unless a user wants so. */
export function hasEnded(state: JobState): boolean {
  return (ENDED as readonly JobState[]).includes(state);
}

/**
 * The state that an action leads to.
 * @throws ActionRefused saying in which states it can be asked
 */
export function stateAfter(state: JobState, action: Exclude<JobAction, "remove">): JobState {
  if (!allows(state, action))
    throw new ActionRefused(
      `a job that is ${state} cannot be asked to ${action}: only one that is ${ALLOWED[action].join(" or ")}`,
    );
  if (action === "run") return "running";
  if (action === "pause") return "paused";
  if (action === "cancel") return "cancelled";
  // Further requests of a job that had ended are asked at once; a pause stays one.
  return hasEnded(state) ? "running" : state;
}
