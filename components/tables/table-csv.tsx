"use client";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { tableFile } from "@/components/ui/table-file";
import type { TableModel } from "@/lib/chart-models/table-model";

/** The file of a table that is not the view's own: the CSV beside the title holds that one. */
export function TableCsv({ table }: { readonly table: TableModel }) {
  return (
    <span data-print="hide">
      <Button
        variant="quiet"
        aria-label={`CSV of “${table.caption}”`}
        onClick={() => saveFile(tableFile(table, table.caption))}
      >
        <Download size={14} aria-hidden />
        CSV
      </Button>
    </span>
  );
}
