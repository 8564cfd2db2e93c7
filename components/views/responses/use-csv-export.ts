"use client";
import { useState } from "react";
import type { ExportFile } from "@/components/ui/save-file";
import { useWorkspaceActions } from "@/components/workspace/use-workspace";
import { exportResponses } from "@/lib/rows/export";
import type { ResponseList } from "./use-response-list";

export interface CsvExport {
  readonly make: () => Promise<ExportFile>;
  /** Rows written so far; null while nothing is being written. */
  readonly written: number | null;
}

/** Writes all rows of the list that is shown; its count is part of the file's name. */
export function useCsvExport(responses: ResponseList | null): CsvExport {
  const { askOnce } = useWorkspaceActions();
  const [written, setWritten] = useState<number | null>(null);
  const make = async () => {
    if (!responses) throw new Error("the data are not open yet");
    const { filters, where, total } = responses;
    setWritten(0);
    try {
      const pieces = await askOnce(async (workspace, signal) => {
        const made: string[] = [];
        const options = { signal, onProgress: setWritten };
        for await (const piece of exportResponses(workspace, { filters, where }, options))
          made.push(piece);
        return made;
      });
      return {
        name: `foilscope-responses-${total}-rows.csv`,
        blob: new Blob(pieces, { type: "text/csv;charset=utf-8" }),
      };
    } finally {
      setWritten(null);
    }
  };
  return { make, written };
}
