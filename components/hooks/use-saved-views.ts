"use client";
import { useSyncExternalStore } from "react";
import { z } from "zod";
import { hrefOf } from "@/lib/view-state/codec";
import { viewStateNow } from "./use-view-state";

/** A view that the reader gave a name: an address, and nothing of the data. */
export interface SavedView {
  readonly name: string;
  readonly href: string;
}

const KEY = "foilscope-saved-views";
const MOST = 100;
const savedSchema = z
  .array(z.strictObject({ name: z.string().min(1), href: z.string().startsWith("/") }))
  .max(MOST);
const NONE: readonly SavedView[] = [];

let last: { text: string | null; views: readonly SavedView[] } = { text: null, views: NONE };

/** The same list until the text changes, as React asks of a snapshot. */
function read(): readonly SavedView[] {
  const text = localStorage.getItem(KEY);
  if (text !== last.text) last = { text, views: parsed(text) };
  return last.views;
}

function parsed(text: string | null): readonly SavedView[] {
  if (text === null) return NONE;
  try {
    const result = savedSchema.safeParse(JSON.parse(text));
    return result.success ? result.data : NONE;
  } catch {
    return NONE;
  }
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

function write(views: readonly SavedView[]): void {
  localStorage.setItem(KEY, JSON.stringify(savedSchema.parse(views)));
  for (const listener of listeners) listener();
}

/** Views saved in this browser. A name stands for one view: saving it again replaces it. */
export function useSavedViews() {
  const views = useSyncExternalStore(subscribe, read, () => NONE);
  return {
    views,
    /** @throws Error where the browser keeps no more. */
    save: (name: string) =>
      write(
        [
          { name, href: hrefOf({ ...viewStateNow(), embed: false }) },
          ...read().filter((view) => view.name !== name),
        ].slice(0, MOST),
      ),
    remove: (name: string) => write(read().filter((view) => view.name !== name)),
  };
}
