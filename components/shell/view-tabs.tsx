"use client";
import { clsx } from "clsx";
import Link from "next/link";
import { useEffect, useRef } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { VIEWS } from "@/lib/view-state/state";
import { VIEW_LABELS } from "./views";

/** The views as links: each keeps the filters, and opens in a new tab like any link. */
export function ViewTabs() {
  const { state, hrefOfView } = useViewState();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a narrow screen the present tab may lie beyond the edge.
    const tab = list.current?.querySelector<HTMLElement>("[aria-current=page]");
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [state.view]);
  return (
    <nav aria-label="Views" className="border-line bg-surface border-b px-3" data-print="hide">
      <ul ref={list} className="relative flex gap-1 overflow-x-auto">
        {VIEWS.map((view) => (
          <li key={view}>
            <Link
              href={hrefOfView(view)}
              prefetch={false}
              aria-current={view === state.view ? "page" : undefined}
              title={VIEW_LABELS[view].question}
              className={clsx(
                "block border-b-2 px-2.5 py-1.5 text-sm",
                view === state.view
                  ? "border-accent text-ink font-semibold"
                  : "text-muted hover:text-ink border-transparent",
              )}
            >
              {VIEW_LABELS[view].label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
