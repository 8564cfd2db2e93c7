"use client";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import Link from "next/link";
import { useMemo, useState, type ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { formatCount } from "@/lib/format/number";
import { inWords } from "@/lib/format/words";
import { keyOf, writeKey } from "@/lib/rows/key";
import { presentOptions, whyNoText } from "@/lib/rows/presented";
import { labelStyleOf, readAgain, readsTexts } from "@/lib/rows/reading";
import type { ViewRow } from "@/lib/rows/row";
import { labelOf, type LabelStyle } from "@/lib/scoring/labels";
import { DetailFields } from "./detail-fields";
import { OptionList } from "./option-list";
import { RawText } from "./raw-text";
import { Verdict } from "./response-cell";
import { useRawText, type Drilled } from "./use-raw-text";

interface DetailPanelProps {
  readonly row: ViewRow;
  /** Place in the list; null where the filters leave this response out. */
  readonly index: number | null;
  readonly total: number;
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

/** One response: what was asked, what was said, and how it was read. */
export function DetailPanel({ row, index, total, onMove, onClose }: DetailPanelProps) {
  const { hrefOfView } = useViewState();
  const key = keyOf(row);
  const drilled = useRawText(key);
  const [found] = drilled.rows;
  return (
    <div className="flex h-full flex-col">
      <header className="border-line flex items-start justify-between gap-2 border-b p-3">
        <div className="min-w-0">
          <h2 className="font-semibold break-words">
            {row.model}, item <span className="font-mono">{row.item_id}</span>{" "}
            {row.provenance === "simulated" && <SimulatedBadge />}
          </h2>
          <p className="text-muted text-xs">
            N {formatCount(row.n_options)}, trial {formatCount(row.trial)} ·{" "}
            {index === null
              ? "the present filters leave this response out"
              : `${formatCount(index + 1)} of ${formatCount(total)}`}
          </p>
        </div>
        <div className="flex shrink-0">
          <IconButton label="Previous response (k)" disabled={!index} onClick={() => onMove(-1)}>
            <ChevronUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            label="Next response (j)"
            disabled={index === null || index + 1 >= total}
            onClick={() => onMove(1)}
          >
            <ChevronDown size={16} aria-hidden />
          </IconButton>
          <IconButton label="Close (esc)" onClick={onClose}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </header>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-3">
        {drilled.error && <ErrorState error={drilled.error} retry={drilled.retry} />}
        {drilled.status === "loading" && <div className="skeleton h-40 w-full" />}
        {found && !drilled.refreshing && <Drill key={writeKey(key)} row={row} {...found} />}
        <section>
          <h3 className="mb-1 font-semibold">Record</h3>
          <DetailFields row={row} />
          <p className="mt-2 text-sm">
            <Link
              className="text-accent hover:underline"
              href={hrefOfView("runs", { row: row.run_id })}
            >
              Open the run
            </Link>
          </p>
        </section>
      </div>
    </div>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <Button variant="quiet" aria-label={label} title={label} {...rest}>
      {children}
    </Button>
  );
}

/** Longer texts are read by the scorer on request alone: 20 MB take it seconds. */
const READ_AT_ONCE = 1_000_000;

function Drill({ row, raw, run }: Drilled & { readonly row: ViewRow }) {
  const labels = labelStyleOf(run.manifest);
  const options = useMemo(() => presentOptions(row, raw, labels), [row, raw, labels]);
  const long = (raw?.text?.length ?? 0) > READ_AT_ONCE;
  const [asked, setAsked] = useState(false);
  const again = useMemo(
    () => (raw && (asked || !long) ? readAgain(row, raw, labels) : null),
    [row, raw, labels, asked, long],
  );
  const evidence = again && !again.differs ? again.reading.evidence : null;
  const stem = raw?.item?.stem ?? null;
  const target = raw?.item?.target ?? null;
  return (
    <>
      <Answer row={row} labels={labels} />
      <section>
        <h3 className="mb-1 font-semibold">Question</h3>
        {stem === null ? (
          <p className="text-muted text-sm">The run kept no question text for this item.</p>
        ) : (
          <p className="text-sm break-words whitespace-pre-wrap">{stem}</p>
        )}
        {target !== null && (
          <p className="mt-1 text-sm break-words whitespace-pre-wrap">
            <span className="text-muted">target</span> {target}
          </p>
        )}
      </section>
      <section>
        <h3 className="mb-1 font-semibold">Options ({formatCount(row.n_options)} shown)</h3>
        {options ? (
          <OptionList {...options} />
        ) : (
          <p className="text-muted text-sm">The run kept no options for this question.</p>
        )}
      </section>
      <section className="space-y-2">
        {raw?.text === null || raw?.text === undefined ? (
          <>
            <h3 className="font-semibold">Response</h3>
            <p className="text-muted text-sm">{whyNoText(row, raw)}</p>
          </>
        ) : (
          <RawText text={raw.text} label="Response" match={evidence} />
        )}
        {long && !asked && readsTexts(row) && (
          <Button onClick={() => setAsked(true)}>Find the matched span (takes seconds)</Button>
        )}
        {again?.differs && (
          <p className="text-warn text-xs">
            {row.scorer} now reads this text as {inWords(again.reading.outcome)}
            {again.reading.position === null ? "" : ` ${again.reading.position}`}, not as recorded:
            no span is marked.
          </p>
        )}
        {raw && <Folded raw={raw} />}
      </section>
    </>
  );
}

function Answer({ row, labels }: { readonly row: ViewRow; readonly labels: LabelStyle }) {
  const at = (position: number) => {
    const label = labelOf(position, labels);
    return label === String(position) ? label : `${position} (${label})`;
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Verdict correct={row.correct} />
      <span>{row.resp_pos === null ? inWords(row.outcome) : `chose ${at(row.resp_pos)}`}</span>
      <span className="text-muted">gold {at(row.gold_pos)}</span>
    </p>
  );
}

const FOLDED = [
  ["reasoning", "Reasoning"],
  ["request", "Request as sent"],
  ["response_body", "Reply of the host"],
  ["label_logprobs", "Label log-probabilities"],
] as const;

function Folded({ raw }: { readonly raw: NonNullable<Drilled["raw"]> }) {
  return FOLDED.map(([name, label]) => {
    const text = raw[name];
    return text === null ? null : (
      <details key={name} className="text-sm">
        <summary className="text-muted">{label}</summary>
        <div className="mt-1">
          <RawText text={text} label={label} />
        </div>
      </details>
    );
  });
}
