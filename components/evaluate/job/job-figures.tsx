"use client";
import { useMemo } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { assignStyles } from "@/lib/chart-models/palette";
import { prepareProgress, type ProgressPoint } from "@/lib/chart-models/job-progress";
import { prepareScaling } from "@/lib/chart-models/scaling";
import type { ResultsReply } from "@/lib/evaluate/contract/jobs";
import { formatCount, formatInterval, formatRate } from "@/lib/format/number";
import { CellHeadings, CellNames } from "./cell-names";

const NONE: ReadonlySet<string> = new Set();
const CELL = "px-2 py-1 text-right tabular";

/** Whether some curve has two N: only then is there a line. */
function hasCurve(cells: ResultsReply["cells"]): boolean {
  const counts = Map.groupBy(cells, (cell) =>
    JSON.stringify([cell.series_id, cell.environment, cell.padding, cell.mode, cell.condition]),
  );
  return [...counts.values()].some((own) => new Set(own.map((cell) => cell.n_options)).size > 1);
}

function CellsTable({ cells }: Pick<ResultsReply, "cells">) {
  return (
    <div
      role="region"
      aria-label="Cells so far"
      tabIndex={0}
      className="border-line bg-surface overflow-x-auto rounded border"
    >
      <table className="w-full text-sm">
        <caption className="text-muted px-2 py-1 text-left text-xs">
          Cells so far: mean over the items that were scored, 95% t interval over items
        </caption>
        <thead>
          <tr>
            <CellHeadings />
            {["N", "items", "scored", "accuracy", "NA", "interval of NA"].map((name) => (
              <th key={name} scope="col" className={`${CELL} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cells.map((cell) => (
            <tr
              key={JSON.stringify([
                cell.series_id,
                cell.environment,
                cell.padding,
                cell.mode,
                cell.condition,
                cell.n_options,
              ])}
              className="border-line border-t"
            >
              <CellNames cell={cell} />
              <td className={CELL}>{formatCount(cell.n_options)}</td>
              <td className={CELL}>{formatCount(cell.n_items)}</td>
              <td className={CELL}>{formatCount(cell.n_responses)}</td>
              <td className={CELL}>{formatRate(cell.accuracy)}</td>
              <td className={CELL}>{formatRate(cell.na)}</td>
              <td className={CELL}>{formatInterval(cell.na_item_ci)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface JobFiguresProps {
  readonly cells: ResultsReply["cells"];
  readonly points: readonly ProgressPoint[];
  readonly planned: number;
}

/** What came so far against time, and NA against N; the same numbers as a table. */
export function JobFigures({ cells, points, planned }: JobFiguresProps) {
  const progress = useMemo(() => prepareProgress(points, planned), [points, planned]);
  const scaling = useMemo(
    () =>
      hasCurve(cells)
        ? prepareScaling(cells, {
            metric: "na",
            scale: "linear",
            interval: "item",
            styles: assignStyles(cells),
            fixed: NONE,
            hidden: [],
          })
        : null,
    [cells],
  );
  return (
    <section aria-labelledby="so-far" className="space-y-3">
      <h2 id="so-far" className="font-semibold">
        So far
      </h2>
      <div className="grid gap-4 min-[1000px]:grid-cols-2">
        {progress ? (
          <FigureView figure={progress} />
        ) : (
          <p className="text-muted text-sm">A curve begins with the first responses.</p>
        )}
        {scaling && <FigureView figure={scaling} />}
      </div>
      {cells.length > 0 && <CellsTable cells={cells} />}
    </section>
  );
}
