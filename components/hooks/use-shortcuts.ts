"use client";
import { useEffect, useEffectEvent } from "react";

/** Keys by what they print (`event.key`), whatever the keyboard's layout. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const EDITABLE = "input, textarea, select, [contenteditable]:not([contenteditable='false'])";
/** Inside these, keys belong to what is open. */
const MODAL = "[role='dialog'], [role='menu'], [role='listbox']";

function isOurs(event: KeyboardEvent): boolean {
  // AltGr counts as Ctrl+Alt on some systems, and many layouts need it for brackets.
  const typed = event.getModifierState("AltGraph") || !event.ctrlKey;
  if (event.defaultPrevented || event.metaKey || !typed || event.isComposing) return false;
  const { target } = event;
  return !(target instanceof Element && target.closest(`${EDITABLE}, ${MODAL}`));
}

/** Single-key shortcuts of the page; silent while something is being typed or a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(event) || !Object.hasOwn(shortcuts, event.key)) return;
    event.preventDefault();
    shortcuts[event.key]?.(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
