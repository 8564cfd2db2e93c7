"use client";
import { replaceEqualDeep } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useCallback } from "react";
import {
  decodeState,
  hrefOf,
  viewOfPath,
  type Decoded,
  type UrlNote,
} from "@/lib/view-state/codec";
import { BASE_PATH, withoutBase } from "@/lib/http/hosting";
import { switchView, VIEWS, type ViewName, type ViewState } from "@/lib/view-state/state";

export type ViewChange = Partial<ViewState> | ((state: ViewState) => Partial<ViewState>);

/** "push" makes a step that Back undoes, "replace" changes the present one. */
export type HistoryStep = "push" | "replace";

export interface ViewNavigation {
  /** Canonical; the same object until the URL changes. */
  readonly state: ViewState;
  /** What the link says that this view does not know. */
  readonly notes: readonly UrlNote[];
  /**
   * Changes the view by changing the URL: "push" by default; "replace" is for a control that moves in
   * small steps, such as a slider.
   */
  readonly update: (change: ViewChange, how?: HistoryStep) => void;
  /** The address of this view after a change, for links. */
  readonly hrefWith: (change: ViewChange) => string;
  /** The address of another view under the same filters. */
  readonly hrefOfView: (view: ViewName, change?: Partial<ViewState>) => string;
}

// Every component under one URL shares one decoded object, so that memos hold.
let last: { key: string; decoded: Decoded } | null = null;

function decodeOnce(pathname: string, query: string): Decoded {
  const key = `${pathname}?${query}`;
  if (last?.key !== key) {
    const view = viewOfPath(pathname) ?? VIEWS[0];
    const decoded = decodeState(view, new URLSearchParams(query));
    // What did not change stays the same object: a filter change must not redraw what it left alone.
    last = { key, decoded: last ? replaceEqualDeep(last.decoded, decoded) : decoded };
  }
  return last.decoded;
}

const apply = (state: ViewState, change: ViewChange): ViewState => ({
  ...state,
  ...(typeof change === "function" ? change(state) : change),
});

function update(change: ViewChange, how: HistoryStep = "push"): void {
  // Read at the moment of the change: two changes in one tick must not undo each other.
  const { pathname, search, hash } = window.location;
  const href = BASE_PATH + hrefOf(apply(viewStateNow(), change)) + hash;
  if (href === pathname + search + hash) return;
  if (how === "push") window.history.pushState(null, "", href);
  else window.history.replaceState(null, "", href);
}

/** The view of the address as it is at this moment: for handlers, which need not follow it. */
export function viewStateNow(): ViewState {
  const { pathname, search } = window.location;
  return decodeOnce(withoutBase(pathname), search.slice(1)).state;
}

/** The present view. The URL is its only home: back, forward and links just work. */
export function useViewState(): ViewNavigation {
  const { state, notes } = decodeOnce(usePathname(), useSearchParams().toString());
  const hrefWith = useCallback((change: ViewChange) => hrefOf(apply(state, change)), [state]);
  const hrefOfView = useCallback(
    (view: ViewName, change: Partial<ViewState> = {}) =>
      hrefOf({ ...switchView(state, view), ...change }),
    [state],
  );
  return { state, notes, update, hrefWith, hrefOfView };
}
