import {
  formatCount,
  formatFixed,
  formatInterval,
  formatPercent,
  plural,
} from "@/lib/format/number";
import type { JobProgress, RunningAccuracy } from "@/lib/jobs/progress";

const MINUTE = 60;
const HOUR = 3600;

/** A time that is left, in the two units that matter. */
export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`;
  return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`;
}

/** Where a job stands, in one line for a terminal. */
export function progressLine(progress: JobProgress): string {
  const { done, planned, rate, secondsLeft, outcomes, tokens } = progress;
  const parts = [`${formatCount(done)} of ${formatCount(planned)}`];
  if (rate !== null) parts.push(`${formatFixed(rate, 1)}/s`);
  if (secondsLeft !== null) parts.push(`${formatDuration(secondsLeft)} left`);
  if (outcomes.error > 0) parts.push(plural(outcomes.error, "error"));
  if (tokens.cachedShare !== null) parts.push(`${formatPercent(tokens.cachedShare)} cached`);
  return parts.join(", ");
}

/** The accuracy of one run so far, with what its interval is over. */
export function accuracyLine(name: string, run: RunningAccuracy): string {
  const over = run.kind === "wilson" ? "Wilson" : `over ${plural(run.items, "item")}`;
  return `${name}: accuracy ${formatPercent(run.accuracy)} ${formatInterval(run.interval, formatPercent)} (95%, ${over}), ${formatCount(run.correct)} of ${formatCount(run.scored)} scored`;
}
