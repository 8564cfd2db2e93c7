"use client";
import { ChevronDown, FilePlus2, Trash2 } from "lucide-react";
import { Popover } from "radix-ui";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { SimulatedBadge } from "@/components/ui/simulated-badge";
import { formatBytes, formatCount, listOf, plural } from "@/lib/format/number";
import type { Snapshot } from "@/lib/snapshot/schema";
import { RejectsDialog } from "./rejects-dialog";
import { shownText } from "./drop-sentences";
import { isEmptyDrop, type DropSummary } from "./types";
import { useWorkspace, useWorkspaceActions } from "./use-workspace";
import { PopoverPanel } from "@/components/ui/popover-panel";

function dataLabel(snapshot: Snapshot | null, drops: readonly DropSummary[]): string {
  const runs = snapshot ? plural(snapshot.runs.length, "run") : "nothing yet";
  const kept = drops.filter((drop) => !isEmptyDrop(drop));
  const files = kept.reduce((sum, drop) => sum + drop.files.length, 0);
  return files > 0 ? `${runs} + ${plural(files, "file")}` : runs;
}

function SnapshotPart({ snapshot }: { readonly snapshot: Snapshot }) {
  const simulated = snapshot.runs.filter((run) => run.provenance === "simulated").length;
  const benchmarks = [...new Set(snapshot.runs.map((run) => run.benchmark))].sort();
  return (
    <section>
      <h2 className="font-semibold">On this server</h2>
      <p>
        {plural(snapshot.runs.length, "run")} of {listOf(benchmarks)},{" "}
        {plural(snapshot.tables.responses ?? 0, "response")}
      </p>
      {simulated > 0 && (
        <p className="mt-0.5">
          {formatCount(simulated)} of the runs <SimulatedBadge />
        </p>
      )}
      <p className="text-muted mt-0.5 text-xs">
        snapshot <code className="font-mono">{snapshot.id}</code>, made{" "}
        <time dateTime={snapshot.created}>{snapshot.created.slice(0, 16).replace("T", " ")}</time>{" "}
        UTC
      </p>
    </section>
  );
}

function DropPart({
  drop,
  onShow,
  onRemove,
}: {
  readonly drop: DropSummary;
  readonly onShow: () => void;
  readonly onRemove: (button: HTMLElement) => void;
}) {
  const name = listOf(drop.files, 3);
  return (
    <li className="border-line flex items-start justify-between gap-2 border-t py-2">
      <div className="min-w-0">
        <p className="font-medium break-words">{name}</p>
        <p className="text-muted text-xs">
          {formatBytes(drop.bytes)}: {shownText(drop)}
          {drop.cached === null && "; gone when the page is closed or reloaded"}
        </p>
        <button type="button" className="text-accent text-xs underline" onClick={onShow}>
          What became of each row
        </button>
      </div>
      <Button
        variant="danger"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={(event) => onRemove(event.currentTarget)}
      >
        <Trash2 size={14} aria-hidden />
      </Button>
    </li>
  );
}

/** What data are open, what was dropped, and how to add or remove files. */
export function DataMenu() {
  const { snapshot, drops } = useWorkspace();
  const { importFiles, removeDrop } = useWorkspaceActions();
  const [shown, setShown] = useState<string | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const removeFrom = (row: Element | null, id: string) => {
    // The button goes with its row: who came by keyboard goes on at the next one.
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    (next?.querySelector<HTMLElement>("button[title=Remove]") ?? add.current)?.focus();
    removeDrop(id);
  };
  return (
    <>
      <Popover.Root>
        <Popover.Trigger asChild>
          <Button variant="quiet" className="min-w-0">
            <span className="text-muted max-sm:hidden">data:</span>
            <span className="truncate">{dataLabel(snapshot, drops)}</span>
            <ChevronDown size={14} aria-hidden className="shrink-0" />
          </Button>
        </Popover.Trigger>
        <PopoverPanel aria-label="Data" className="w-[min(24rem,calc(100vw-1rem))] space-y-3 p-3">
          {snapshot && <SnapshotPart snapshot={snapshot} />}
          <section>
            <h2 className="font-semibold">Files on this machine</h2>
            <p className="text-muted text-xs">
              Read here in the browser; nothing is sent anywhere. Where the browser has room, a copy
              stays on this machine for reloads of this tab. Removing a file deletes its copy; what
              a closed tab leaves is deleted when Foilscope is opened a week or more after its last
              use.
            </p>
            <ul>
              {drops.map((drop) => (
                <DropPart
                  key={drop.id}
                  drop={drop}
                  onShow={() => setShown(drop.id)}
                  onRemove={(button) => removeFrom(button.closest("li"), drop.id)}
                />
              ))}
            </ul>
            <Button ref={add} className="mt-2" onClick={() => picker.current?.click()}>
              <FilePlus2 size={14} aria-hidden /> Add files
            </Button>
            <p className="text-muted mt-1 text-xs">
              CSV, TSV, JSON, JSONL, Parquet, a zip of MMLU-Pro results, or logs of Inspect AI and
              lm-evaluation-harness; or drop them anywhere.
            </p>
          </section>
        </PopoverPanel>
      </Popover.Root>
      <input
        ref={picker}
        type="file"
        multiple
        aria-label="Files of responses"
        className="hidden"
        onChange={(event) => {
          importFiles([...(event.target.files ?? [])]);
          // The same file can then be chosen again.
          event.target.value = "";
        }}
      />
      <RejectsDialog
        drop={drops.find((drop) => drop.id === shown) ?? null}
        onClose={() => setShown(null)}
      />
    </>
  );
}
