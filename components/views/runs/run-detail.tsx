"use client";
import { X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Answered } from "@/components/ui/answered";
import { Button } from "@/components/ui/button";
import type { RowsResult } from "@/components/workspace/query-state";
import { formatCount, listOf, UNDEFINED } from "@/lib/format/number";
import type { WarningRow } from "@/lib/metrics/rows";
import { whyNotComparable } from "@/lib/rows/comparable";
import { outcomeParts, type OutcomePart } from "@/lib/rows/outcome-parts";
import type { RunEntry } from "@/lib/rows/run-list";
import { manifestGroups, type ManifestField } from "./manifest-fields";
import { ProvenanceBadge } from "./provenance-badge";

interface RunDetailProps {
  readonly entry: RunEntry;
  /** Every run of the open data under the filters, for what can be compared. */
  readonly all: readonly RunEntry[];
  readonly warnings: RowsResult<WarningRow>;
  readonly hrefOf: (part: OutcomePart) => string;
  readonly onClose: () => void;
}

/** Everything that is known of one run. */
export function RunDetail({ entry, all, warnings, hrefOf, onClose }: RunDetailProps) {
  const { manifest, run_id: id } = entry.run;
  const concerned = warnings.rows.filter((warning) => warning.runs.includes(id));
  return (
    <div className="flex h-full flex-col">
      <header className="border-line flex items-start justify-between gap-2 border-b p-3">
        <h2 className="min-w-0 font-semibold break-words">
          {manifest.name} <ProvenanceBadge provenance={manifest.provenance} />
        </h2>
        <Button variant="quiet" aria-label="Close (esc)" title="Close (esc)" onClick={onClose}>
          <X size={16} aria-hidden />
        </Button>
      </header>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-3 text-sm">
        <Answered state={warnings} what="warnings" brief failed="Warnings could not be read">
          {concerned.length > 0 && (
            <Part title="Warnings">
              <ul className="space-y-1">
                {concerned.map((warning) => (
                  <li
                    key={warning.code + warning.message}
                    className="bg-warn-soft text-warn rounded px-2 py-1"
                  >
                    {warning.message}
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </Answered>
        <Counts entry={entry} hrefOf={hrefOf} />
        <Related entry={entry} all={all} />
        {manifestGroups(manifest).map(({ title, fields }) => (
          <Part key={title} title={title}>
            <dl className="grid grid-cols-[minmax(7.5rem,max-content)_1fr] gap-x-3 gap-y-0.5">
              {fields.map((field) => (
                <Field key={field.term} {...field} />
              ))}
            </dl>
          </Part>
        ))}
      </div>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Field({ term, value, mono }: ManifestField) {
  return (
    <div className="contents">
      <dt className="text-muted">{term}</dt>
      <dd
        className={
          mono && value !== null
            ? "font-mono text-xs leading-[18px] break-all whitespace-pre-wrap"
            : "break-words"
        }
      >
        {value ?? <span aria-label="unknown">{UNDEFINED}</span>}
      </dd>
    </div>
  );
}

function Counts({ entry, hrefOf }: Pick<RunDetailProps, "entry" | "hrefOf">) {
  const { outcomes, accuracy } = entry;
  const parts = outcomeParts(outcomes, accuracy);
  return (
    <Part title="Rows by outcome">
      <table className="tabular w-full max-w-72">
        <tbody>
          {parts.map((part) => (
            <tr key={part.id}>
              <th scope="row" className="text-muted text-left font-normal">
                {part.outcome === null || part.count === 0 ? (
                  part.label
                ) : (
                  <Link
                    className="text-accent hover:underline"
                    href={hrefOf(part)}
                    prefetch={false}
                  >
                    {part.label}
                  </Link>
                )}
              </th>
              <td className="text-right">
                {part.id === "missing" ? formatCount(outcomes.missing) : formatCount(part.count)}
              </td>
            </tr>
          ))}
          <tr className="border-line border-t font-medium">
            <th scope="row" className="text-left">
              planned
            </th>
            <td className="text-right">{formatCount(outcomes.planned)}</td>
          </tr>
        </tbody>
      </table>
    </Part>
  );
}

/** Runs of a group named at most. */
const NAMED = 12;

interface Kin {
  readonly words: string;
  readonly runs: readonly RunEntry["run"][];
}

/** How the other runs stand to this one; groups without a run are left out. */
function kinOf(
  { run: { manifest, run_id: id, series_id: series } }: RunEntry,
  all: readonly RunEntry[],
): Kin[] {
  const others = all.map((other) => other.run).filter((run) => run.run_id !== id);
  const peers = others.filter(
    (run) => run.manifest.benchmark === manifest.benchmark && run.series_id !== series,
  );
  const why = Map.groupBy(peers, (run) => listOf(whyNotComparable(manifest, run.manifest), NAMED));
  const different = [...why].filter(([words]) => words !== "");
  return [
    {
      words: "Reads again the texts of",
      runs: others.filter((run) => run.run_id === manifest.source_run),
    },
    { words: "Read again as", runs: others.filter((run) => run.manifest.source_run === id) },
    { words: "Makes one curve with", runs: others.filter((run) => run.series_id === series) },
    { words: "Comparable with", runs: why.get("") ?? [] },
    ...different.map(([words, runs]) => ({ words: `Not comparable, another ${words}:`, runs })),
  ].filter(({ runs }) => runs.length > 0);
}

function Related({ entry, all }: Pick<RunDetailProps, "entry" | "all">) {
  const { hrefWith } = useViewState();
  const { source_run: source } = entry.run.manifest;
  const absent = source !== null && !all.some((other) => other.run.run_id === source);
  const kin = kinOf(entry, all);
  return (
    <Part title="Other runs">
      <dl className="space-y-1">
        {kin.map(({ words, runs }) => (
          <div key={words}>
            <dt className="text-muted">{words}</dt>
            {runs.slice(0, NAMED).map((run) => (
              <dd key={`${run.source}/${run.run_id}`} className="pl-3 break-words">
                <Link className="text-accent hover:underline" href={hrefWith({ row: run.run_id })}>
                  {run.manifest.model.requested}, {run.manifest.scorer}
                </Link>
              </dd>
            ))}
            {runs.length > NAMED && (
              <dd className="text-muted pl-3">and {formatCount(runs.length - NAMED)} more</dd>
            )}
          </div>
        ))}
      </dl>
      {absent && (
        <p>
          Reads again the texts of <span className="font-mono text-xs">{source}</span>, which is not
          among the runs shown.
        </p>
      )}
      {kin.length === 0 && !absent && (
        <p className="text-muted">No other run of this benchmark is among those shown.</p>
      )}
    </Part>
  );
}
