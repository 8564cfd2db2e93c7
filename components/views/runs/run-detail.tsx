"use client";
import { X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { formatCount, listOf, plural, UNDEFINED } from "@/lib/format/number";
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
  readonly warnings: readonly WarningRow[];
  readonly hrefOf: (part: OutcomePart) => string;
  readonly onClose: () => void;
}

/** Everything that is known of one run. */
export function RunDetail({ entry, all, warnings, hrefOf, onClose }: RunDetailProps) {
  const { manifest, run_id: id } = entry.run;
  const concerned = warnings.filter((warning) => warning.runs.includes(id));
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

/** Other runs named at most. */
const NAMED = 8;

function Related({ entry, all }: Pick<RunDetailProps, "entry" | "all">) {
  const { hrefWith } = useViewState();
  const { manifest, run_id: id, series_id: series } = entry.run;
  const link = (run: RunEntry["run"]) => (
    <Link className="text-accent hover:underline" href={hrefWith({ row: run.run_id })}>
      {run.manifest.name} ({run.manifest.scorer})
    </Link>
  );
  const others = all.map((other) => other.run).filter((run) => run.run_id !== id);
  const same = others.filter((run) => run.series_id === series);
  const source = others.find((run) => run.run_id === manifest.source_run);
  const rescored = others.filter((run) => run.manifest.source_run === id);
  const judged = others
    .filter((run) => run.manifest.benchmark === manifest.benchmark && run.series_id !== series)
    .map((run) => ({ run, why: whyNotComparable(manifest, run.manifest) }));
  const comparable = judged.filter(({ why }) => why.length === 0);
  const different = judged.filter(({ why }) => why.length > 0);
  return (
    <Part title="Other runs">
      <ul className="space-y-1">
        {manifest.source_run !== null && (
          <li>
            reads again the texts of{" "}
            {source ? (
              link(source)
            ) : (
              <span className="font-mono text-xs">{manifest.source_run}</span>
            )}
          </li>
        )}
        {rescored.map((run) => (
          <li key={run.run_id}>read again as {link(run)}</li>
        ))}
        {same.map((run) => (
          <li key={run.run_id}>shares its series with {link(run)}: they make one curve</li>
        ))}
        {comparable.slice(0, NAMED).map(({ run }) => (
          <li key={run.run_id}>comparable with {link(run)}</li>
        ))}
        {comparable.length > NAMED && (
          <li className="text-muted">
            and {plural(comparable.length - NAMED, "more comparable run")}
          </li>
        )}
        {different.slice(0, NAMED).map(({ run, why }) => (
          <li key={run.run_id} className="text-muted">
            not comparable with {link(run)}: another {listOf(why, NAMED)}
          </li>
        ))}
        {different.length > NAMED && (
          <li className="text-muted">
            and {plural(different.length - NAMED, "more run")} that differ
          </li>
        )}
        {others.length === 0 && <li className="text-muted">no other run is open</li>}
      </ul>
    </Part>
  );
}
