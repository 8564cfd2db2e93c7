"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { saveFile } from "@/components/ui/save-file";
import { formatCount, listOf, plural } from "@/lib/format/number";
import { lossText } from "@/lib/records/losses";
import { rejectsCsv } from "./rejects-csv";
import { shownText } from "./drop-sentences";
import type { DropSummary } from "./types";

const SHOWN = 200;
const HEADINGS = ["file", "line", "column", "value", "reason"] as const;

function summaryOf(drop: DropSummary): string {
  const text = shownText(drop);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What became of each row of dropped files. */
export function RejectsDialog({
  drop,
  onClose,
}: {
  readonly drop: DropSummary | null;
  readonly onClose: () => void;
}) {
  if (!drop) return null;
  const { rejects, rejected, files } = drop;
  const save = () =>
    saveFile({
      name: `rejects-${files[0] ?? "files"}.csv`,
      blob: new Blob([rejectsCsv(rejects)], { type: "text/csv;charset=utf-8" }),
    });
  const shown = Math.min(SHOWN, rejects.length);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Rows of ${listOf(files)}`}
      description={summaryOf(drop)}
    >
      {drop.warnings.map((warning) => (
        <p key={`${warning.code} ${warning.message}`} className="bg-warn-soft mb-2 rounded p-2">
          {warning.message}
        </p>
      ))}
      {rejects.length === 0 ? (
        <p>No row was rejected.</p>
      ) : (
        <>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <p className="text-muted text-sm">
              {shown < rejected
                ? `The first ${formatCount(shown)} of ${formatCount(rejected)}; the file has ${rejects.length < rejected ? `the first ${formatCount(rejects.length)}` : "all"}.`
                : plural(rejected, "rejected row")}
            </p>
            <Button onClick={save}>
              <Download size={14} aria-hidden /> Rejects as CSV
            </Button>
          </div>
          <div className="overflow-x-auto">
            <table className="w-full text-left text-sm">
              <thead>
                <tr className="border-line border-b">
                  {HEADINGS.map((heading) => (
                    <th key={heading} scope="col" className="text-muted py-1 pr-3 font-medium">
                      {heading}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rejects.slice(0, SHOWN).map((r, i) => (
                  <tr key={i} className="border-line border-b align-top">
                    <td className="py-1 pr-3">{r.file}</td>
                    <td className="py-1 pr-3">{formatCount(r.line)}</td>
                    <td className="py-1 pr-3 font-mono text-xs">{r.column ?? "–"}</td>
                    <td className="max-w-60 py-1 pr-3 font-mono text-xs break-words">
                      {r.value ?? "–"}
                    </td>
                    <td className="py-1">{r.reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {drop.runs.length > 0 && (
        <details className="mt-3" open={rejects.length === 0}>
          <summary className="font-medium">{plural(drop.runs.length, "run")} made of them</summary>
          <ul className="list-disc pl-5">
            {drop.runs.map((run) => (
              <li key={run.id}>
                {run.name}: {plural(run.kept, "row")}
                {lossText({ rejected: 0, missing: run.missing })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Dialog>
  );
}
