/**
 * Why a value that stands on trials is absent although the records may tell it: the responses are
 * being `read`, could not be read, or are not read by this view.
 */
export type TrialsLacking = "reading" | "failed" | "unasked";

const WHY: Record<TrialsLacking, string> = {
  reading: "Not known yet: the responses that may tell it are being read.",
  failed: "Not known: the responses that may tell it could not be read.",
  unasked: "Not told here: it would need every response.",
};

/** What an interval over trials needs. */
export const NO_TRIALS = "It needs two trials that carry an identity of their own.";
/** Where everything was read and trials still cannot be counted. */
export const UNCOUNTED = "The records do not tell how many there are.";

/**
 * The reason of a dash that stands on trials.
 * @param needs what the value needs, true where everything was read
 */
export function trialsReason(lacking: TrialsLacking | null, needs: string): string {
  return lacking === null ? needs : WHY[lacking];
}
