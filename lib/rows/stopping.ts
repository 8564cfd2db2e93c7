import { formatCount, formatInterval, formatRate, plural } from "@/lib/format/number";
import { paddingWords } from "@/lib/format/words";
import type { Manifest, StoppedCell } from "@/lib/records/manifest";

/** "50" or "50 to 1,000". */
function rangeText(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? formatCount(low) : `${formatCount(low)} to ${formatCount(high)}`;
}

/** "3 cells stopped early, K=50 to 100" of a run that has such; null of any other. */
export function stoppedEarly({ stopping }: Pick<Manifest, "stopping">): string | null {
  const early = (stopping?.cells ?? []).filter((cell) => cell.trials < cell.planned_trials);
  if (early.length === 0) return null;
  return `${plural(early.length, "cell")} stopped early, K=${rangeText(early.map((cell) => cell.trials))}`;
}

/** "easy, N=10, symbol front, thinking"; what a cell does not have is left out. */
export function stoppedCellName(cell: StoppedCell): string {
  const { environment, n_options, padding, mode, condition, permutation } = cell;
  return [
    environment,
    `N=${n_options}`,
    padding === "none" ? null : paddingWords(padding),
    mode,
    condition,
    permutation === null ? null : `permutation ${permutation}`,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

/** At which K a cell ended, why, and what was known of it then. */
export function stoppedCellText(cell: StoppedCell): string {
  const { trials, planned_trials, reason, accuracy, item_interval, trial_interval } = cell;
  const found =
    accuracy === null
      ? "read again since"
      : `accuracy ${formatRate(accuracy)}, crossed ${formatInterval(item_interval)}, over trials ${formatInterval(trial_interval)}`;
  return `K=${formatCount(trials)} of ${formatCount(planned_trials)}: ${reason}; ${found}`;
}
