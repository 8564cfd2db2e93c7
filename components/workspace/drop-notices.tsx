"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { firstReason, sentenceOf } from "./drop-sentences";
import { FailedRemovalNotice, LostFilesNotice } from "./import-jobs";
import { RejectsDialog } from "./rejects-dialog";
import type { DropSummary } from "./types";
import { useWorkspace, useWorkspaceActions } from "./use-workspace";

function DropNotice({
  drop,
  onShow,
  onClose,
}: {
  readonly drop: DropSummary;
  readonly onShow: () => void;
  readonly onClose: () => void;
}) {
  const useless = drop.runs.length === 0;
  const lossy = drop.rejected > 0 || drop.missing > 0 || drop.warnings.length > 0;
  const reason = firstReason(drop);
  return (
    <div
      role={useless ? "alert" : "status"}
      className={`flex items-start gap-3 rounded p-2 ${useless ? "bg-danger-soft" : lossy ? "bg-warn-soft" : "bg-accent-soft"}`}
    >
      <div className="min-w-0 flex-1 break-words">
        <p className={useless ? "text-danger font-semibold" : "font-medium"}>{sentenceOf(drop)}</p>
        {reason && <p>{reason}</p>}
        {useless && (
          <p className="text-muted">
            What was open still is. Put the file right and drop it again.
          </p>
        )}
        <button type="button" className="text-accent underline" onClick={onShow}>
          What became of each row
        </button>
      </div>
      <Button variant="quiet" aria-label="Put this message away" onClick={onClose}>
        <X size={14} aria-hidden />
      </Button>
    </div>
  );
}

/** Says once of each drop what became of its rows; the data menu keeps it. */
export function DropNotices() {
  const { drops } = useWorkspace();
  const { removeDrop } = useWorkspaceActions();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string | null>(null);
  const close = (drop: DropSummary) => {
    setAway((before) => new Set([...before, drop.id]));
    // Of a file that gave nothing there is nothing to keep.
    if (drop.runs.length === 0) removeDrop(drop.id);
  };
  return (
    <>
      <FailedRemovalNotice />
      <LostFilesNotice />
      {drops
        .filter((drop) => !away.has(drop.id))
        .map((drop) => (
          <DropNotice
            key={drop.id}
            drop={drop}
            onShow={() => setShown(drop.id)}
            onClose={() => close(drop)}
          />
        ))}
      <RejectsDialog
        drop={drops.find((drop) => drop.id === shown) ?? null}
        onClose={() => setShown(null)}
      />
    </>
  );
}
