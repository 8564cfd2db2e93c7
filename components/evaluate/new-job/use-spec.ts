"use client";
import { useEffect, useMemo, useState } from "react";
import type { JSONPath } from "jsonc-parser";
import type { Draft } from "./draft";
import { readSpec, withValue, type ReadSpec } from "@/lib/evaluate/spec-text";

/** The spec of a new job: its text is the only home; form and editor show it. */
export interface SpecState {
  readonly text: string;
  readonly read: ReadSpec;
  /** What the form shows: the value of the last text that was JSON. */
  readonly shown: unknown;
  /** The text is no JSON: the form cannot change it. */
  readonly broken: boolean;
  readonly setText: (text: string) => void;
  /** Changes one value of the text. */
  readonly set: (path: JSONPath, value: unknown) => void;
  /** Back to the last text that was JSON. */
  readonly mend: () => void;
  /** The text is another one than it began as, and is kept over a reload. */
  readonly drafted: boolean;
  /** Back to what it began as. */
  readonly discard: () => void;
}

/** @param start what the job begins as, where no draft of it is kept */
export function useSpec(start: string, draft: Draft): SpecState {
  const [{ text, readable }, setState] = useState(() => {
    const first = draft.read() ?? start;
    return { text: first, readable: readSpec(first).value === undefined ? start : first };
  });
  useEffect(() => {
    if (text === start) draft.discard();
    else draft.keep(text);
  }, [text, start, draft]);
  const read = useMemo(() => readSpec(text), [text]);
  const shown = useMemo(() => readSpec(readable).value, [readable]);
  const setText = (next: string) =>
    setState((now) => ({
      text: next,
      readable: readSpec(next).value === undefined ? now.readable : next,
    }));
  return {
    text,
    read,
    shown,
    broken: read.value === undefined,
    setText,
    set: (path, value) =>
      setState((now) => {
        // Of a text that is no JSON nothing can be changed but by hand.
        if (readSpec(now.text).value === undefined) return now;
        const next = withValue(now.text, path, value);
        return { text: next, readable: next };
      }),
    mend: () => setState((now) => ({ text: now.readable, readable: now.readable })),
    drafted: text !== start,
    discard: () => setState({ text: start, readable: start }),
  };
}
