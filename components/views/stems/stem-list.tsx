"use client";
import { useMemo, useState } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Answered } from "@/components/ui/answered";
import { Button } from "@/components/ui/button";
import type { Select } from "@/lib/chart-models/series";
import { formatCount } from "@/lib/format/number";
import { without } from "@/lib/metrics/scope";
import { markedStem } from "@/lib/stems/marked";
import type { Filters } from "@/lib/view-state/filters";
import { Choice } from "../shared/choice";
import { useStemList, type ListedStem } from "./use-stem-list";

const PAGE = 20;

const SIDES = [
  { value: "all", label: "All" },
  { value: "flagged", label: "Flagged" },
  { value: "unflagged", label: "Unflagged" },
] as const;
type Side = (typeof SIDES)[number]["value"];

/** Which side the filter of stems keeps; all where it keeps both, or those without a flag. */
function sideOf(filters: Filters): Side {
  const values = filters.find((filter) => filter.field === "stem")?.values ?? [];
  if (values.length !== 1) return "all";
  return values[0] === true ? "flagged" : values[0] === false ? "unflagged" : "all";
}

interface StemListProps {
  readonly filters: Filters;
  readonly enabled: boolean;
  readonly onSelect: (select: Select) => void;
}

/** The stems in view, flagged ones first, with what the rule stood on marked. */
export function StemList({ filters, enabled, onSelect }: StemListProps) {
  const { state, update } = useViewState();
  const [limit, setLimit] = useState(PAGE);
  const asked = useStemList(filters, limit, enabled);
  const [page] = asked.rows;
  const choose = (side: Side) => {
    const others = without(state.filters, "stem");
    update({
      filters:
        side === "all" ? others : [...others, { field: "stem", values: [side === "flagged"] }],
    });
  };
  return (
    <section aria-labelledby="stem-list" className="mt-6">
      <h2 id="stem-list" className="text-sm font-semibold">
        The stems, flagged ones first
      </h2>
      <div className="my-2 flex flex-wrap items-center gap-x-4 gap-y-2" data-print="hide">
        <Choice label="Stems" value={sideOf(state.filters)} options={SIDES} onChange={choose} />
      </div>
      <Answered
        state={asked}
        what="the stems"
        empty={<p className="text-muted text-sm">No stem with a flag under these filters.</p>}
      >
        {page && (
          <>
            <p className="text-muted mb-2 text-xs">
              {formatCount(page.stems.length)} of {formatCount(page.total)} items. Marked: what the
              rule stood on.
            </p>
            <ul className="divide-line divide-y text-sm">
              {page.stems.map((stem, i) => (
                <StemEntry key={i} stem={stem} onSelect={onSelect} />
              ))}
            </ul>
            {page.stems.length < page.total && (
              <Button onClick={() => setLimit(limit + PAGE)}>
                Show {Math.min(PAGE, page.total - page.stems.length)} more
              </Button>
            )}
          </>
        )}
      </Answered>
    </section>
  );
}

function StemEntry({
  stem,
  onSelect,
}: {
  readonly stem: ListedStem;
  readonly onSelect: (select: Select) => void;
}) {
  const { benchmark, item_id, section, stem_negative, evidence } = stem;
  const parts = useMemo(
    () => (stem.stem === null ? null : markedStem(stem.stem, evidence)),
    [stem, evidence],
  );
  const select: Select = [
    { field: "benchmark", values: [benchmark] },
    { field: "item", values: [item_id] },
  ];
  return (
    <li className="py-2" data-stem={stem_negative ? "flagged" : "unflagged"}>
      <p className="text-muted flex flex-wrap gap-x-2 text-xs [overflow-wrap:anywhere]">
        <button
          type="button"
          className="text-accent min-w-0 text-left font-mono underline"
          onClick={() => onSelect(select)}
        >
          {item_id}
        </button>
        {section !== null && <span>{section}</span>}
        <span className={stem_negative ? "text-ink font-medium" : ""}>
          {stem_negative ? "flagged" : "unflagged"}
        </span>
        <span>
          {evidence.by === null
            ? "nothing says by whom"
            : evidence.by === "given"
              ? "as the file says"
              : `by ${evidence.by}`}
        </span>
        {evidence.forms.length > 0 && <span>found: {evidence.forms.join(", ")}</span>}
      </p>
      {parts === null ? (
        <p className="text-muted text-xs">{stem.missing}</p>
      ) : (
        <p className="[overflow-wrap:anywhere] whitespace-pre-line">
          {parts.map(({ text, marked }, i) =>
            marked ? (
              <mark key={i} className="bg-warn-soft text-ink rounded px-0.5 font-semibold">
                {text}
              </mark>
            ) : (
              <span key={i}>{text}</span>
            ),
          )}
        </p>
      )}
    </li>
  );
}
