import { formatDuration } from "@/lib/format/duration";
import {
  formatCount,
  formatFixed,
  formatInterval,
  formatPercent,
  plural,
} from "@/lib/format/number";
import type { JobProgress, RunningAccuracy } from "@/lib/jobs/progress";
import type { CellLook } from "@/lib/jobs/stopping/read";

/** A word of a command as a shell takes it back. */
const shellWord = (word: string) =>
  /^[\w./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The command that goes on with a job, with the files it was told of. */
export function runAgainLine(path: string, flags: { hosts?: string; into?: string }): string {
  const { hosts, into } = flags;
  const words = [path, ...(hosts ? ["--hosts", hosts] : []), ...(into ? ["--into", into] : [])];
  return `npx foilscope run ${words.map(shellWord).join(" ")}`;
}

/** Where a job stands, in one line for a terminal. */
export function progressLine(progress: JobProgress): string {
  const { done, planned, stopped, rate, secondsLeft, outcomes, tokens, batches } = progress;
  const parts = [`${formatCount(done)} of ${formatCount(planned)}`];
  if (stopped > 0) parts.push(`${formatCount(stopped)} spared by the stopping rule`);
  const underWay = batches.filter(({ state }) => state === "submitting" || state === "waiting");
  if (underWay.length > 0) parts.push(`${plural(underWay.length, "batch", "batches")} under way`);
  if (rate !== null) parts.push(`${formatFixed(rate, 1)}/s`);
  if (secondsLeft !== null) parts.push(`${formatDuration(secondsLeft)} left`);
  if (outcomes.error > 0) parts.push(plural(outcomes.error, "error"));
  if (tokens.cachedShare !== null) parts.push(`${formatPercent(tokens.cachedShare)} cached`);
  return parts.join(", ");
}

/** The accuracy of one run so far, with what its interval is over. */
export function accuracyLine(name: string, run: RunningAccuracy): string {
  const over = run.kind === "wilson" ? "Wilson" : `over ${plural(run.items, "item")}`;
  return `${name}: accuracy ${formatPercent(run.accuracy)} ${formatInterval(run.interval, formatPercent)} (95%, ${over}), ${formatCount(run.correct)} correct of ${plural(run.scored, "scored response")}`;
}

/** What the stopping rule found of one cell, and at which K. */
export function lookLine(name: string, { cell, trials, stop, look }: CellLook): string {
  const { environment, n_options, padding, mode, condition, permutation } = cell;
  const parts = [
    environment,
    `N=${n_options}`,
    padding === "none" ? null : padding,
    mode === "thinking" ? mode : null,
    condition,
    permutation === null ? null : `permutation ${permutation}`,
  ].filter((part) => part !== null);
  const found =
    look === null
      ? "passed over, since a row is an error"
      : `accuracy ${formatPercent(look.accuracy)} ${formatInterval(look.itemInterval, formatPercent)} (95%, crossed, guarded)`;
  return `${name}, ${parts.join(", ")}: K=${formatCount(trials)}, ${stop ?? "goes on"}; ${found}`;
}
