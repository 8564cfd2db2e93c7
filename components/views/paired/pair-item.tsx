"use client";
import { useState } from "react";
import { Answered } from "@/components/ui/answered";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import type { ShownPair } from "@/lib/chart-models/paired";
import { formatCount } from "@/lib/format/number";
import { keyOf, writeKey } from "@/lib/rows/key";
import type { PairedItem } from "@/lib/rows/paired-item";
import type { ViewRow } from "@/lib/rows/row";
import { Drill, Question } from "../responses/drill";
import { useRawText } from "../responses/use-raw-text";
import { StepPanel, type Steps } from "../shared/step-panel";
import { usePairItem } from "./use-pair-items";

interface PairItemProps extends Steps {
  readonly pair: ShownPair;
  readonly itemId: string;
}

/** One item as both conditions showed it, with the answer of each. */
export function PairItem({ pair, itemId, ...steps }: PairItemProps) {
  const asked = usePairItem(pair, itemId);
  const [item] = asked.rows;
  const first = item?.a[0] ?? item?.b[0];
  const apart = item !== undefined && severalQuestions(item);
  return (
    <StepPanel
      {...steps}
      what="item"
      absent="not among the items listed"
      about={first !== undefined && !apart && `${placeText(first)} · `}
      title={
        <>
          Item <span className="font-mono">{itemId}</span>, {pair.row.model}{" "}
          {pair.row.simulated && <SimulatedBadge />}
        </>
      }
    >
      <Answered
        state={asked}
        what="the answers to this item"
        empty={<p className="text-muted text-sm">Neither side of this pair has this item.</p>}
      >
        {item && !asked.refreshing && (
          <div key={item.item_id} className="space-y-4">
            {first && !apart && <SharedQuestion row={first} />}
            <div className="grid gap-4 sm:grid-cols-2">
              <Side title={pair.from} rows={item.a} apart={apart} />
              <Side title={pair.to} rows={item.b} apart={apart} />
            </div>
          </div>
        )}
      </Answered>
    </StepPanel>
  );
}

/** Whether the rows under one id hold other questions: then none of them stands for all. */
function severalQuestions({ a, b }: PairedItem): boolean {
  return new Set([...a, ...b].map(({ item_hash }) => item_hash)).size > 1;
}

const placeText = ({ section, stem_negative }: ViewRow) =>
  `${section ?? "section not stated"} · ${stemText(stem_negative)}`;

function stemText(negative: boolean | null): string {
  if (negative === null) return "stem without a flag";
  return negative ? "flagged stem" : "unflagged stem";
}

function SharedQuestion({ row }: { readonly row: ViewRow }) {
  const { rows } = useRawText(keyOf(row));
  const [found] = rows;
  return found ? <Question raw={found.raw} /> : null;
}

interface SideProps {
  readonly title: string;
  /** Each answer is shown with a question of its own. */
  readonly apart: boolean;
  readonly rows: readonly ViewRow[];
}

/** The item under one condition: its first answer open, those of other permutations folded. */
function Side({ title, rows, apart }: SideProps) {
  const [first, ...others] = rows;
  return (
    <section aria-label={title} className="min-w-0 space-y-3">
      <h3 className="border-line border-b pb-1 font-semibold [overflow-wrap:anywhere]">{title}</h3>
      {first === undefined ? (
        <p className="text-muted text-sm">This item was not asked here.</p>
      ) : (
        <>
          {others.length > 0 && <p className="text-muted text-xs">{orderText(first)}</p>}
          <Shown row={first} side={`under ${title}`} question={apart} />
        </>
      )}
      {others.map((row) => (
        <Folded key={writeKey(keyOf(row))} row={row} title={title} apart={apart} />
      ))}
    </section>
  );
}

const orderText = ({ permutation, trial }: ViewRow) =>
  permutation === null ? `Trial ${formatCount(trial)}` : `Permutation ${formatCount(permutation)}`;

/** Read when it is opened: an item may have many permutations. */
function Folded({ row, title, apart }: Omit<SideProps, "rows"> & Pick<ShownProps, "row">) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="text-muted text-sm">
        {orderText(row)}: {row.correct === true ? "right" : "not right"}
      </summary>
      <div className="mt-2">
        {open && <Shown row={row} side={`under ${title}, ${orderText(row)}`} question={apart} />}
      </div>
    </details>
  );
}

interface ShownProps {
  readonly row: ViewRow;
  readonly side: string;
  /** With its question, section and flag, where no other place shows them. */
  readonly question: boolean;
}

function Shown({ row, side, question }: ShownProps) {
  const drilled = useRawText(keyOf(row));
  const [found] = drilled.rows;
  return (
    <Answered state={drilled} what="what is kept of this answer" brief>
      {found && !drilled.refreshing && (
        <div className="space-y-4">
          {question && <p className="text-muted text-xs">{placeText(row)}</p>}
          <Drill row={row} {...found} question={question} side={side} />
        </div>
      )}
    </Answered>
  );
}
