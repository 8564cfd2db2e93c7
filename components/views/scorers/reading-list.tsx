"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { Answered } from "@/components/ui/answered";
import { Button } from "@/components/ui/button";
import type { ScorerPair } from "@/lib/chart-models/scorers";
import type { Select as Selected } from "@/lib/chart-models/series";
import { formatCount, plural } from "@/lib/format/number";
import { keyOf, writeKey } from "@/lib/rows/key";
import {
  READING_DIFFERENCES,
  type DifferingReadings,
  type ReadingsChoice,
} from "@/lib/rows/reading-differences";
import type { Filters } from "@/lib/view-state/filters";
import { Select } from "../shared/select";
import { ReadingEntry } from "./reading-entry";
import { useReadingList } from "./use-reading-list";

const PAGE = 20;

interface ReadingListProps {
  readonly pair: ScorerPair;
  readonly choice: ReadingsChoice;
  /** Those that keep both readings. */
  readonly filters: Filters;
  readonly onChoose: (kind: ReadingsChoice["kind"]) => void;
  readonly onClose: () => void;
  readonly onSelect: (select: Selected) => void;
}

const KINDS: Readonly<Record<ReadingsChoice["kind"], string>> = {
  all: "All",
  from_invalid: "From invalid",
  from_wrong: "From wrong",
  only_first: "First alone",
  both_wrong: "Right for none",
};

type Counts = DifferingReadings["counts"];

const totalOf = (counts: Counts, kind: ReadingsChoice["kind"]): number =>
  kind === "all" ? READING_DIFFERENCES.reduce((sum, one) => sum + counts[one], 0) : counts[kind];

function optionsOf(counts: Counts | undefined) {
  return (["all", ...READING_DIFFERENCES] as const).map((kind) => ({
    value: kind,
    label: KINDS[kind] + (counts ? ` (${formatCount(totalOf(counts, kind))})` : ""),
  }));
}

/** The answers that two scorers read differently, each with both readings and its text. */
export function ReadingList(props: ReadingListProps) {
  const { pair, choice, filters, onChoose, onClose, onSelect } = props;
  const [limit, setLimit] = useState(PAGE);
  const asked = useReadingList(choice, filters, limit);
  const [page] = asked.rows;
  const total = page ? totalOf(page.counts, page.kind) : 0;
  const { scorer_a, scorer_b } = pair.row;
  return (
    <section aria-labelledby="reading-list" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="reading-list" className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">
          {pair.label}: answers that {scorer_a} and {scorer_b} read differently
        </h2>
        <Button variant="quiet" onClick={onClose}>
          <X size={14} aria-hidden /> Close
        </Button>
      </div>
      <div className="my-2 flex flex-wrap items-center gap-x-4 gap-y-2" data-print="hide">
        <Select
          label="Answers"
          value={choice.kind}
          options={optionsOf(page?.counts)}
          onChange={onChoose}
        />
      </div>
      <Answered state={asked} what="the answers that are read differently">
        {page && (
          <>
            <p className="text-muted mb-2 text-xs">
              {formatCount(page.rows.length)} of {plural(total, "answer")}. “From invalid” and “from
              wrong”: right for {scorer_b} alone, where {scorer_a} read none or another option.
            </p>
            <ul className="divide-line divide-y text-sm">
              {page.rows.map((reading) => (
                <ReadingEntry
                  key={writeKey(keyOf(reading))}
                  reading={reading}
                  pair={pair}
                  labels={page.labels}
                  provenance={page.provenance}
                  onSelect={onSelect}
                />
              ))}
            </ul>
            {page.rows.length < total && (
              <Button onClick={() => setLimit(limit + PAGE)}>
                Show {Math.min(PAGE, total - page.rows.length)} more
              </Button>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}
