"use client";
import { useEffect, useState } from "react";
import { useHiddenDrops } from "@/components/workspace/use-hidden-drops";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { listOf } from "@/lib/format/number";
import { BASE_PATH } from "@/lib/http/hosting";
import { useViewState } from "./use-view-state";

const SHOWN_MS = 2000;

/** Dropped files of which something is in this view. */
function useFilesInView(): readonly string[] {
  const { drops } = useWorkspace();
  const { view } = useViewState().state;
  const hidden = useHiddenDrops();
  if (view === "reference") return [];
  const shown = drops.filter((drop) => drop.runs.length > 0 && !hidden.has(drop.id));
  return shown.flatMap((drop) => drop.files);
}

const notCarried = (files: readonly string[]) =>
  `The link does not carry ${listOf(files)}: whoever opens it has to drop ${files.length === 1 ? "that file" : "those files"} there, too.`;

/** Copies the address of the present view; it names the snapshot that it was made on. */
export function useCopyLink(): {
  readonly copied: boolean;
  readonly failed: string | null;
  /** What the copied link does not carry, while this is the view that it leads to. */
  readonly missing: string | null;
  readonly copy: () => Promise<void>;
} {
  const { hrefWith } = useViewState();
  const { snapshot } = useWorkspace();
  const files = useFilesInView();
  const here = hrefWith({});
  const [taken, setTaken] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const link = new URL(
      BASE_PATH + hrefWith({ data: snapshot?.id ?? null, embed: false }),
      window.location.href,
    );
    setTaken(here);
    try {
      await navigator.clipboard.writeText(link.href);
      setCopied(true);
      setFailed(null);
    } catch {
      // Without permission or on plain http the reader can still copy it by hand.
      setFailed(`The browser did not allow copying. The link is ${link.href}`);
    }
  };
  const missing = taken === here && files.length > 0 ? notCarried(files) : null;
  return { copied, failed, missing, copy };
}
