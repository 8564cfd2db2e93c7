"use client";
import { createContext, useCallback, useContext, useEffect, useState } from "react";

/** Labels of fields by their ids. */
type Labels = ReadonlyMap<string, string>;

/** The fields that hold what is no value, after one of them was heard; no label: it holds one. */
export function afterHearing(known: Labels, id: string, label: string | null): Labels {
  if ((known.get(id) ?? null) === label) return known;
  const others = [...known].filter(([other]) => other !== id);
  return new Map(label === null ? others : [...others, [id, label]]);
}

/** What has to be done before anything is asked with the values on screen; null where they are all. */
export function unreadableText(labels: readonly string[]): string | null {
  if (labels.length === 0) return null;
  const named = labels.map((label) => `“${label}”`).join(", ");
  return `${named} ${labels.length === 1 ? "holds" : "hold"} what is no value: correct that first.`;
}

type Tell = (id: string, label: string | null) => void;
const Told = createContext<Tell>(() => undefined);

/** Hears of fields below it whose text is no value. */
export const UnreadableFields = Told.Provider;

/** Tells the form around a field whether its text is no value. */
export function useTellUnreadable(id: string, label: string, unreadable: boolean): void {
  const tell = useContext(Told);
  useEffect(() => {
    if (!unreadable) return;
    tell(id, label);
    return () => tell(id, null);
  }, [tell, id, label, unreadable]);
}

/**
 * What fields of a form hold that is no value. A field keeps such a text to itself, so that the form
 * has an earlier value than the one on screen: nothing may be asked with it.
 */
export function useUnreadable(): { readonly tell: Tell; readonly text: string | null } {
  const [labels, setLabels] = useState<Labels>(new Map());
  const tell = useCallback<Tell>(
    (id, label) => setLabels((known) => afterHearing(known, id, label)),
    [],
  );
  return { tell, text: unreadableText([...labels.values()]) };
}
