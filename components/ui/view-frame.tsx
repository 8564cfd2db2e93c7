"use client";
import type { ReactNode } from "react";
import { useUnmet } from "@/components/filters/use-unmet";
import { useViewState } from "@/components/hooks/use-view-state";
import { PaperTables, type PaperChoices } from "@/components/views/shared/paper-tables";
import type { Simulation } from "@/lib/chart-models/model";
import type { MetricDefinition } from "@/lib/metrics/metric";
import { isBehind, type QueryState } from "@/components/workspace/query-state";
import { Answered } from "./answered";
import { DefinitionPopover } from "./definition-popover";
import { Following } from "./following";
import { ExportActions, type ViewExports } from "./export-actions";
import { SimulatedBadge } from "./simulated-badge";

export interface ViewFrameProps {
  /** A sentence that says what is shown under the present filters. */
  readonly title: string;
  /** Mean over what, interval over what, how many responses, what was left out. */
  readonly subtitle?: ReactNode;
  /** Quantities shown here, the leading one first: each has its ⓘ text. */
  readonly definitions?: readonly MetricDefinition[];
  readonly state: QueryState;
  /** What is being read, for the loading state: "scaling of 6 models". */
  readonly loadingWhat?: string;
  /** Drawn in place of the body when `state` is empty; see `EmptyView` in components/filters. */
  readonly empty?: ReactNode;
  readonly exports?: ViewExports;
  /** Parts that the exports hold, and that stand below what `state` tells of, are awaited. */
  readonly incomplete?: boolean;
  /** "all" or "some" of what is shown is simulated. */
  readonly simulated?: Simulation;
  /** Warnings between the body and the table. */
  readonly notices?: ReactNode;
  /** Controls of this view alone (k, scale, interval). */
  readonly controls?: ReactNode;
  /** Choices that the papers' tables of this view keep to. */
  readonly papers?: PaperChoices;
  /** The same numbers as a table. */
  readonly table?: ReactNode;
  /** The chart. */
  readonly children: ReactNode;
}

/**
 * Every view stands in this frame: a sentence, what it is a mean over, export, definitions, the
 * chart, warnings and the table of the same numbers; or one of loading, empty and error.
 */
export function ViewFrame({
  title,
  subtitle,
  definitions = [],
  state,
  loadingWhat,
  empty,
  exports = {},
  incomplete = false,
  simulated = "none",
  notices,
  controls,
  papers,
  table,
  children,
}: ViewFrameProps) {
  const { hrefWith } = useViewState();
  const unmet = useUnmet();
  return (
    <section
      aria-labelledby="view-title"
      className="min-w-0"
      data-view-status={state.status}
      data-view-link={hrefWith({})}
    >
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h1
            id="view-title"
            className="text-lg font-semibold text-balance [overflow-wrap:anywhere]"
          >
            {title} {simulated !== "none" && <SimulatedBadge partly={simulated === "some"} />}
          </h1>
          {unmet !== null && (
            <p className="text-warn text-sm font-semibold [overflow-wrap:anywhere]">{unmet}</p>
          )}
          {subtitle && <p className="text-muted text-sm [overflow-wrap:anywhere]">{subtitle}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-1" data-print="hide">
          <ExportActions
            exports={state.status === "ready" ? exports : {}}
            waiting={isBehind(state) || incomplete}
          />
          <DefinitionPopover definitions={definitions} />
        </div>
      </header>
      <div
        className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden"
        data-print="hide"
      >
        {controls}
        <PaperTables {...papers} />
      </div>
      <Answered state={state} what={loadingWhat} empty={empty}>
        {children}
        {notices && <div className="mt-3 space-y-2">{notices}</div>}
        {table && <Following className="mt-4">{table}</Following>}
      </Answered>
    </section>
  );
}
