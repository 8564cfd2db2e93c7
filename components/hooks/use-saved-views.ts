"use client";
import { useSyncExternalStore } from "react";
import { hrefOf } from "@/lib/view-state/codec";
import {
  parseSaved,
  withoutView,
  withView,
  writeSaved,
  type SavedList,
} from "@/lib/view-state/saved-views";
import { viewStateNow } from "./use-view-state";

const KEY = "foilscope-saved-views";
const NONE = parseSaved(null);

let last: { text: string | null; list: SavedList } = { text: null, list: NONE };

/** Null where there is nothing, or where the browser keeps nothing for this site. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The same list until the text changes, as React asks of a snapshot. */
function read(): SavedList {
  const text = stored();
  if (text !== last.text) last = { text, list: parseSaved(text) };
  return last.list;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser saved or removed one.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What became of a change: `full` has room for no more views, `refused` comes from the browser. */
export type SaveResult = "saved" | "full" | "refused";

function write(list: SavedList | null): SaveResult {
  if (!list) return "full";
  try {
    localStorage.setItem(KEY, writeSaved(list));
  } catch {
    return "refused";
  }
  for (const listener of listeners) listener();
  return "saved";
}

/** Views saved in this browser. A name stands for one view: saving it again replaces it. */
export function useSavedViews() {
  const { views, unreadable } = useSyncExternalStore(subscribe, read, () => NONE);
  return {
    views,
    unreadable: unreadable.length,
    save: (name: string) =>
      write(withView(read(), { name, href: hrefOf({ ...viewStateNow(), embed: false }) })),
    remove: (name: string) => write(withoutView(read(), name)),
    forgetUnreadable: () => write({ ...read(), unreadable: [] }),
  };
}
