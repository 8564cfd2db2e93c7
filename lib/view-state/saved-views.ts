import { z } from "zod";

/** A view that the reader gave a name: an address from the root, and nothing of the data. */
const savedView = z.strictObject({
  name: z.string().min(1),
  // Two slashes would be another host.
  href: z.string().regex(/^\/(?!\/)/),
});
export type SavedView = z.infer<typeof savedView>;

export const MOST_SAVED = 100;

export interface SavedList {
  /** Newest first; a name stands for one view. */
  readonly views: readonly SavedView[];
  /** What else is stored there: never shown, and never lost by saving another. */
  readonly unreadable: readonly unknown[];
}

function entriesOf(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [parsed];
  } catch {
    return [text];
  }
}

/** Reads a stored list, entry by entry: one that is damaged does not take the others along. */
export function parseSaved(text: string | null): SavedList {
  const views = new Map<string, SavedView>();
  const unreadable: unknown[] = [];
  for (const entry of text === null ? [] : entriesOf(text)) {
    const view = savedView.safeParse(entry);
    if (view.success && !views.has(view.data.name)) views.set(view.data.name, view.data);
    else unreadable.push(entry);
  }
  return { views: [...views.values()], unreadable };
}

export function writeSaved({ views, unreadable }: SavedList): string {
  return JSON.stringify([...views, ...unreadable]);
}

export function withoutView({ views, unreadable }: SavedList, name: string): SavedList {
  return { views: views.filter((view) => view.name !== name), unreadable };
}

/** The list with one more view, in place of the one of that name; null when it is full. */
export function withView(list: SavedList, view: SavedView): SavedList | null {
  const { views, unreadable } = withoutView(list, view.name);
  return views.length >= MOST_SAVED ? null : { views: [view, ...views], unreadable };
}
