"use client";
import { useEffect, useState } from "react";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { BASE_PATH } from "@/lib/http/hosting";
import { useViewState } from "./use-view-state";

const SHOWN_MS = 2000;

/** Copies the address of the present view; it names the snapshot that it was made on. */
export function useCopyLink(): {
  readonly copied: boolean;
  readonly failed: string | null;
  readonly copy: () => Promise<void>;
} {
  const { hrefWith } = useViewState();
  const { snapshot } = useWorkspace();
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
    try {
      await navigator.clipboard.writeText(link.href);
      setCopied(true);
      setFailed(null);
    } catch {
      // Without permission or on plain http the reader can still copy it by hand.
      setFailed(`The browser did not allow copying. The link is ${link.href}`);
    }
  };
  return { copied, failed, copy };
}
