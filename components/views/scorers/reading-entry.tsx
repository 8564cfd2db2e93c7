"use client";
import { useState } from "react";
import { Answered } from "@/components/ui/answered";
import { Button } from "@/components/ui/button";
import { readingsSelect, type ScorerPair } from "@/lib/chart-models/scorers";
import type { Select } from "@/lib/chart-models/series";
import { formatCount } from "@/lib/format/number";
import { inWords } from "@/lib/format/words";
import { keyOf } from "@/lib/rows/key";
import { whyNoText } from "@/lib/rows/presented";
import { positionText } from "@/lib/rows/reading";
import type { DifferingReading } from "@/lib/rows/reading-differences";
import type { ViewRow } from "@/lib/rows/row";
import type { LabelStyle } from "@/lib/scoring/labels";
import { RawText } from "../responses/raw-text";
import { Verdict } from "../responses/response-cell";
import { useRawText } from "../responses/use-raw-text";

interface ReadingEntryProps {
  readonly reading: DifferingReading;
  readonly pair: ScorerPair;
  readonly labels: LabelStyle;
  readonly provenance: ViewRow["provenance"];
  readonly onSelect: (select: Select) => void;
}

/** One answer: item, gold, what each scorer read, and the text itself when it is asked for. */
export function ReadingEntry({ reading, pair, labels, provenance, onSelect }: ReadingEntryProps) {
  const [open, setOpen] = useState(false);
  const { item_id, section, gold_pos, n_options, trial, kind } = reading;
  const { scorer_a, scorer_b } = pair.row;
  const second = kind === "from_invalid" || kind === "from_wrong";
  return (
    <li className="py-2" data-difference={kind}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
        <button
          type="button"
          title="Open both responses"
          className="text-accent min-w-0 text-left font-mono text-xs underline"
          onClick={() =>
            onSelect([...readingsSelect(pair.row), { field: "item", values: [item_id] }])
          }
        >
          {item_id}
        </button>
        {section !== null && <span className="text-muted text-xs">{section}</span>}
        <span className="text-muted text-xs">
          N {formatCount(n_options)}
          {trial > 1 && `, trial ${formatCount(trial)}`}
        </span>
        <span>gold {positionText(gold_pos, labels)}</span>
        <Reading
          scorer={scorer_a}
          position={reading.resp_a}
          outcome={reading.outcome_a}
          correct={kind === "only_first"}
          labels={labels}
        />
        <Reading
          scorer={scorer_b}
          position={reading.resp_b}
          outcome={reading.outcome_b}
          correct={second}
          labels={labels}
        />
        <Button
          variant="quiet"
          aria-expanded={open}
          aria-label={`${open ? "Hide" : "Show"} the text of item ${item_id}`}
          onClick={() => setOpen(!open)}
        >
          {open ? "Hide text" : "Show text"}
        </Button>
      </p>
      {open && (
        <AnswerText
          reading={reading}
          row={{ provenance, scorer: scorer_a, outcome: reading.outcome_a }}
        />
      )}
    </li>
  );
}

interface ReadingProps {
  readonly scorer: string;
  readonly position: number | null;
  readonly outcome: DifferingReading["outcome_a"];
  readonly correct: boolean;
  readonly labels: LabelStyle;
}

/** "legacy-1: chose 3 (C), right" */
function Reading({ scorer, position, outcome, correct, labels }: ReadingProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1">
      <span className="text-muted">{scorer}:</span>{" "}
      {position === null ? inWords(outcome) : `chose ${positionText(position, labels)}`}{" "}
      {position !== null && <Verdict correct={correct} />}
    </span>
  );
}

interface AnswerTextProps {
  readonly reading: DifferingReading;
  readonly row: Pick<ViewRow, "provenance" | "scorer" | "outcome">;
}

function AnswerText({ reading, row }: AnswerTextProps) {
  const asked = useRawText(keyOf(reading));
  const [found] = asked.rows;
  const text = found?.raw?.text ?? null;
  return (
    <div className="mt-1">
      <Answered state={asked} what="the text">
        {found &&
          (text === null ? (
            <p className="text-muted text-xs">{whyNoText(row, found.raw)}</p>
          ) : (
            <RawText text={text} label={`Response to item ${reading.item_id}`} />
          ))}
      </Answered>
    </div>
  );
}
