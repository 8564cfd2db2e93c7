"use client";
import { useSyncExternalStore } from "react";
import { readSheet, sheetId, type Sheet } from "@/lib/audit/sheet";
import { mergedWork, NO_WORK, workSchema, type Work } from "@/lib/audit/work";

/**
 * Sheets and the work on them, in the browser's local storage, which its tabs share; which sheet is
 * open is the tab's own. What the browser refuses to keep stands for as long as the page does.
 */
const SHEET = "foilscope-audit-sheet ";
const WORK = "foilscope-audit-work ";
const OPEN = "foilscope-audit-open";

export interface KeptSheet {
  readonly id: string;
  readonly sheet: Sheet;
  readonly work: Work;
}

/** A sheet whose work is kept and cannot be read: another version wrote it, or it is torn. */
export interface TornSheet {
  readonly id: string;
  readonly sheet: Sheet;
  /** The work as it is kept. */
  readonly text: string;
}

export interface KeptSheets {
  readonly sheets: readonly KeptSheet[];
  readonly torn: readonly TornSheet[];
  /** The sheet that is being worked on in this tab. */
  readonly open: string | null;
  /** Why the browser keeps nothing; null where it does. */
  readonly refused: string | null;
  /** Sheets that are kept and cannot be read themselves. */
  readonly unreadable: number;
}

const NOTHING: KeptSheets = { sheets: [], torn: [], open: null, refused: null, unreadable: 0 };

/** What was written in this page and may not have been kept. */
const unkept = new Map<string, string>();
let refused: string | null = null;
/** Undefined until the tab's storage has been asked. */
let openHere: string | null | undefined;
const listeners = new Set<() => void>();
let last: { texts: string; kept: KeptSheets } | null = null;
const parsed = new Map<string, { text: string; value: unknown }>();

function keysKept(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function textOf(key: string): string | null {
  const own = unkept.get(key);
  if (own !== undefined) return own;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * The sheet open in this tab, through its reloads. Another tab never moves a reviewer to another
 * sheet: answers would be locked into the records of somebody else.
 */
function openId(): string | null {
  if (openHere !== undefined) return openHere;
  try {
    openHere = sessionStorage.getItem(OPEN);
  } catch {
    openHere = null;
  }
  return openHere;
}

/** The value of a kept text, read once for each text; null where it cannot be read. */
function valueOf<T>(key: string, text: string, read: (text: string) => T): T | null {
  const known = parsed.get(key);
  if (known?.text === text) return known.value as T | null;
  let value: T | null;
  try {
    value = read(text);
  } catch {
    value = null;
  }
  parsed.set(key, { text, value });
  return value;
}

const readWork = (text: string): Work => workSchema.parse(JSON.parse(text));

function collect(): KeptSheets {
  const keys = [...new Set([...unkept.keys(), ...keysKept()])].sort();
  const sheets: KeptSheet[] = [];
  const torn: TornSheet[] = [];
  let unreadable = 0;
  for (const key of keys) {
    if (!key.startsWith(SHEET)) continue;
    const id = key.slice(SHEET.length);
    const sheet = valueOf(key, textOf(key) ?? "", readSheet);
    if (!sheet) {
      unreadable += 1;
      continue;
    }
    const text = textOf(WORK + id);
    const work = text === null ? NO_WORK : valueOf(WORK + id, text, readWork);
    if (work) sheets.push({ id, sheet, work });
    else torn.push({ id, sheet, text: text ?? "" });
  }
  const own = openId();
  const open = sheets.some(({ id }) => id === own) ? own : null;
  return { sheets, torn, open, refused, unreadable };
}

/** The same object until some text changes, as React asks of a snapshot. */
export function keptSheets(): KeptSheets {
  const keys = [...new Set([...unkept.keys(), ...keysKept()])].sort();
  const ours = keys.filter((key) => [SHEET, WORK].some((name) => key.startsWith(name)));
  const texts = JSON.stringify([refused, openId(), ours.map((key) => [key, textOf(key)])]);
  if (last?.texts !== texts) last = { texts, kept: collect() };
  return last.kept;
}

/** Another tab of this browser wrote a text, or removed it. Work that only this page has stays. */
function takeOver(key: string, text: string | null): void {
  const own = unkept.get(key);
  if (own === undefined) return;
  if (text !== null && key.startsWith(WORK)) {
    const mine = valueOf(key, own, readWork);
    const theirs = valueOf(key, text, readWork);
    if (mine && theirs) unkept.set(key, JSON.stringify(mergedWork(mine, theirs)));
    return;
  }
  unkept.delete(key);
  if (unkept.size === 0) refused = null;
}

/** Calls the listener whenever something is written, here or in another tab, until it is called off. */
export function watchSheets(listener: () => void): () => void {
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    if (key !== null) takeOver(key, newValue);
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
    if (unkept.size === 0) refused = null;
  } catch (error) {
    unkept.set(key, text);
    refused = error instanceof Error ? error.message : String(error);
  }
  for (const listener of listeners) listener();
}

function remove(key: string): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept where the browser keeps nothing.
  }
  for (const listener of listeners) listener();
}

/** Keeps a sheet; the work on the same one stays. @returns its id */
export function keepSheet(sheet: Sheet): string {
  const id = sheetId(sheet);
  write(SHEET + id, JSON.stringify(sheet));
  return id;
}

/** Opens a sheet from the text of its file. @throws Error saying in one line what is wrong */
export function openSheet(text: string): void {
  goToSheet(keepSheet(readSheet(text)));
}

/** Goes to a sheet that is kept, or to none, in this tab alone. */
export function goToSheet(id: string | null): void {
  openHere = id;
  try {
    if (id === null) sessionStorage.removeItem(OPEN);
    else sessionStorage.setItem(OPEN, id);
  } catch {
    // It stays open until the page is left.
  }
  for (const listener of listeners) listener();
}

/** Changes the work on a sheet as it is now, whichever tab it comes from. */
export function changeWork(id: string, change: (work: Work) => Work): void {
  // Work that cannot be read, or was forgotten elsewhere, is not written over.
  const now = keptSheets().sheets.find((one) => one.id === id)?.work;
  const next = now && change(now);
  if (next && next !== now) write(WORK + id, JSON.stringify(next));
}

/** Forgets a sheet and the work on it. */
export function forgetSheet(id: string): void {
  remove(WORK + id);
  remove(SHEET + id);
}

export function useKeptSheets(): KeptSheets {
  return useSyncExternalStore(watchSheets, keptSheets, () => NOTHING);
}
