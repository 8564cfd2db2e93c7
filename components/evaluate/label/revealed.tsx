"use client";
import type { SheetItem } from "@/lib/audit/sheet";
import type { Judgement } from "@/lib/records/audit";

interface RevealedProps {
  readonly item: SheetItem;
  /** What stands of the item, its corrections followed. */
  readonly now: Judgement;
}

/** The options with key and origins, and what the reviewer holds right. */
export function Revealed({ item, now }: RevealedProps) {
  return (
    <>
      <ul aria-label="Options with key and origins" className="space-y-1">
        {item.order.map((at, place) => {
          const option = item.options[at];
          const held = now.answers?.includes(at) ?? false;
          return (
            <li
              key={place}
              className="border-line flex items-start gap-3 rounded border px-2 py-1.5 text-sm"
              data-option={place + 1}
            >
              <span className="tabular text-muted w-5 shrink-0 text-right">{place + 1}</span>
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere] whitespace-pre-line">
                {option?.text}
              </span>
              <span className="flex shrink-0 flex-col items-end text-xs">
                {held && <strong>held right</strong>}
                {at === item.key && <strong className="text-accent">key</strong>}
                <span className="text-muted">{option?.origin}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {now.answers === null && <p className="text-sm">You could not tell.</p>}
      {now.answers?.length === 0 && <p className="text-sm">You hold none of them right.</p>}
    </>
  );
}
