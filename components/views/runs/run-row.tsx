"use client";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Value } from "@/components/ui/value";
import { mixtureText } from "@/lib/chart-models/mixture";
import { formatCount, formatInterval, formatPercent, formatRate } from "@/lib/format/number";
import { outcomeParts, type OutcomePart } from "@/lib/rows/outcome-parts";
import type { RunEntry } from "@/lib/rows/run-list";
import { stoppedEarly } from "@/lib/rows/stopping";
import { OutcomeBar } from "./outcome-bar";
import { ProvenanceBadge } from "./provenance-badge";

/** Columns of a wide list; a narrow one stacks them. */
export const RUN_GRID =
  "@4xl:grid @4xl:grid-cols-[minmax(170px,1.2fr)_minmax(130px,0.8fr)_minmax(240px,2fr)_minmax(150px,1fr)_80px] @4xl:gap-x-4";

interface RunRowProps {
  readonly entry: RunEntry;
  readonly index: number;
  readonly open: boolean;
  readonly cursor: boolean;
  readonly onOpen: () => void;
  readonly hrefOf: (part: OutcomePart) => string;
}

/** One run: what it is, what became of its rows, how right it was. */
export function RunRow({ entry, index, open, cursor, onOpen, hrefOf }: RunRowProps) {
  const { run, outcomes, accuracy } = entry;
  const { manifest } = run;
  const stopped = stoppedEarly(manifest);
  return (
    <li
      className={clsx(
        "border-line space-y-2 border-b p-2 last:border-b-0 @4xl:space-y-0",
        RUN_GRID,
        open ? "bg-accent-soft" : cursor && "bg-sunken",
      )}
      data-row={index}
    >
      <div className="min-w-0">
        <button
          type="button"
          aria-expanded={open}
          onClick={onOpen}
          className="hover:text-accent max-w-full text-left font-semibold break-words hover:underline"
        >
          {manifest.model.requested}
        </button>{" "}
        <ProvenanceBadge provenance={manifest.provenance} />
        {manifest.name !== manifest.model.requested && (
          <p className="text-muted text-xs break-words">{manifest.name}</p>
        )}
      </div>
      <div className="min-w-0 text-sm">
        <p className="break-words">{manifest.benchmark}</p>
        <p className="text-muted text-xs">
          {manifest.scorer}
          {run.diagnostic && ", diagnostic"} · {run.kind} · {manifest.status}
        </p>
        <p className="text-muted text-xs">
          planned <Value value={outcomes.planned} format={formatCount} reason={SPLIT} />
        </p>
        {stopped !== null && <p className="text-muted text-xs">{stopped}</p>}
      </div>
      <OutcomeBar
        parts={outcomeParts(outcomes, accuracy)}
        planned={outcomes.planned}
        hrefOf={hrefOf}
      />
      <div className="flex flex-wrap gap-x-4 @4xl:contents">
        <Accuracy entry={entry} />
        <Figure label="valid" className="@4xl:text-right">
          <Value
            value={accuracy.valid_rate}
            format={formatPercent}
            reason="no response was scored"
          />
        </Figure>
      </div>
    </li>
  );
}

const SPLIT = "a filter splits this run, and it lacks rows";

/** Accuracy over what was scored, and beside it over what was planned wherever the two differ. */
function Accuracy({ entry }: { readonly entry: RunEntry }) {
  const { accuracy, accuracy_planned, planned, n, wilson, mixes } = entry.accuracy;
  const mixed = mixtureText(mixes);
  return (
    <div className="tabular flex flex-wrap gap-x-4 text-sm @4xl:block @4xl:space-y-1">
      <Figure label={`of ${formatCount(n)} scored`}>
        <Value value={accuracy} format={formatRate} reason="no response was scored" />
        {wilson && <span className="text-muted text-xs"> {formatInterval(wilson)}</span>}
      </Figure>
      {mixed !== null && <p className="text-muted text-xs">{mixed}</p>}
      {planned !== n && (
        <Figure label={planned === null ? "of planned" : `of ${formatCount(planned)} planned`}>
          <Value
            value={accuracy_planned}
            format={formatRate}
            reason={planned === null ? SPLIT : "nothing was planned"}
          />
        </Figure>
      )}
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Figure({ label, className, children }: FigureProps) {
  return (
    <p className={clsx("tabular text-sm", className)}>
      {children} <span className="text-muted block text-xs">{label}</span>
    </p>
  );
}
