"use client";
import { useMemo } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { TableCsv } from "@/components/tables/table-csv";
import { Answered } from "@/components/ui/answered";
import { TrialNotice } from "@/components/workspace/trial-notice";
import { trialsLacking } from "@/components/workspace/trial-rows";
import { useTrialMetric } from "@/components/workspace/use-metric";
import { mechanismTable } from "@/lib/chart-models/mechanism-table";
import { paddedCounts, paddingName, paddingOrder } from "@/lib/chart-models/padding-groups";
import {
  MECHANISM_CAP,
  needsDistribution,
  prepareMechanism,
  usablePair,
} from "@/lib/chart-models/padding-mechanism";
import { maxK, usableK } from "@/lib/chart-models/positions";
import { usableN, withFilters } from "@/lib/chart-models/scope";
import type { Select } from "@/lib/chart-models/series";
import { METRICS } from "@/lib/metrics/registry";
import { PREFIXES } from "@/lib/metrics/rows";
import { narrowed, together } from "@/lib/metrics/together";
import type { Filters } from "@/lib/view-state/filters";
import { Choice } from "../shared/choice";
import { MechanismTable } from "./mechanism-table";
import { PaddingsChoice } from "./paddings-choice";

/** The CDFs are asked for where a k needs them, at the N of the link where it names one. */
function sourceOf(n: number | null, k: number) {
  const cdf = needsDistribution(k);
  return together(`padding mechanism${cdf ? `, CDF at ${n ?? "any"}` : ""}`, {
    scaling: METRICS.scaling,
    positions: METRICS.positions,
    distribution: narrowed(METRICS.position_distribution, (filters) =>
      !cdf
        ? null
        : n === null
          ? filters
          : withFilters(filters, [{ field: "n_options", values: [n] }]),
    ),
    bubble: METRICS.bubble,
    items: METRICS.items,
    padding: METRICS.padding,
  });
}
const EMPTY = { scaling: [], positions: [], distribution: [], bubble: [], items: [], padding: [] };

interface MechanismProps {
  readonly filters: Filters;
  readonly fixed: ReadonlySet<string>;
  readonly enabled: boolean;
  /** The N of the link. */
  readonly n: number | null;
  readonly onSelect: (select: Select) => void;
}

/** The k that can be chosen: those that the paper has, and the one of the link. */
const prefixesAt = (n: number, k: number): number[] =>
  [...new Set([...PREFIXES.filter((prefix) => prefix <= maxK(n)), k])].sort((a, b) => a - b);

/** Any two paddings of each model in view, every diagnostic side by side, at one N. */
export function Mechanism({ filters, fixed, enabled, n: wanted, onSelect }: MechanismProps) {
  const { state, update } = useViewState();
  const source = useMemo(() => sourceOf(wanted, state.k), [wanted, state.k]);
  const asked = useTrialMetric(source, filters, { enabled, later: true });
  const rows = asked.rows[0] ?? EMPTY;
  // Of these rows, which for a moment may be those of earlier filters.
  const n = usableN(paddedCounts(rows.padding, fixed), wanted) ?? 2;
  const k = usableK(state.k, n);
  const scaling = useMemo(
    () => rows.scaling.filter((row) => row.n_options === n && !fixed.has(row.series_id)),
    [rows, fixed, n],
  );
  const paddings = useMemo(() => paddingOrder(scaling.map((row) => row.padding)), [scaling]);
  const unknown = state.paddings?.filter((padding) => !paddings.includes(padding)) ?? [];
  const itself = state.paddings !== null && state.paddings[0] === state.paddings[1];
  const pair = usablePair(state.paddings, paddings);
  const lacking = trialsLacking(asked);
  const models = useMemo(
    () => prepareMechanism({ ...rows, scaling }, { n, k, pair, lacking }),
    [rows, scaling, n, k, pair, lacking],
  );
  const shown = models.slice(0, MECHANISM_CAP);
  const file = useMemo(() => mechanismTable(models, n), [models, n]);
  const mixed = new Set(models.map((model) => model.simulated)).size > 1;
  return (
    <section aria-labelledby="mechanism" className="mt-6">
      <h2 id="mechanism" className="text-sm font-semibold">
        Two paddings side by side{asked.status === "ready" && `, N=${n}`}
      </h2>
      <Answered
        state={asked}
        what="diagnostics by padding"
        empty={<p className="text-muted text-sm">{NONE}</p>}
      >
        <p className="text-muted mb-2 text-xs">
          Largest loss of accuracy first. The difference is the second padding less the first.
          {models.length > shown.length &&
            ` Shown: ${shown.length} of ${models.length}; filters choose others, and the CSV has all.`}
          {unknown.length > 0 && ` Not in view at this N: ${unknown.map(paddingName).join(", ")}.`}
          {itself && " The link sets a padding against itself: shown is the worst of each."}
        </p>
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2" data-print="hide">
          <PaddingsChoice
            paddings={paddings}
            pair={pair}
            onChange={(next, how) => update({ paddings: next }, how)}
          />
          <Choice
            label="First k"
            value={String(k)}
            options={prefixesAt(n, k).map((prefix) => ({
              value: String(prefix),
              label: String(prefix),
            }))}
            onChange={(chosen) => update({ k: Number(chosen) })}
          />
          {asked.partial !== true && !asked.refreshing && <TableCsv table={file} />}
        </div>
        <TrialNotice of={[asked]} />
        {shown.length === 0 && <p className="text-muted text-sm">{NONE}</p>}
        <div className="grid [grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr))] gap-4">
          {shown.map((model) => (
            <MechanismTable
              key={model.id}
              model={model}
              badge={mixed && model.simulated}
              onSelect={onSelect}
            />
          ))}
        </div>
      </Answered>
    </section>
  );
}

const NONE = "No model was asked under both at this N.";
