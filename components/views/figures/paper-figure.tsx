"use client";
import type { ReactNode } from "react";
import { FigureView } from "@/components/charts/figure-view";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { simulationOf, type FigureModel } from "@/lib/chart-models/model";
import type { Select } from "@/lib/chart-models/series";

interface PaperFigureProps {
  readonly heading: string;
  /** How to read it, in a sentence or two. */
  readonly caption: string;
  readonly figure: FigureModel;
  /** Why there is nothing to draw, where there is not. */
  readonly none: string;
  readonly height: number;
  readonly onSelect: (select: Select) => void;
  readonly onToggle?: (id: string) => void;
  /** The table beside it. */
  readonly children?: ReactNode;
}

/** One figure of the paper, drawn from the records: heading, caption, chart and its table. */
export function PaperFigure({
  heading,
  caption,
  figure,
  none,
  height,
  onSelect,
  onToggle,
  children,
}: PaperFigureProps) {
  const simulated = simulationOf(figure);
  return (
    <section aria-label={heading}>
      <h2 className="text-sm font-semibold">
        {heading} {simulated !== "none" && <SimulatedBadge partly={simulated === "some"} />}
      </h2>
      {figure.panels.length === 0 ? (
        <p className="text-muted text-sm">{none}</p>
      ) : (
        <>
          <p className="text-muted mb-2 text-xs">{caption}</p>
          <FigureView figure={figure} onSelect={onSelect} onToggle={onToggle} height={height} />
          {children && <div className="mt-3">{children}</div>}
        </>
      )}
    </section>
  );
}
