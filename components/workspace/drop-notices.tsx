"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { filterLabel } from "@/components/filters/labels";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { listOf } from "@/lib/format/number";
import type { FilterField } from "@/lib/view-state/filters";
import { firstReason, sentenceOf } from "./drop-sentences";
import { FailedRemovalNotice, LostFilesNotice } from "./import-jobs";
import { RejectsDialog } from "./rejects-dialog";
import { isEmptyDrop, type DropSummary } from "./types";
import { useHiddenDrops } from "./use-hidden-drops";
import { useWorkspace, useWorkspaceActions } from "./use-workspace";

/** All of a file is hidden: said where it was dropped, with the way to see it. */
function HiddenDrop({ by }: { readonly by: readonly FilterField[] }) {
  const { update } = useViewState();
  const show = (button: HTMLElement) => {
    // The button goes with what it says: who came by keyboard goes on in the same message.
    button.closest("[data-drop]")?.querySelector<HTMLElement>("[data-rows]")?.focus();
    update(({ filters }) => ({ filters: filters.filter(({ field }) => !by.includes(field)) }));
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span>
        Imported, but hidden by {by.length === 1 ? "the filter" : "the filters"} in force on{" "}
        {listOf(by.map(filterLabel), by.length)}: nothing of it is in this view.
      </span>
      <Button onClick={(event) => show(event.currentTarget)}>Show it</Button>
    </p>
  );
}

function DropNotice({
  drop,
  hiddenBy,
  onShow,
  onClose,
}: {
  readonly drop: DropSummary;
  /** Filters that hide all of it. */
  readonly hiddenBy: readonly FilterField[] | undefined;
  readonly onShow: () => void;
  readonly onClose: () => void;
}) {
  const useless = isEmptyDrop(drop);
  const warns =
    drop.rejected > 0 || drop.missing > 0 || drop.warnings.length > 0 || hiddenBy !== undefined;
  const reason = firstReason(drop);
  return (
    <div
      data-drop
      role={useless ? "alert" : "status"}
      className={`flex items-start gap-3 rounded p-2 ${useless ? "bg-danger-soft" : warns ? "bg-warn-soft" : "bg-accent-soft"}`}
    >
      <div className="min-w-0 flex-1 break-words">
        <p className={useless ? "text-danger font-semibold" : "font-medium"}>{sentenceOf(drop)}</p>
        {reason && <p>{reason}</p>}
        {useless && (
          <p className="text-muted">
            What was open still is. Put the file right and drop it again.
          </p>
        )}
        {hiddenBy && <HiddenDrop by={hiddenBy} />}
        <button type="button" data-rows className="text-accent underline" onClick={onShow}>
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
  const hidden = useHiddenDrops();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string | null>(null);
  const close = (drop: DropSummary) => {
    setAway((before) => new Set([...before, drop.id]));
    // Of a file that gave nothing there is nothing to keep.
    if (isEmptyDrop(drop)) removeDrop(drop.id);
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
            hiddenBy={hidden.get(drop.id)}
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
