"use client";
import { useState } from "react";
import type { ExportFile } from "@/components/ui/save-file";
import { useWorkspace } from "@/components/workspace/use-workspace";
import { exportResponses } from "@/lib/rows/export";
import type { ResponseList } from "./use-response-list";

export interface CsvExport {
  readonly make: () => Promise<ExportFile>;
  /** Rows written so far; null while nothing is being written. */
  readonly written: number | null;
}

/** Writes all rows of the list that is shown; its count is part of the file's name. */
export function useCsvExport(responses: ResponseList | null): CsvExport {
  const { workspace } = useWorkspace();
  const [written, setWritten] = useState<number | null>(null);
  const make = async () => {
    if (!workspace || !responses) throw new Error("the data are not open yet");
    const { filters, where, total } = responses;
    setWritten(0);
    try {
      const pieces: string[] = [];
      const rows = exportResponses(workspace, { filters, where }, { onProgress: setWritten });
      for await (const piece of rows) pieces.push(piece);
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
