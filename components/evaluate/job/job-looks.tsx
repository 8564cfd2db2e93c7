"use client";
import type { CellLookReply, ResultsReply } from "@/lib/evaluate/contract/jobs";
import { formatCount, formatInterval, formatRate } from "@/lib/format/number";
import { CellHeadings, CellNames } from "./cell-names";

const HEAD = "px-2 py-1 text-left font-medium";
const CELL = "px-2 py-1 text-right tabular";

function decisionText({ stop, accuracy, trials, planned_trials }: CellLookReply): string {
  if (stop !== null)
    return trials < planned_trials ? `stopped at K=${formatCount(trials)}: ${stop}` : stop;
  return accuracy === null
    ? "goes on: an error among its rows, the look was passed over"
    : "goes on";
}

/** What the stopping rule has found of each cell, and what stopped it at which K. */
export function JobLooks({ looks }: Pick<ResultsReply, "looks">) {
  return (
    <section aria-labelledby="looks" className="space-y-1">
      <h2 id="looks" className="font-semibold">
        Stopping rule
      </h2>
      {looks.length === 0 ? (
        <p className="text-muted text-sm">
          No cell was looked at yet: the first look is at the end of a cell’s first 50 trials, or of
          all where they are fewer.
        </p>
      ) : (
        <div
          role="region"
          aria-label="Looks of the stopping rule"
          tabIndex={0}
          className="border-line bg-surface overflow-x-auto rounded border"
        >
          <table className="w-full text-sm">
            <caption className="text-muted px-2 py-1 text-left text-xs">
              The newest look at each cell, always at its trials 1 to K. Intervals of accuracy:
              crossed over items and trials, at 95%, guarded: widened to hold Wilson’s for as many
              answers as items where items × the smaller of accuracy and 1 − accuracy is below 5
              (the explorer’s crossed interval is not widened); over trials, at 98.7% (corrected for
              five looks) while trials are left or where the cell stopped early, at 95% at its last
              trial, and widened to hold Wilson’s for K answers where fewer than 10 trials have a
              minority outcome: an error at an accuracy of 0.5 or more, else a hit
            </caption>
            <thead>
              <tr>
                <CellHeadings />
                {["N", "K", "planned", "accuracy", "crossed, guarded", "over trials"].map(
                  (name) => (
                    <th key={name} scope="col" className={`${CELL} font-medium`}>
                      {name}
                    </th>
                  ),
                )}
                <th scope="col" className={HEAD}>
                  decision
                </th>
              </tr>
            </thead>
            <tbody>
              {looks.map((look) => (
                <tr
                  key={JSON.stringify([
                    look.run_id,
                    look.environment,
                    look.n_options,
                    look.padding,
                    look.condition,
                    look.permutation,
                  ])}
                  className="border-line border-t"
                >
                  <CellNames cell={look} />
                  <td className={CELL}>{formatCount(look.n_options)}</td>
                  <td className={CELL}>{formatCount(look.trials)}</td>
                  <td className={CELL}>{formatCount(look.planned_trials)}</td>
                  <td className={CELL}>{formatRate(look.accuracy)}</td>
                  <td className={CELL}>{formatInterval(look.item_interval)}</td>
                  <td className={CELL}>{formatInterval(look.trial_interval)}</td>
                  <td className="min-w-48 px-2 py-1">{decisionText(look)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
