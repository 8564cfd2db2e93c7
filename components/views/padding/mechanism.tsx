"use client";
import { useMemo } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Answered } from "@/components/ui/answered";
import { TrialNotice } from "@/components/workspace/trial-notice";
import { trialsLacking } from "@/components/workspace/trial-rows";
import { useTrialMetric } from "@/components/workspace/use-metric";
import { paddedCounts, paddingName, paddingOrder } from "@/lib/chart-models/padding-groups";
import { MECHANISM_CAP, prepareMechanism } from "@/lib/chart-models/padding-mechanism";
import { usableN } from "@/lib/chart-models/scope";
import { METRICS } from "@/lib/metrics/registry";
import { PREFIXES } from "@/lib/metrics/rows";
import { together } from "@/lib/metrics/together";
import type { Select } from "@/lib/chart-models/series";
import type { Filters } from "@/lib/view-state/filters";
import { Choice } from "../shared/choice";
import { MechanismTable } from "./mechanism-table";
import { PaddingsChoice } from "./paddings-choice";

const SOURCE = together("padding mechanism", {
  scaling: METRICS.scaling,
  positions: METRICS.positions,
  bubble: METRICS.bubble,
  items: METRICS.items,
  padding: METRICS.padding,
});
const EMPTY = { scaling: [], positions: [], bubble: [], items: [], padding: [] };

interface MechanismProps {
  readonly filters: Filters;
  readonly fixed: ReadonlySet<string>;
  readonly enabled: boolean;
  /** The N of the link. */
  readonly n: number | null;
  readonly onSelect: (select: Select) => void;
}

/** The k of the link where the rows have it, else the largest up to 10 that they have at N. */
function prefixOf(k: number, n: number): number {
  const usable = PREFIXES.filter((prefix) => prefix <= n);
  const known = usable.find((prefix) => prefix === k);
  return known ?? Math.max(...usable.filter((prefix) => prefix <= 10));
}

/** Any two paddings of each model in view, every diagnostic side by side, at one N. */
export function Mechanism({ filters, fixed, enabled, n: wanted, onSelect }: MechanismProps) {
  const { state, update } = useViewState();
  const asked = useTrialMetric(SOURCE, filters, { enabled, later: true });
  const rows = asked.rows[0] ?? EMPTY;
  // Of these rows, which for a moment may be those of earlier filters.
  const n = usableN(paddedCounts(rows.padding, fixed), wanted) ?? 2;
  const scaling = useMemo(
    () => rows.scaling.filter((row) => row.n_options === n && !fixed.has(row.series_id)),
    [rows, fixed, n],
  );
  const paddings = useMemo(() => paddingOrder(scaling.map((row) => row.padding)), [scaling]);
  const k = prefixOf(state.k, n);
  const unknown = state.paddings?.filter((padding) => !paddings.includes(padding)) ?? [];
  const itself = state.paddings !== null && state.paddings[0] === state.paddings[1];
  const pair = unknown.length > 0 || itself ? null : state.paddings;
  const lacking = trialsLacking(asked);
  const models = useMemo(
    () => prepareMechanism({ ...rows, scaling }, { n, k, pair, lacking }),
    [rows, scaling, n, k, pair, lacking],
  );
  const shown = models.slice(0, MECHANISM_CAP);
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
            ` Shown: ${shown.length} of ${models.length}; filters choose others.`}
          {unknown.length > 0 && ` Not in view at this N: ${unknown.map(paddingName).join(", ")}.`}
          {itself && " The link sets a padding against itself: shown is the worst of each."}
        </p>
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2" data-print="hide">
          <PaddingsChoice
            paddings={paddings}
            pair={pair}
            onChange={(next) => update({ paddings: next })}
          />
          <Choice
            label="First k"
            value={String(k)}
            options={PREFIXES.filter((prefix) => prefix <= n).map((prefix) => ({
              value: String(prefix),
              label: String(prefix),
            }))}
            onChange={(chosen) => update({ k: Number(chosen) })}
          />
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
