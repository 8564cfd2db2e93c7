"use client";
import { clsx } from "clsx";
import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import type { ViewName } from "@/lib/view-state/state";
import { COMMON, groupOf, VIEW_GROUPS, VIEW_LABELS, type ViewGroup } from "./views";

function Tab({ view }: { readonly view: ViewName }) {
  const { state, hrefOfView } = useViewState();
  const present = view === state.view;
  return (
    <li>
      <Link
        href={hrefOfView(view)}
        prefetch={false}
        aria-current={present ? "page" : undefined}
        title={VIEW_LABELS[view].question}
        className={clsx(
          "block border-b-2 px-2.5 py-1.5 text-sm whitespace-nowrap",
          present
            ? "border-accent text-ink font-semibold"
            : "text-muted hover:text-ink border-transparent",
        )}
      >
        {VIEW_LABELS[view].label}
      </Link>
    </li>
  );
}

function GroupButton({
  group,
  open,
  onOpen,
}: {
  readonly group: ViewGroup;
  readonly open: boolean;
  readonly onOpen: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        title={group.about}
        data-views={group.views.join(" ")}
        onClick={onOpen}
        className={clsx(
          "my-1 block rounded px-2 py-0.5 text-xs",
          open ? "bg-accent-soft text-ink font-semibold" : "text-muted hover:text-ink",
        )}
      >
        {group.label}
      </button>
    </li>
  );
}

const Divider = () => <li aria-hidden className="border-line my-1.5 border-l" />;

/**
 * The views as links: each keeps the filters, and opens in a new tab like any link. One group has its
 * tabs out: that of the present view, or the one that was opened last.
 */
export function ViewTabs() {
  const { state } = useViewState();
  const own = groupOf(state.view);
  const [at, setAt] = useState(state.view);
  const [group, setGroup] = useState(own ?? VIEW_GROUPS[0]);
  if (at !== state.view) {
    setAt(state.view);
    if (own) setGroup(own);
  }
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
        {VIEW_GROUPS.map((each) => (
          <GroupButton
            key={each.label}
            group={each}
            open={each === group}
            onOpen={() => {
              setGroup(each);
            }}
          />
        ))}
        <Divider />
        {group.views.map((view) => (
          <Tab key={view} view={view} />
        ))}
        <Divider />
        {COMMON.views.map((view) => (
          <Tab key={view} view={view} />
        ))}
      </ul>
    </nav>
  );
}
