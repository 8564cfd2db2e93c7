"use client";
import { TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { DropNotices } from "@/components/workspace/drop-notices";
import { ImportJobs } from "@/components/workspace/import-jobs";
import { useFilters } from "@/components/workspace/use-metric";
import {
  useActivity,
  useWorkspace,
  useWorkspaceActions,
} from "@/components/workspace/use-workspace";
import { filterLabel, valueLabel } from "@/components/filters/labels";
import { NewData } from "./new-data";
import { listOf } from "@/lib/format/number";

function Notice({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly run: () => void };
}) {
  return (
    <div role="status" className="bg-warn-soft flex flex-wrap items-start gap-x-3 rounded p-2">
      <div className="min-w-0 flex-1 basis-64 break-words">{children}</div>
      {action && (
        <Button variant="quiet" onClick={action.run}>
          <X size={14} aria-hidden /> {action.label}
        </Button>
      )}
    </div>
  );
}

/** Parts of the link that no setting understands. */
function LinkNotes() {
  const { notes, update } = useViewState();
  if (notes.length === 0) return null;
  return (
    <Notice action={{ label: "Tidy the link", run: () => update({}, "replace") }}>
      <p>Parts of this link mean nothing here and were left out:</p>
      <ul className="list-disc pl-5">
        {notes.map(({ parameter, value, reason }, i) => (
          <li key={i}>
            <code className="font-mono text-xs">
              {parameter}={value.length > 60 ? `${value.slice(0, 60)}…` : value}
            </code>
            : {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Values of filters that the open data do not have. */
function UnknownValues() {
  const { unknown } = useFilters();
  const { jobs } = useActivity();
  const { state, update } = useViewState();
  if (unknown.length === 0) return null;
  const forget = () => {
    const gone = new Map(unknown.map((f) => [f.field, new Set<unknown>(f.values)]));
    update({
      filters: state.filters.flatMap((filter) => {
        const values = filter.values.filter((v) => !gone.get(filter.field)?.has(v));
        return values.length > 0 ? [{ ...filter, values } as typeof filter] : [];
      }),
    });
  };
  return (
    <Notice action={{ label: "Remove from the link", run: forget }}>
      <p className="flex items-center gap-1.5 font-semibold">
        <TriangleAlert size={16} aria-hidden className="text-warn shrink-0" /> This is not all that
        the link asks for
      </p>
      {unknown.map((filter) => (
        <p key={filter.field}>
          These data have no {filterLabel(filter.field)}{" "}
          {listOf(filter.values.map((v) => `“${valueLabel(filter.field, v)}”`))}: left out for now.
        </p>
      ))}
      <p className="text-muted">
        {jobs.some((job) => job.error === null)
          ? "Files are still being read: they may have it."
          : "If the link was made beside a file on somebody’s machine, drop that file here: the filters are kept."}
      </p>
    </Notice>
  );
}

/** The link names data that are no longer there. */
function ChangedData() {
  const { snapshot } = useWorkspace();
  const { state, update } = useViewState();
  if (!snapshot || state.data === null || state.data === snapshot.id) return null;
  return (
    <Notice action={{ label: "Understood", run: () => update({ data: null }, "replace") }}>
      The data have changed since this link was made: it names snapshot{" "}
      <code className="font-mono text-xs">{state.data}</code>. What you see are the present data;
      numbers may differ.
    </Notice>
  );
}

/** What the reader must know before reading the view: failures, imports, what a link left out. */
export function Notices() {
  const { opening } = useActivity();
  const { reopen } = useWorkspaceActions();
  return (
    <div className="space-y-2 empty:hidden">
      {opening.kind === "failed" && (
        <ErrorState
          error={opening.error}
          retry={reopen}
          title="The data could not be opened"
          nextStep="Try again; if it stays, see whether the server is still running, and reload."
        />
      )}
      <NewData />
      <ImportJobs />
      <DropNotices />
      <ChangedData />
      <UnknownValues />
      <LinkNotes />
    </div>
  );
}
