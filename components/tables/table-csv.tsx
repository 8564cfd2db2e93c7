"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { tableFile } from "@/components/ui/table-file";
import type { TableModel } from "@/lib/chart-models/table-model";

interface TableCsvProps {
  readonly table: TableModel;
  /** Reads all rows, where the screen has a part of them. */
  readonly whole?: () => Promise<TableModel>;
}

/** The file of a table that is not the view's own: the CSV beside the title holds that one. */
export function TableCsv({ table, whole }: TableCsvProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      saveFile(tableFile(whole ? await whole() : table, table.caption));
    } catch (error) {
      setProblem(`CSV: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span data-print="hide">
      <Button
        variant="quiet"
        aria-label={`CSV of “${table.caption}”`}
        disabled={busy}
        onClick={() => void save()}
      >
        <Download size={14} aria-hidden />
        CSV
      </Button>
      <span role="status" className="text-danger text-xs">
        {problem}
      </span>
    </span>
  );
}
