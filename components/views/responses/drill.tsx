"use client";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/number";
import { inWords } from "@/lib/format/words";
import { presentOptions, whyNoText } from "@/lib/rows/presented";
import { labelStyleOf, positionText, readAgain, readsTexts } from "@/lib/rows/reading";
import type { ViewRow } from "@/lib/rows/row";
import type { LabelStyle } from "@/lib/scoring/labels";
import { OptionList } from "./option-list";
import { RawText } from "./raw-text";
import { Verdict } from "./response-cell";
import type { Drilled } from "./use-raw-text";

/** Longer texts are read by the scorer on request alone: 20 MB take it seconds. */
const READ_AT_ONCE = 1_000_000;

interface DrillProps extends Drilled {
  readonly row: ViewRow;
  /** False where something else shows the question. */
  readonly question?: boolean;
  /** Tells its texts from those of another response beside it: "under five-original". */
  readonly side?: string;
}

/** What is kept behind one response: answer, question, options, and the text with what was read in it. */
export function Drill({ row, raw, run, question = true, side }: DrillProps) {
  const named = (label: string) => (side === undefined ? label : `${label} ${side}`);
  const labels = labelStyleOf(run.manifest);
  const options = useMemo(() => presentOptions(row, raw, labels), [row, raw, labels]);
  const long = (raw?.text?.length ?? 0) > READ_AT_ONCE;
  const [asked, setAsked] = useState(false);
  const again = useMemo(
    () => (raw && (asked || !long) ? readAgain(row, raw, labels) : null),
    [row, raw, labels, asked, long],
  );
  const evidence = again && !again.differs ? again.reading.evidence : null;
  return (
    <>
      <Answer row={row} labels={labels} />
      {question && <Question raw={raw} />}
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
          <RawText text={raw.text} label={named("Response")} match={evidence} />
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
        {raw && <Folded raw={raw} named={named} />}
      </section>
    </>
  );
}

/** The question of an item, and its target sentence where it has one. */
export function Question({ raw }: Pick<Drilled, "raw">) {
  const stem = raw?.item?.stem ?? null;
  const target = raw?.item?.target ?? null;
  return (
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
  );
}

function Answer({ row, labels }: { readonly row: ViewRow; readonly labels: LabelStyle }) {
  const at = (position: number) => positionText(position, labels);
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

interface FoldedProps {
  readonly raw: NonNullable<Drilled["raw"]>;
  readonly named: (label: string) => string;
}

function Folded({ raw, named }: FoldedProps) {
  return FOLDED.map(([name, label]) => {
    const text = raw[name];
    return text === null ? null : (
      <details key={name} className="text-sm">
        <summary className="text-muted">{label}</summary>
        <div className="mt-1">
          <RawText text={text} label={named(label)} />
        </div>
      </details>
    );
  });
}
